import { type Entry, GoaltraceError } from "@goaltrace/core";

/** True when the entries follow each other without gap; the first one's number is the caller's to judge. */
export function isGapFree(entries: readonly Entry[]): boolean {
  const first = entries[0]?.sequence ?? 0;
  return entries.every((entry, index) => entry.sequence === first + index);
}

/** What is said of entries that do not follow the last one of their log. */
export function sequenceConflict(traceId: string): GoaltraceError {
  return new GoaltraceError({
    code: "SEQUENCE_CONFLICT",
    message: `The entries do not follow the last one of trace ${traceId}.`,
    fix: "Read the log again and append after its last entry.",
  });
}
