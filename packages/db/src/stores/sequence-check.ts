import { GoaltraceError } from "@goaltrace/core";
import type { Entry } from "@goaltrace/core/log";

/** Returns true when the sequence numbers have no gap. Checking the first number is up to the caller. */
export function isGapFree(entries: readonly Entry[]): boolean {
  const first = entries[0]?.sequence ?? 0;
  return entries.every((entry, index) => entry.sequence === first + index);
}

/** Returns the error for entries that do not follow the last entry of their log. */
export function sequenceConflict(traceId: string): GoaltraceError {
  return new GoaltraceError({
    code: "SEQUENCE_CONFLICT",
    message: `The entries do not follow the last entry of trace ${traceId}.`,
    fix: "Read the log again and append after its last entry.",
  });
}
