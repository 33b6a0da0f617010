import http from "node:http";
import https from "node:https";
import { Readable, Transform } from "node:stream";
import type { AddressGuard } from "../web/address-guard.ts";
import { MESSAGE_MAX_BYTES } from "./tunables.ts";

/** The fetch that the connection to a server at an address uses. */
export type HttpFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Statuses whose response has no body. */
const EMPTY: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/**
 * Returns a fetch that reaches only hosts that the web tools may reach: the address is checked, and the connection goes to an address that was
 * checked. Redirects are not followed. A message of more than `MESSAGE_MAX_BYTES` ends the response.
 */
export function createGuardedFetch(guard: AddressGuard): HttpFetch {
  return async (address, init = {}) => {
    const checked = guard.check(String(address));
    if (!checked.ok) throw new TypeError(checked.message);
    const { url } = checked;
    const body = bodyOf(init);
    return await new Promise<Response>((resolve, reject) => {
      const headers: Record<string, string> = Object.fromEntries(new Headers(init.headers));
      const outgoing = (url.protocol === "https:" ? https : http).request(url, {
        // A shared connection could have been opened under another check.
        ...{ agent: false, lookup: guard.lookupFor(url), method: init.method ?? "GET" },
        ...(init.signal ? { signal: init.signal } : {}),
        headers: { ...headers, ...(body === null ? {} : { "content-length": String(body.length) }) },
      });
      outgoing.on("error", reject);
      outgoing.once("response", (incoming) => resolve(toResponse(incoming)));
      outgoing.end(body ?? undefined);
    });
  };
}

/** The protocol sends texts, and forms for its authorization. */
function bodyOf({ body }: RequestInit): Buffer | null {
  if (body === undefined || body === null) return null;
  if (typeof body === "string") return Buffer.from(body);
  if (body instanceof URLSearchParams) return Buffer.from(body.toString());
  throw new TypeError("Only texts and forms are sent to servers.");
}

function toResponse(incoming: http.IncomingMessage): Response {
  const status = incoming.statusCode ?? 502;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    for (const one of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, one);
  if (EMPTY.has(status)) {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  const isStream = (incoming.headers["content-type"] ?? "").includes("text/event-stream");
  const body = incoming.pipe(messageLimit(isStream));
  incoming.on("error", (error) => body.destroy(error));
  body.once("close", () => incoming.destroy());
  // eslint-disable-next-line local/no-restricted-syntax -- Node's stream and the one of the web have the same shape under two names
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { status, headers });
}

/** Counts the bytes of a response; in a stream of events, those since the last empty line. */
function messageLimit(isStream: boolean): Transform {
  let bytes = 0;
  let last: number | undefined;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const end = isStream ? endOfEvent(chunk, last) : null;
      last = chunk.at(-1) ?? last;
      bytes = end === null ? bytes + chunk.length : chunk.length - end;
      if (bytes > MESSAGE_MAX_BYTES)
        done(new Error("The server sent a message of more than 10 MiB, so its connection was closed."));
      else done(null, chunk);
    },
  });
}

const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];

/**
 * Returns the place behind the last empty line of a chunk, null if it has none. `before`: the byte before the chunk. A line ends with LF, CR or both, so
 * two of these bytes in a row make an empty line unless they are CR LF.
 */
function endOfEvent(chunk: Buffer, before: number | undefined): number | null {
  for (let index = chunk.length - 1; index >= 0; index -= 1) {
    const byte = chunk[index];
    if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN) continue;
    const previous = index === 0 ? before : chunk[index - 1];
    if (previous === LINE_FEED || (previous === CARRIAGE_RETURN && byte === CARRIAGE_RETURN))
      return index + 1;
  }
  return null;
}
