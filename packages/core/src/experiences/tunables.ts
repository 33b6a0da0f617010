// The numbers of experiences.

/** The quantile of the normal distribution for intervals of 95 %. */
export const Z_95 = 1.96;
/** When experiences are used, tried and given up (spec 03, X2). */
export const STANDING = {
  /** An experience is proven after this many trials with at least this lower bound. */
  minTrials: 3,
  usedFrom: 0.4,
  /** Retired after this many trials below this bound: 3 of 17 has .06, which no lucky streak makes up for. */
  retireTrials: 10,
  retireBelow: 0.2,
  /** Proposed as a skill when it worked so often that one more failure would change nothing: 12 of 13 has .67. */
  stableTrials: 10,
  stableFrom: 0.65,
} as const;
/** Experiences in the context of a run, and places among them for those that are not proven yet. More crowd out the task. */
export const MAX_INJECTED = 10;
export const TRIAL_PLACES = 2;
/**
 * How certainly a condition must fit the task. Lower than for memory entries, because a loosely fitting rule does little harm and states when it
 * applies.
 */
export const CONDITION_CONFIDENCE = 0.2;
/** One run in this many gets no experiences, if its agent opted in. */
export const HOLD_OUT_ONE_IN = 10;
/** Vectors of conditions that a process keeps: 5,000 of 1,536 numbers are about 60 MB. */
export const MAX_CONDITION_VECTORS = 5_000;
/** Characters of a condition and of a rule: sentences, not pages. */
export const EXPERIENCE_CHARACTERS = { condition: 300, rule: 600, quote: 500, task: 120 } as const;
/** Ended runs that are judged at once. Others follow with the next run. */
export const JUDGED_AT_ONCE = 50;
