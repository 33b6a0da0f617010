import { GoaltraceError } from "@goaltrace/core";

/** The error for a request that does not exist or whose run the person cannot see. */
export function unknownRequest(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: "This run has no such request.",
    fix: "Open the inbox: it lists the requests that you can decide.",
  });
}
