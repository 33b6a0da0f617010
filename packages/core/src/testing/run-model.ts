import { isTerminal, type TraceStatus, type WaitingFor } from "../log/trace.ts";
import type { Lease } from "../ports/trace-store.ts";
import { answersWait } from "../signals/answers.ts";
import type { Signal } from "../signals/signal.ts";

/** Lease end and current time, both since the start of the case. Milliseconds. */
export type LeaseModel = {
  now: number;
  /** The newest lease; null after its release. */
  lease: { readonly fence: number; until: number } | null;
};

/** The facts that decide whether an unclaimed run can be claimed. */
export type WaitModel = {
  readonly status: TraceStatus;
  readonly waitingFor: WaitingFor | null;
  /** On the clock of the case; null when the run waits only for signals. */
  readonly wakeAt: number | null;
  /** As this version reads them. */
  readonly pending: readonly Signal["kind"][];
};

/** Leases and waits take an odd multiple of the stores' resolution and jumps an even one, so that no two times of a case are equal. */
export const LEASE_UNITS = 3;

/** Returns the initial model: no lease. */
export function createLeaseModel(): LeaseModel {
  return { now: 0, lease: null };
}

/** Returns true when there is an unexpired lease. One that expired no longer prevents a claim, but its holder may write until that claim. */
export function isHeld({ now, lease }: LeaseModel): boolean {
  return lease !== null && lease.until > now;
}

/** Returns true when a claim must succeed; otherwise it must fail. */
export function isClaimable(leaseModel: LeaseModel, run: WaitModel): boolean {
  if (isHeld(leaseModel) || isTerminal(run.status)) return false;
  if (run.status !== "waiting") return true;
  if (run.wakeAt !== null && run.wakeAt <= leaseModel.now) return true;
  return run.pending.some((kind) => answersWait(kind, run.waitingFor));
}

/** Records a lease of `leaseMs` that was issued or renewed now. */
export function noteLease(leaseModel: LeaseModel, { fence }: Lease, leaseMs: number): void {
  leaseModel.lease = { fence, until: leaseModel.now + leaseMs };
}

/** Records the release of a lease; a stale one changes nothing. */
export function noteRelease(leaseModel: LeaseModel, { fence }: Lease): void {
  if (leaseModel.lease?.fence === fence) leaseModel.lease = null;
}
