import type { Budget, BudgetUnit } from "../log/budget.ts";

/** An amount of every unit. */
export type Amounts = Readonly<Record<BudgetUnit, number>>;

/** The most that a call will use. `usd` is null while the price of its model is unknown. */
export type CallEstimate = Readonly<Record<Exclude<BudgetUnit, "usd">, number>> & {
  readonly usd: number | null;
};

/** The used part of a budget, and the part that running calls have reserved. */
export type Account = { readonly spent: Amounts; readonly held: Amounts };

/** A budget that is used up, with the figures that show it. */
export type ReachedBudget = { readonly unit: BudgetUnit; readonly used: number; readonly allowed: number };

/**
 * Whether a call may start. `busy`: what running calls have reserved leaves too little, so the call waits for them. `unpriced`: the budget is
 * in money and the price of the call is unknown.
 */
export type ReservationDecision =
  | { readonly kind: "granted" }
  | { readonly kind: "busy" }
  | ({ readonly kind: "reached" } & ReachedBudget)
  | { readonly kind: "unpriced"; readonly allowed: number };

/** A reservation for one model call. */
export type ReservationRequest = {
  readonly workspaceId: string;
  readonly traceId: string;
  readonly rootId: string;
  /** The fence of the lease under which the call runs. */
  readonly fence: number;
  readonly reservationId: string;
  readonly estimate: CallEstimate;
  /** True for a call that the run can do without: it must fit completely. */
  readonly isOptional: boolean;
  /** True if calls of unknown price count as free. */
  readonly acceptsUnpriced: boolean;
};

/** The decision about a reservation, with the workspace's budget and what is spent of it today. */
export type SharedReservation = {
  readonly decision: ReservationDecision;
  readonly budget: Budget;
  readonly spent: Amounts;
  /** Milliseconds since the epoch at which the next day (UTC) begins. */
  readonly nextDayAt: number;
};

/** The budgets of workspaces for a day (UTC), which all their runs share. */
export interface BudgetStore {
  /**
   * Reserves what a call will use at most, atomically for all runs of the workspace; null if the workspace has no budget. A granted
   * reservation counts until the append that contains its `budget.settled`, or until the lease of `fence` ends. Throws LEASE_LOST when another
   * worker has claimed the run.
   */
  reserve(request: ReservationRequest): Promise<SharedReservation | null>;
}
