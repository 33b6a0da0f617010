import { canonicalJson } from "../../digest.ts";
import { parseJson } from "../../parse-json.ts";

/** Returns the canonical text of tool arguments, so that equal arguments are equal texts. Text that is not JSON is only trimmed. */
export function canonicalArguments(text: string): string {
  try {
    return canonicalJson(parseJson(text));
  } catch {
    return text.trim();
  }
}

/** Replaces the volatile parts of a result (times, ids, durations), so that equivalent results are equal. Uses the first 8 kB only. */
export function normalizeResult(text: string): string {
  return text
    .slice(0, 8_192)
    .trim()
    .replace(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?/g, "<time>")
    .replace(/\b\d\d:\d\d:\d\d(?:\.\d{1,9})?\b/g, "<time>")
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>")
    .replace(/\b[0-9a-f]{24,64}\b/gi, "<id>")
    .replace(/\b\d{1,12}(?:\.\d{1,9})? ?(?:ms|s|sec|seconds|minutes)\b/g, "<duration>")
    .replace(/\b1[5-9]\d{8}(?:\d{3})?\b/g, "<time>");
}
