import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { FORWARDED_FOR, PEER_HEADER, peerAddress } from "./peer-address.ts";

const REQUEST_START = "http.server.request.start";

/**
 * Prepares each request before Next sees it. Writes its peer address into its headers; X-Forwarded-For counts only if the operator declares a
 * proxy, because otherwise clients could choose their address and evade the rate limits. Prevents browsers from guessing the type of a response,
 * not even of a redirect or an error of Next, which carry none of its configured headers. Makes malformed addresses readable. Returns a
 * function that stops it.
 */
export function prepareRequests(trustProxy: boolean): () => void {
  const prepare = (message: unknown): void => {
    if (!isStart(message)) return;
    const { request, response } = message;
    const forwarded = request.headers[FORWARDED_FOR];
    request.headers[PEER_HEADER] = peerAddress(
      request.socket.remoteAddress,
      Array.isArray(forwarded) ? forwarded.join(",") : forwarded,
      trustProxy,
    );
    request.url = readableAddress(request.url ?? "/");
    response.setHeader("x-content-type-options", "nosniff");
  };
  subscribe(REQUEST_START, prepare);
  return () => void unsubscribe(REQUEST_START, prepare);
}

/**
 * Returns the address itself if the escapes of its path can be decoded. Otherwise takes its percent signs literally, so that no such page is
 * found: Next answers an address that it cannot decode with an internal error.
 */
export function readableAddress(address: string): string {
  const end = address.search(/[?#]|$/);
  const path = address.slice(0, end);
  try {
    decodeURIComponent(path);
    return address;
  } catch {
    return path.replaceAll("%", "%25") + address.slice(end);
  }
}

type Start = { readonly request: IncomingMessage; readonly response: ServerResponse };

function isStart(message: unknown): message is Start {
  return typeof message === "object" && message !== null && "request" in message && "response" in message;
}
