import { parseJson } from "@goaltrace/core/parse-json";

/** Returns the JSON object that a text holds, as the arguments of a call must; null if it holds anything else. */
export function readJsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = parseJson(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
