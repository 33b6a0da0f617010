/** Returns the path in a `next` parameter, or `/` if it would lead to another site. Prevents open redirects. */
export function safeNextPath(next: string | null): string {
  if (next === null || !/^\/(?![/\\])/.test(next)) return "/";
  const base = "http://goaltrace.invalid";
  const url = URL.parse(next, base);
  return url !== null && url.origin === base ? url.pathname + url.search + url.hash : "/";
}
