import { addAmounts, NOTHING } from "../../guards/budget/decide-reservation.ts";
import type { Budget } from "../../log/budget.ts";
import type { Account, Amounts, CallEstimate } from "../../ports/budget-store.ts";

/** The spending of one run together with the runs below it. It is kept in memory: all of them execute in one process. */
export type TreeAccount = {
  /** The account of the parent; null for the root. */
  readonly above: TreeAccount | null;
  /** The most that the run and everything below it may spend. */
  budget(): Budget;
  /** True after a person accepted calls of unknown price. */
  acceptsUnpriced(): boolean;
  /** The run and everything below it: spent, and held for calls in progress. Time is that of the run alone. */
  total(): Account;
  /** Holds the most that a call will use until `release`. */
  hold(callId: string | null, estimate: CallEstimate): void;
  release(callId: string | null): void;
  /** Counts the spending of a child as long as it executes. */
  attach(childTraceId: string, total: () => Account): void;
  /** Counts the spending of a child that does not execute, with everything below it. */
  settle(childTraceId: string, spent: Amounts): void;
};

/** Creates the account of a run. `spent` returns its own spending. */
export function createTreeAccount(run: {
  readonly above: TreeAccount | null;
  budget(): Budget;
  acceptsUnpriced(): boolean;
  spent(): Amounts;
}): TreeAccount {
  const holds = new Map<string | null, CallEstimate>();
  const children = new Map<string, () => Account>();
  return {
    above: run.above,
    budget: run.budget,
    acceptsUnpriced: run.acceptsUnpriced,
    total: () => {
      let spent = run.spent();
      let held = [...holds.values()].reduce(addAmounts, NOTHING);
      for (const total of children.values()) {
        const child = total();
        spent = addAmounts(spent, { ...child.spent, ms: 0 });
        held = addAmounts(held, { ...child.held, ms: 0 });
      }
      return { spent, held };
    },
    hold: (callId, estimate) => void holds.set(callId, estimate),
    release: (callId) => void holds.delete(callId),
    attach: (childTraceId, total) => void children.set(childTraceId, total),
    settle: (childTraceId, spent) => void children.set(childTraceId, () => ({ spent, held: NOTHING })),
  };
}
