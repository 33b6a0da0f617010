import { GoaltraceError } from "../errors.ts";

/** An experience that does not exist for the person. */
export function notFoundExperience(id: string): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `There is no experience ${id}.`,
    fix: "It may have been deleted. Open the list of experiences again.",
  });
}

/** The error for a change that conflicts with someone else's newer change. */
export function experienceConflict(): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: "Someone changed this experience in the meantime.",
    fix: "Open it again, then repeat your change.",
  });
}
