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

/** Returns the origins under which this server's pages are served. */
export function ownOrigins(headers: Headers, publicUrl: string | null): readonly string[] {
  const host = headers.get("host");
  const listening = host === null || !/^[\w.:[\]-]+$/.test(host) ? [] : [`http://${host}`, `https://${host}`];
  return publicUrl === null ? listening : [...listening, new URL(publicUrl).origin];
}
