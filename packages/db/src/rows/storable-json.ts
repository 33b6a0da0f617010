const REPLACEMENT = "\uFFFD";

/** Returns the JSON of a value for a jsonb column, which can hold neither NUL nor a lone surrogate: both become replacement characters. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "string"
      ? part.replaceAll("\0", REPLACEMENT).replace(/[\uD800-\uDFFF]/gu, REPLACEMENT)
      : part,
  );
}
