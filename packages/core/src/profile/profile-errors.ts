import { GoaltraceError } from "../errors.ts";

/** The error for a change of a profile file that conflicts with a newer change. */
export function profileConflict(): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: "Someone changed this profile file in the meantime.",
    fix: "Open it again, then repeat your change on the newest version.",
  });
}
