/** Every number that tunes behaviour, with its reason. Times are milliseconds. */

/** Attempts per model and call. Five with doubling backoff cover a provider's hiccup of about 15 s and end before a person gives up. */
export const MODEL_ATTEMPTS = 5;
/** First backoff; doubles with each attempt. Jitter multiplies it by 0.5 to 1. */
export const BACKOFF_FIRST_MS = 500;
/** Longest backoff of ours. */
export const BACKOFF_LONGEST_MS = 20_000;
/** A provider that asks to wait longer than this is treated as unavailable, with its wait named in the error. */
export const RETRY_AFTER_LONGEST_MS = 60_000;
/** Empty answers are usually a glitch; the third in a row is not. */
export const EMPTY_ANSWER_ATTEMPTS = 3;
/** A tool without its own limit. */
export const TOOL_TIME_LIMIT_MS = 60_000;
/** At most so many read-only tools of a batch at once: more rarely helps a disk, and starves other runs. */
export const PARALLEL_TOOLS = 8;
/** Result text above this is cut with a visible notice until it can be spilled. Characters. */
export const TOOL_OUTPUT_CHARACTERS = 60_000;
/** Steps of a run when the agent sets none (R1). */
export const MAX_STEPS = 50;
/** The plan in the tail must stay small: it is paid for in full at each call. Tokens. */
export const PLAN_TOKENS = 800;
/** AGENTS.md layers together; longer ones are cut with a notice. Characters. */
export const PROJECT_CONTEXT_CHARACTERS = 32_000;
/** Left free for the answer when the window is checked. Tokens. */
export const ANSWER_RESERVE_TOKENS = 4_096;
/** Equal calls in a row that make a loop (R18). */
export const SAME_CALL_REPEATS = 3;
/** Cycles of length 2 to 4 repeated so often make a loop. */
export const CYCLE_REPEATS = 3;
/** The longest cycle looked for. */
export const CYCLE_LONGEST = 4;
/** Equal errors in a row. */
export const SAME_ERROR_REPEATS = 5;
/** Equal results of one tool for different arguments in a row. */
export const NO_PROGRESS_REPEATS = 8;
/** Equal assistant texts in a row. */
export const SAME_TEXT_REPEATS = 3;
/** Detections of any kind after which a run is stopped although each was new. */
export const LOOP_DETECTIONS = 6;
/** A streamed answer is looked at for repetition each time it grew by this many characters. */
export const STREAM_CHECK_CHARACTERS = 400;
/** A block of at least 12 characters repeated this often at the end of a stream is a loop. */
export const STREAM_BLOCK_REPEATS = 12;
/** Resumes without one new entry before a run stops with its evidence (R26). */
export const RESUMES_WITHOUT_PROGRESS = 3;
/** A lease that is not renewed for this long is free. Three missed heartbeats; takeover then takes well under 15 s. */
export const LEASE_MS = 8_000;
/** Heartbeat of a lease. */
export const HEARTBEAT_MS = 2_500;
/** A worker looks for expired leases this often even if nothing wakes it. */
export const RECONCILE_MS = 2_000;
/** Runs of one worker at once: they wait for models most of the time. */
export const WORKER_CONCURRENCY = 64;
