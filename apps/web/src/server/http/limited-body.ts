import { GoaltraceError } from "@goaltrace/core";

/** Fits the longest message with its envelope, doubled for JSON escapes. */
const MAX_BODY_BYTES = 1_000_000;

/**
 * Reads a request body of at most `maxBytes`. The limit also holds when the content length is missing or wrong. Errors: INVALID_INPUT for
 * a larger body.
 */
export async function limitedBody(
  request: Request,
  maxBytes: number = MAX_BODY_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const reader = request.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge();
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.byteLength;
  }
  return whole;
}

/** Returns the same request with its body read within the limit. Errors: as `limitedBody`. */
export async function withLimitedBody(request: Request): Promise<Request> {
  if (request.method === "GET" || request.method === "HEAD") return request;
  const body = await limitedBody(request);
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: body.byteLength === 0 ? undefined : body,
    signal: request.signal,
  });
}

function tooLarge(): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: "The request body is larger than 1 MB.",
    fix: "Put long texts into a file in the project folder.",
  });
}
