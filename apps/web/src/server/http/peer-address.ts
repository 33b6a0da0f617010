import { isLoopbackHost } from "./same-origin.ts";

/** The peer address of a request, set by this process. A value sent by the client is replaced. */
export const PEER_HEADER = "x-goaltrace-peer";
/** Written by proxies, but also by any client. */
export const FORWARDED_FOR = "x-forwarded-for";

/** Returns the address before the last hop. Proxies append to the header, so anything further left may be forged. */
export function peerAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? forwardedFor?.split(",").at(-1)?.trim() : undefined;
  const address = forwarded === undefined || forwarded === "" ? (socketAddress ?? "") : forwarded;
  // A dual-stack socket reports IPv4 addresses with this prefix.
  return address.replace(/^::ffff:(?=\d+\.)/, "");
}

/**
 * Returns the part of an address that identifies its holder, for limits: the first 64 bits of an IPv6 address, because networks assign the other bits
 * freely.
 */
export function addressGroup(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("%", 1)[0]?.split("::") ?? [];
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, "").toLowerCase()).join(":")}::/64`;
}

/** Returns true when the request comes from this machine and no proxy forwarded it. */
export function isLoopbackRequest(headers: Headers): boolean {
  const peer = headers.get(PEER_HEADER) ?? "";
  const forwarded = headers.get(FORWARDED_FOR);
  // Next sets the forwarding header to the peer itself; any other value came from a proxy.
  const direct = forwarded === null || peerAddress(forwarded, undefined, false) === peer;
  return direct && isLoopback(peer) && isLoopbackHost(headers.get("host") ?? "");
}

function isLoopback(address: string): boolean {
  return address === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address);
}
