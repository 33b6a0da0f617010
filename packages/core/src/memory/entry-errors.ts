import { GoaltraceError } from "../errors.ts";

/** An entry that does not exist for the person. */
export function notFoundEntry(id: string): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `There is no memory entry ${id}.`,
    fix: "It may have been deleted. Open the list of entries again.",
  });
}

/** The error for a change that conflicts with someone else's newer change. */
export function conflict(): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: "Someone changed this memory entry in the meantime.",
    fix: "Open it again, then repeat your change on the newest version.",
  });
}
