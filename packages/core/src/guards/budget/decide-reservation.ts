import { BUDGET_UNITS, type Budget } from "../../log/budget.ts";
import type { Account, Amounts, CallEstimate, ReservationDecision } from "../../ports/budget-store.ts";

export const NOTHING: Amounts = { usd: 0, tokens: 0, ms: 0, steps: 0 };

/**
 * Decides about one call. A call that would exceed the budget starts only while no other call has a reservation, so that spending
 * never exceeds the budget by more than the reservation of one call. An optional call must fit completely. With `acceptsUnpriced` a call of
 * unknown price counts as free.
 */
export function decideReservation(
  budget: Budget,
  { spent, held }: Account,
  call: { readonly estimate: CallEstimate; readonly isOptional: boolean; readonly acceptsUnpriced: boolean },
): ReservationDecision {
  const { estimate, isOptional, acceptsUnpriced } = call;
  for (const unit of BUDGET_UNITS) {
    const allowed = budget[unit];
    if (allowed !== undefined && spent[unit] >= allowed)
      return { kind: "reached", unit, used: spent[unit], allowed };
  }
  if (budget.usd !== undefined && estimate.usd === null && !acceptsUnpriced)
    return { kind: "unpriced", allowed: budget.usd };
  const isTight = BUDGET_UNITS.some((unit) => {
    const allowed = budget[unit];
    if (allowed === undefined) return false;
    const isAlone = held[unit] === 0 && !isOptional;
    return !isAlone && spent[unit] + held[unit] + (estimate[unit] ?? 0) > allowed;
  });
  return isTight ? { kind: "busy" } : { kind: "granted" };
}

/** Returns the sum of two amounts; an unknown price counts as nothing. */
export function addAmounts(left: Amounts, right: CallEstimate): Amounts {
  return {
    usd: left.usd + (right.usd ?? 0),
    tokens: left.tokens + right.tokens,
    ms: left.ms + right.ms,
    steps: left.steps + right.steps,
  };
}
