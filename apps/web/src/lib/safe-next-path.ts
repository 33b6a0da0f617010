/** The path of ours that a `next` parameter names; `/` for anything that would lead elsewhere (no open redirects). */
export function safeNextPath(next: string | null): string {
  if (next === null || !/^\/(?![/\\])/.test(next)) return "/";
  const base = "http://goaltrace.invalid";
  const url = URL.parse(next, base);
  return url !== null && url.origin === base ? url.pathname + url.search + url.hash : "/";
}
