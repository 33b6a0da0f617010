import { GoaltraceError } from "@goaltrace/core";

/**
 * Returns true for requests from our own pages, and from programs other than browsers, which do not send cookies automatically. Browsers
 * always send Origin or Sec-Fetch-Site with state-changing requests, so this protects against CSRF.
 */
export function isSameOrigin(headers: Headers, publicUrl: string | null): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  const origin = headers.get("origin");
  if (origin === null) return true;
  return ownOrigins(headers, publicUrl).includes(origin);
}

/** Errors: NOT_ALLOWED for a request from another site. Called by every route that changes something or acts in a person's name. */
export function assertSameOrigin(headers: Headers, publicUrl: string | null): void {
  if (isSameOrigin(headers, publicUrl)) return;
  throw new GoaltraceError({
    code: "NOT_ALLOWED",
    message: "Cross-site requests are not allowed.",
    fix: "Send the request from this server's own pages.",
  });
}

/** Returns the origins under which this server's pages are served. */
export function ownOrigins(headers: Headers, publicUrl: string | null): readonly string[] {
  const host = headers.get("host");
  const listening = host === null || !/^[\w.:[\]-]+$/.test(host) ? [] : [`http://${host}`, `https://${host}`];
  return publicUrl === null ? listening : [...listening, new URL(publicUrl).origin];
}

/**
 * Checks the name under which a server without an owner is opened. The first person to open it owns it, and any web page can let its own host name
 * resolve to this machine; its requests are then of the same origin, but under a foreign name. Errors: NOT_ALLOWED unless the name is a loopback name
 * or that of `publicUrl`.
 */
export function assertOwnHost(headers: Headers, publicUrl: string | null): void {
  if (isOwnHost(headers, publicUrl)) return;
  throw new GoaltraceError({
    code: "NOT_ALLOWED",
    message: "This server has no owner yet and was opened under an unknown name.",
    fix: "Open it as http://localhost with its port, or set GOALTRACE_URL to the address that people use and restart it.",
  });
}

/** Returns true for a request under a loopback name or the name of `publicUrl`, which no foreign page can use. */
export function isOwnHost(headers: Headers, publicUrl: string | null): boolean {
  const host = headers.get("host");
  // Browsers always send it.
  if (host === null || isLoopbackHost(host)) return true;
  if (publicUrl === null) return false;
  const own = new URL(publicUrl);
  // Behind a proxy the host may be an internal name, but a browser never sends a forged origin.
  return host === own.host || headers.get("origin") === own.origin;
}

/** Returns true for a host header that names this machine itself; the port does not count. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|\[::1\]|127\.\d{1,3}\.\d{1,3}\.\d{1,3})(?::\d{1,5})?$/i.test(host);
}
