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
/** Interval at which a question in the terminal looks whether someone else has answered it. */
export const WITHDRAWN_POLL_MS = 1_000;
/** A second Ctrl+C within this time leaves a chat that has no active run. */
export const LEAVE_AGAIN_MS = 2_000;
/** Interval at which the status of a turn is drawn again, for its time. */
export const STATUS_MS = 1_000;
/** Runs whose messages a new chat has in its history. */
export const HISTORY_RUNS = 100;
/** A run that a person leaves may finish its step for this long; then it is left at once. */
export const LEAVE_WITHIN_MS = 1_500;
/** A chat that has ended waits this long for what a run left at once still holds open. */
export const EXIT_WITHIN_MS = 500;
