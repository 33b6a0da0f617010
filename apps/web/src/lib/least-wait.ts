/** Shorter waits are the runtime handing over, not waiting that anyone asks about. Milliseconds. */
export const LEAST_WAIT_MS = 1_000;
