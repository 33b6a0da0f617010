/** Shorter waits are handovers of the runtime, which are not worth reporting. Milliseconds. */
export const LEAST_WAIT_MS = 1_000;
