import { GoaltraceError } from "../errors.ts";

/** Returns true if the database could not serve a request now, but may later. */
export function isOutage(thrown: unknown): boolean {
  return thrown instanceof GoaltraceError && thrown.code === "DATABASE_UNAVAILABLE";
}
