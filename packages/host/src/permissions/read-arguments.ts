import { parseJson } from "@goaltrace/core/parse-json";

/** Parses the arguments of a call; undefined for a text that is not JSON. */
export function readArguments(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
