/** A path that a browser does not read as the start of another origin. */
const LOCAL_PATH = /^\/(?![/\\])/;

/** Returns the path in a `next` parameter, or `/` if it would lead to another site. Prevents open redirects. */
export function safeNextPath(next: string | null): string {
  const base = "http://goaltrace.invalid";
  const url = next === null ? null : URL.parse(next, base);
  if (url?.origin !== base || next?.startsWith("/") !== true) return "/";
  // Parsing resolves dots: "/.//evil.example" becomes "//evil.example", which a browser reads as another site.
  return LOCAL_PATH.test(url.pathname) ? url.pathname + url.search + url.hash : "/";
}
