/**
 * True when a request may change things: it comes from our own pages, or from a program that is no browser (and so carries nobody's
 * cookies by itself). Browsers always send Origin or Sec-Fetch-Site with a request that changes things (CSRF).
 */
export function isSameOrigin(headers: Headers, publicUrl: string | null): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  const origin = headers.get("origin");
  if (origin === null) return true;
  return ownOrigins(headers, publicUrl).includes(origin);
}

/** The origins under which this request's own pages are served. */
export function ownOrigins(headers: Headers, publicUrl: string | null): readonly string[] {
  const host = headers.get("host");
  const listening = host === null || !/^[\w.:[\]-]+$/.test(host) ? [] : [`http://${host}`, `https://${host}`];
  return publicUrl === null ? listening : [...listening, new URL(publicUrl).origin];
}
