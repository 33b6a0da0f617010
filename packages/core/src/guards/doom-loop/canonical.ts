/** Canonical text of JSON: keys sorted at every level, so that equal arguments are equal texts. Not JSON: the text itself, trimmed. */
export function canonicalJson(text: string): string {
  try {
    return JSON.stringify(sorted(JSON.parse(text)));
  } catch {
    return text.trim();
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?/g, "<time>"],
  [/\b\d\d:\d\d:\d\d(?:\.\d{1,9})?\b/g, "<time>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>"],
  [/\b[0-9a-f]{24,64}\b/gi, "<id>"],
  [/\b\d{1,12}(?:\.\d{1,9})? ?(?:ms|s|sec|seconds|minutes)\b/g, "<duration>"],
  [/\b1[5-9]\d{8}(?:\d{3})?\b/g, "<time>"],
];

/** Replaces what differs between equal results (times, ids, durations), so that a loop is seen through them (R18). Looks at 8 kB at most. */
export function normaliseResult(text: string): string {
  return VOLATILE.reduce(
    (normal, [pattern, mark]) => normal.replace(pattern, mark),
    text.slice(0, 8_192).trim(),
  );
}
