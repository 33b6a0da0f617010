import { HEARTBEAT_MS, LEASE_MS, RECONCILE_MS } from "../tunables.ts";

/** Lease timing, in milliseconds. It determines how soon other workers take over the runs of a dead worker. */
export type LeaseTimes = {
  /** A lease expires if it is not renewed for this long. */
  readonly leaseMs: number;
  /** Time between renewals; several must fit into one lease. */
  readonly heartbeatMs: number;
  /** Time between polls for claimable runs, such as those with expired leases. */
  readonly reconcileMs: number;
};

/** The lease timing of real workers. */
export const LEASE_TIMES: LeaseTimes = {
  leaseMs: LEASE_MS,
  heartbeatMs: HEARTBEAT_MS,
  reconcileMs: RECONCILE_MS,
};
