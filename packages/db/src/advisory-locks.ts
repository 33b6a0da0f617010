/**
 * Keys of the advisory locks. A database has one key space, so every purpose needs its own key; otherwise unrelated holders would wait for
 * each other.
 */
export const ADVISORY_LOCKS = {
  /** Held while a run is claimed. */
  claim: 7_413_660,
  /** Held while the first account is created. */
  firstOwner: 7_413_661,
  /** Held while unreferenced blobs are swept. */
  sweep: 7_413_662,
  /** Held while reservations are decided, together with the hash of the workspace. */
  budget: 7_413_663,
} as const;

/** The first key of a two-key lock, which has a separate key space; the second is the hash of the conversation that starts a run. */
export const START_RUN_LOCK = 7_413_661;
