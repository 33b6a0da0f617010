/** Headers that belong to the connection, to this program, or to a session that a browser would have. */
const REFUSED = new Set([
  ...["host", "connection", "content-length", "transfer-encoding", "te", "trailer", "upgrade", "expect"],
  ...["keep-alive", "accept-encoding", "user-agent", "cookie", "cookie2", "referer", "origin", "range"],
]);
const PREFIXES = ["proxy-", "sec-", "x-forwarded-", "x-goog-", "x-amz-", "x-aws-", "metadata"];

/** Returns why a request must not have a header; null if it may. */
export function headerProblem(name: string, value: string): string | null {
  const lower = name.toLowerCase();
  if (!/^[a-z0-9-]{1,64}$/u.test(lower)) return `"${name.slice(0, 64)}" is not the name of a header.`;
  if (REFUSED.has(lower) || PREFIXES.some((prefix) => lower.startsWith(prefix)))
    return `The header ${name} cannot be set.`;
  // A line break would begin another header, and Node refuses other characters.
  return /^[\t\x20-\x7e\u0080-\u00ff]*$/u.test(value)
    ? null
    : `The value of the header ${name} has characters that no header can have.`;
}
