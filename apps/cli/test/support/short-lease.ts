/** A worker's lease in a fraction of the time, but long enough that a busy machine renews it. Milliseconds. */
export const SHORT_LEASE = { leaseMs: 1_500, heartbeatMs: 300, reconcileMs: 200 } as const;
