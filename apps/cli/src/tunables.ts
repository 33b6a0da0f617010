/** Interval at which `run` tries to claim its own trace. */
export const CLAIM_RETRY_MS = 100;
/** The lease of a run executed by this process; the same as a worker's. */
export const LEASE_MS = 6_000;
/** Interrupts within this time count as one key press, which a terminal and npm may both deliver. */
export const SAME_KEYPRESS_MS = 700;
/** Maximum size of a task from standard input: more than fits in any window. */
export const MAX_TASK_BYTES = 1_000_000;
/** Maximum size of an imported file, which is held in memory while it is checked; the same as in the web. */
export const MAX_FILE_BYTES = 64_000_000;
/** Time limit of a model's summary of a transcript; after it the built-in summary is used. */
export const SUMMARY_TIMEOUT_MS = 180_000;
/** Maximum requests of each kind that `inbox` lists; the oldest come first. */
export const LISTED_REQUESTS = 100;
/** Interval at which a question in the terminal looks whether somebody else has answered it. */
export const WITHDRAWN_POLL_MS = 1_000;
