import { GoaltraceError } from "@goaltrace/core";

/** What is said of a thing that does not exist in the asker's workspace, whether or not it exists elsewhere. */
export function missing(what: string): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `There is no ${what}.`,
    fix: "It may have been deleted; go back to the list.",
  });
}
