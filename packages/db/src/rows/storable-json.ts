const REPLACEMENT = "\uFFFD";

/** The JSON of a value for a column of type jsonb, which holds neither NUL nor half a surrogate pair: those become replacement characters. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "string"
      ? part.replaceAll("\0", REPLACEMENT).replace(/[\uD800-\uDFFF]/gu, REPLACEMENT)
      : part,
  );
}
