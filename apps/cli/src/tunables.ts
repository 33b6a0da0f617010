/** Reasoning models may think for two minutes before the first byte. */
export const FIRST_BYTE_MS = 120_000;
/** While a provider says that it is at work, a first token may take this long; comments for ever are no answer. */
export const FIRST_TOKEN_MS = 300_000;
/** A stream that says nothing for a minute is cut and tried again. */
export const STREAM_IDLE_MS = 60_000;
/** Between pieces of the scripted demo: slow enough to watch, quick enough not to bore. */
export const SCRIPTED_PAUSE_MS = 25;
/** How often `run` looks whether its own trace can be claimed. */
export const CLAIM_RETRY_MS = 100;
/** A worker that is asked to stop gives running steps this long. */
export const DRAIN_MS = 10_000;
/** The lease of a run that this process executes itself; as a worker's. */
export const LEASE_MS = 8_000;
/** A worker's heap may hold this much more than what lived at the last collection: a third less memory for 200 runs at once, 5 % more CPU time. */
export const HEAP_GROWTH_PERCENT = 30;
/** Interrupts that come within this time are one press of the keys, delivered by the terminal and by npm. */
export const SAME_KEYPRESS_MS = 700;
/** A worker looks for a database that is away at first after this long, then half as often each time. */
export const DATABASE_RETRY_FIRST_MS = 500;
/** Longest pause between two looks: a run should go on soon after the database is back. */
export const DATABASE_RETRY_LONGEST_MS = 5_000;
/** A summary of a transcript takes at most this long; then code writes it. */
export const SUMMARY_TIMEOUT_MS = 180_000;
