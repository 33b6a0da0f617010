import { GoaltraceError } from "@goaltrace/core";

/** The largest body a request of ours has: the longest text with its envelope, doubled for escapes. */
const BODY_LARGEST_BYTES = 1_000_000;

/**
 * The body of a request as bytes, read no further than `largest`. What a header says of its length is not believed. Errors:
 * INVALID_INPUT when there is more.
 */
export async function limitedBody(
  request: Request,
  largest: number = BODY_LARGEST_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > largest) throw tooLarge();
  const reader = request.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > largest) {
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

/** The same request with a body that was read within its limit. Errors: as `limitedBody`. */
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
    message: "The request is larger than 1 MB.",
    fix: "Put long texts into a file of the project folder.",
  });
}
