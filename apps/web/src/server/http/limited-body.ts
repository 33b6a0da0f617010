import { GoaltraceError } from "@goaltrace/core";
import { assertRequestJson } from "./bounded-input.ts";

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

/** Returns the same request with its body read within the limits of size and of JSON. Errors: as `limitedBody` and `assertRequestJson`. */
export async function withLimitedBody(request: Request): Promise<Request> {
  if (request.method === "GET" || request.method === "HEAD") return request;
  const body = await limitedBody(request);
  if (!isForm(request.headers)) assertRequestJson(new TextDecoder().decode(body));
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: body.byteLength === 0 ? undefined : body,
    signal: request.signal,
  });
}

function isForm(headers: Headers): boolean {
  return /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(
    headers.get("content-type") ?? "",
  );
}

function tooLarge(): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: "The request body is larger than 1 MB.",
    fix: "Put long texts into a file in the project folder.",
  });
}
