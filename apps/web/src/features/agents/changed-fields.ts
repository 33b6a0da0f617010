import type { ChangedLine } from "../../ui/changed-line-list.tsx";
import type { Fields } from "./agent-type.ts";

/** The parts of a definition in the order in which changes are listed; texts of several lines last. */
const ORDER = [
  ...(["description", "models", "strategy", "route", "tools", "isReadOnly", "memory"] as const),
  ...(["maxSteps", "maxTokens", "maxDurationMs", "instructions"] as const),
] as const;
export type FieldName = (typeof ORDER)[number];

/** Returns the lines that changed between two versions, each with the name of its field before it; instructions line by line. */
export function changedFields(
  before: Fields | null,
  after: Fields | null,
  nameOf: (field: FieldName) => string,
): readonly ChangedLine[] {
  return ORDER.flatMap((field) => {
    const [old, current] = [linesOf(before, field), linesOf(after, field)];
    const toLine = (kind: ChangedLine["kind"], text: string): ChangedLine => ({
      kind,
      text: field === "instructions" ? text : `${nameOf(field)}: ${text}`,
    });
    return [
      ...old.filter((line) => !current.includes(line)).map((line) => toLine("removed", line)),
      ...current.filter((line) => !old.includes(line)).map((line) => toLine("added", line)),
    ];
  });
}

function linesOf(fields: Fields | null, field: FieldName): readonly string[] {
  const value = fields?.[field];
  if (value === undefined || value === null) return [];
  if (field === "instructions")
    return String(value)
      .split("\n")
      .filter((line) => line.trim() !== "");
  return [typeof value === "object" ? value.join(", ") : String(value)];
}
