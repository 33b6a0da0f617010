import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/** Where a request comes from, as this process has seen it. Whatever a client sends under this name is replaced. */
export const PEER_HEADER = "x-goaltrace-peer";
const FORWARDED_FOR = "x-forwarded-for";

/** The address before the last hop: proxies append, so what stands further left was written by anybody. */
export function peerOf(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? forwardedFor?.split(",").at(-1)?.trim() : undefined;
  const address = forwarded === undefined || forwarded === "" ? (socketAddress ?? "") : forwarded;
  // An IPv4 address of a socket that speaks both is the same address.
  return address.replace(/^::ffff:(?=\d+\.)/, "");
}

/**
 * Writes the address of each request's peer into its headers before anything else sees them. X-Forwarded-For counts only where the
 * operator says that a proxy stands before us; otherwise anybody could choose their address, and with it their share of attempts.
 */
export function watchPeers(trustProxy: boolean): void {
  subscribe("http.server.request.start", (message) => {
    if (!hasRequest(message)) return;
    const { headers, socket } = message.request;
    const forwarded = headers[FORWARDED_FOR];
    headers[PEER_HEADER] = peerOf(
      socket.remoteAddress,
      Array.isArray(forwarded) ? forwarded.join(",") : forwarded,
      trustProxy,
    );
  });
}

/** True when the request comes from this machine itself and no proxy has passed it on. */
export function isLoopbackRequest(headers: Headers): boolean {
  const peer = headers.get(PEER_HEADER) ?? "";
  const forwarded = headers.get(FORWARDED_FOR);
  const host = (headers.get("host") ?? "").replace(/:\d+$/, "");
  // Next fills in the forwarding header with the peer itself; anything else came from a proxy.
  const direct = forwarded === null || peerOf(forwarded, undefined, false) === peer;
  return direct && isLoopback(peer) && (host === "localhost" || host === "[::1]" || isLoopback(host));
}

function isLoopback(address: string): boolean {
  return address === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address);
}

function hasRequest(message: unknown): message is { readonly request: IncomingMessage } {
  return typeof message === "object" && message !== null && "request" in message;
}
