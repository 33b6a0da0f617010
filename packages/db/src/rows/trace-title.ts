import { parseJson } from "@goaltrace/core/parse-json";

const TITLE_CHARACTERS = 300;
/** The task within a header. A quote inside a text is escaped, so this matches no part of one; no earlier object has a task. */
const TASK = /,"task":"((?:[^"\\]|\\u[0-9a-f]{4}|\\[^u])*)/i;

/**
 * Returns the title of a trace: the first line of its task. Needs only the start of the header that `writeHeader` wrote, because lists do
 * not load what follows it, such as a context of any size.
 */
export function readTitle(headerStart: string): string {
  const written = TASK.exec(headerStart)?.[1] ?? "";
  const task = parseJson(`"${written}"`);
  return typeof task === "string" ? (task.trim().split("\n", 1)[0] ?? "").slice(0, TITLE_CHARACTERS) : "";
}
