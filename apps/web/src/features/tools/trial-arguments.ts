import { parseJson } from "@goaltrace/core/parse-json";

/** Returns arguments to begin a trial with: each required property with an empty value of its type. */
export function startArguments(rows: readonly { name: string; type: string; isRequired: boolean }[]): string {
  const required = rows.filter(({ isRequired }) => isRequired);
  const values = required.map(({ name, type }) => [name, emptyValue(type)]);
  return JSON.stringify(Object.fromEntries(values), null, 2);
}

function emptyValue(type: string): unknown {
  if (type.startsWith('"')) return parseJson(type.split(" | ", 1).join(""));
  if (type.endsWith("[]")) return [];
  switch (type) {
    case "integer":
    case "number":
      return 0;
    case "boolean":
      return false;
    case "object":
      return {};
    default:
      return "";
  }
}
