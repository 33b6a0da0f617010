/** How often `run` looks whether its own trace can be claimed. */
export const CLAIM_RETRY_MS = 100;
/** The lease of a run that this process executes itself; as a worker's. */
export const LEASE_MS = 8_000;
/** Interrupts that come within this time are one press of the keys, delivered by the terminal and by npm. */
export const SAME_KEYPRESS_MS = 700;
/** A summary of a transcript takes at most this long; then code writes it. */
export const SUMMARY_TIMEOUT_MS = 180_000;
