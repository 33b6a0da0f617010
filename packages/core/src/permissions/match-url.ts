import { matchesPath } from "./match-path.ts";

/** An address in the form that patterns match: the host in ASCII without a final dot, the port always present. */
export type Address = {
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
  readonly path: string;
};

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: "80", https: "443" };
/** Stands for `*.` while the rest of the host is parsed: a label that no host begins with. */
const ANY_LABEL = "any-label-of-a-pattern.";

/** Returns true for a pattern that is meant as an address. */
export function isUrlPattern(pattern: string): boolean {
  return pattern.includes("://");
}

/**
 * Parses an address as browsers do, with the host in its ASCII form (IDNA). Null for anything that is not http or https, and for one with a name
 * or password in it, because those make another host look like this one.
 */
export function parseAddress(text: string): Address | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  const scheme = url.protocol.slice(0, -1);
  const port = url.port === "" ? DEFAULT_PORTS[scheme] : url.port;
  if (port === undefined || url.username !== "" || url.password !== "") return null;
  const host = url.hostname.replace(/\.$/u, "");
  return host === "" ? null : { scheme, host, port, path: url.pathname };
}

/** A pattern of addresses; `isAnySubdomain` for `*.` before the host, which does not match the host itself. */
export type UrlPattern = Address & { readonly isAnySubdomain: boolean };

/** Parses `https://*.example.com:8443/docs/*`. Without a port it means the default port of its scheme, without a path all paths. */
export function parseUrlPattern(pattern: string): UrlPattern | null {
  const isAnySubdomain = /^https?:\/\/\*\./u.test(pattern);
  const address = parseAddress(isAnySubdomain ? pattern.replace("://*.", `://${ANY_LABEL}`) : pattern);
  if (address === null) return null;
  const host = isAnySubdomain ? address.host.slice(ANY_LABEL.length) : address.host;
  return host === "" || host.includes("*") ? null : { ...address, host, isAnySubdomain };
}

/** Returns true if a pattern matches an address: scheme, host and port exactly, the path as a glob. */
export function matchesUrl(pattern: string, text: string): boolean {
  const expected = parseUrlPattern(pattern);
  const address = parseAddress(text);
  if (expected === null || address === null) return false;
  const isHost = expected.isAnySubdomain
    ? address.host.endsWith(`.${expected.host}`)
    : address.host === expected.host;
  const isPath = expected.path === "/" || matchesPath(expected.path.slice(1), pathOf(address));
  return isHost && isPath && address.scheme === expected.scheme && address.port === expected.port;
}

function pathOf({ path }: Address): string {
  const trimmed = path.replace(/^\/+|\/+$/gu, "");
  return trimmed === "" ? "." : trimmed;
}
