import { GoaltraceError, type GoaltraceErrorCode } from "../errors.ts";

/** Returns true for errors that leave the run intact, so that a later claim can continue it. */
export function isRethrown(thrown: unknown): boolean {
  return thrown instanceof GoaltraceError && RETHROWN_CODES.includes(thrown.code);
}

const RETHROWN_CODES: readonly GoaltraceErrorCode[] = [
  "LEASE_LOST",
  "SEQUENCE_CONFLICT",
  "DATABASE_UNAVAILABLE",
];
