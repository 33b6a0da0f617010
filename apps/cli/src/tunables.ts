/** Reasoning models may think for two minutes before the first byte. */
export const FIRST_BYTE_MS = 120_000;
/** A stream that says nothing for a minute is cut and tried again. */
export const STREAM_IDLE_MS = 60_000;
/** Between pieces of the scripted demo: slow enough to watch, quick enough not to bore. */
export const SCRIPTED_PAUSE_MS = 25;
/** How often `run` looks whether its own trace can be claimed. */
export const CLAIM_RETRY_MS = 100;
/** A worker that is asked to stop gives running steps this long. */
export const DRAIN_MS = 10_000;
