import { isTerminal, type TraceStatus, type WaitingFor } from "../log/trace.ts";
import type { Lease } from "../ports/trace-store.ts";
import { answersWait } from "../signals/answers.ts";
import type { Signal } from "../signals/signal.ts";

/** When a lease of a run ends, and what time it is, both since the case began. Milliseconds. */
export type LeaseModel = {
  now: number;
  /** The newest lease that was given; null after its release. */
  lease: { readonly fence: number; until: number } | null;
};

/** What decides whether a run that nobody holds can be claimed. */
export type WaitModel = {
  readonly status: TraceStatus;
  readonly waitingFor: WaitingFor | null;
  /** On the clock of the case; null when the run waits for signals alone. */
  readonly wakeAt: number | null;
  /** As this version reads them. */
  readonly pending: readonly Signal["kind"][];
};

/** Leases and waits take an odd number of the stores' resolution and jumps an even one, so that no two times of a case are equal. */
export const LEASE_UNITS = 3;

/** Nothing is known and nobody holds the run. */
export function createLeaseModel(): LeaseModel {
  return { now: 0, lease: null };
}

/** Whether somebody has a lease that has not run out. */
export function isHeld({ now, lease }: LeaseModel): boolean {
  return lease !== null && lease.until > now;
}

/** Whether a claim must succeed; when this is false, it must fail. */
export function isClaimable(leaseModel: LeaseModel, run: WaitModel): boolean {
  if (isHeld(leaseModel) || isTerminal(run.status)) return false;
  if (run.status !== "waiting") return true;
  if (run.wakeAt !== null && run.wakeAt <= leaseModel.now) return true;
  return run.pending.some((kind) => answersWait(kind, run.waitingFor));
}

/** Notes a lease of `leaseMs` that was given or renewed now. */
export function noteLease(leaseModel: LeaseModel, { fence }: Lease, leaseMs: number): void {
  leaseModel.lease = { fence, until: leaseModel.now + leaseMs };
}

/** Notes that a lease was given back; a former one changes nothing. */
export function noteRelease(leaseModel: LeaseModel, { fence }: Lease): void {
  if (leaseModel.lease?.fence === fence) leaseModel.lease = null;
}
