import { GoaltraceError } from "../errors.ts";

/** A change of a profile file that another change has overtaken. */
export function profileConflict(): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: "Somebody changed this profile file in the meantime.",
    fix: "Open it again, then repeat your change on the newest version.",
  });
}
