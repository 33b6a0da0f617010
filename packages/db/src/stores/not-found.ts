import { GoaltraceError } from "@goaltrace/core";

/** Returns the error for an object that does not exist in the caller's workspace, whether or not it exists elsewhere. */
export function notFound(subject: string): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `There is no ${subject}.`,
    fix: "It may have been deleted. Go back to the list.",
  });
}
