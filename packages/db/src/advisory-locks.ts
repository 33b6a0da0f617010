/**
 * Numbers of the advisory locks, one for each purpose: a database has one space of them, and two purposes with one number would wait for
 * each other.
 */
export const ADVISORY_LOCKS = {
  /** Claims of runs. */
  claim: 7_413_660,
  /** The first account. */
  firstOwner: 7_413_661,
  /** The sweep of contents that nothing names. */
  sweep: 7_413_662,
} as const;

/** The first of two numbers, which have a space of their own; the second is the conversation in which a run starts. */
export const START_RUN_LOCK = 7_413_661;
