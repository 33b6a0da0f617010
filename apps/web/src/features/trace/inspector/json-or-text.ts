import { parseJson } from "@goaltrace/core/parse-json";

/** Returns the parsed JSON, or the text itself when it is not valid JSON. */
export function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
