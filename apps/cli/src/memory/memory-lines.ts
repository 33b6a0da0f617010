import type { MemoryEntry } from "@goaltrace/core/ports";
import { toPrintable } from "../print-update.ts";
import type { FoundEntry } from "./memory-actions.ts";

/** Returns entries as lines for a terminal: id, type, name, description. */
export function entryLines(entries: readonly MemoryEntry[]): readonly string[] {
  if (entries.length === 0) return ["Memory has no such entries."];
  return entries.map((entry) => toPrintable(entryLine(entry)));
}

/** Returns found entries as lines, each with how sure the search is and its content. */
export function foundLines(found: readonly FoundEntry[]): readonly string[] {
  if (found.length === 0) return ["Nothing in memory matches."];
  return found.flatMap(({ entry, confidence }) => [
    toPrintable(`${entryLine(entry)}  (${String(Math.round(confidence * 100))}% sure)`),
    ...entry.content.split("\n").map((line) => toPrintable(`    ${line}`)),
  ]);
}

function entryLine({ id, type, name, description, audience, project, supersededBy }: MemoryEntry): string {
  const marks = [
    ...(audience === "workspace" ? ["workspace"] : []),
    ...(project === null ? [] : [`project ${project}`]),
    ...(supersededBy === null ? [] : [`replaced by ${supersededBy}`]),
  ];
  const rest = [description, marks.join(", ")].filter((text) => text !== "").join(" · ");
  return `${id}  ${type.padEnd(9)}  ${name}${rest === "" ? "" : `  ${rest}`}`;
}
