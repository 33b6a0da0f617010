import { CLEAR_KEEPS_IN_NEED, CLEAR_SAVES_TOKENS } from "../tunables.ts";
import { type Clearable, stepGrowth, type View } from "../context/view.ts";
import type { WindowBudget } from "./window-budget.ts";

/** A batch of results to be cleared: by sequence, ascending, and what it frees. */
export type ClearPlan = { readonly sequences: readonly number[]; readonly frees: number };

/** Tokens of a request: what stands outside the messages, the summary in front of them, and they. */
export function requestTokens(view: View, fixedTokens: number): number {
  return fixedTokens + (view.head?.tokens ?? 0) + view.tokens;
}

/**
 * Decides whether old results are cleared now: only above the threshold, only when it frees enough to be worth a broken prompt cache,
 * and only when it lasts at the log's growth or gets far enough down. Else a summary, which folds them too, is one break instead of two.
 * Costs nothing when it is a no.
 */
export function planClear(view: View, budget: WindowBudget, fixedTokens: number): ClearPlan | null {
  const used = requestTokens(view, fixedTokens);
  if (used <= budget.clearAbove || view.ripeTokens < budget.clearFrees) return null;
  const isAtLimit = used > budget.summariseAbove;
  const after = used - view.ripeTokens;
  const lasts = stepGrowth(view) * budget.clearLastsSteps;
  // Below the limit it may as well wait: it is done early only when it carries fewer tokens for long.
  const isWorth = isAtLimit
    ? after <= budget.cleared || budget.summariseAbove - after >= lasts
    : view.ripeTokens >= Math.max(lasts, budget.clearFrees * 2);
  return isWorth ? planRipe(view) : null;
}

/** Every result but the newest. */
export function planRipe(view: View): ClearPlan {
  return planOf(view.ripe);
}

/** The batch when a summary must wait or is not enough: all but the newest two results, as far as it frees anything. */
export function planClearInNeed(view: View, keep: number = CLEAR_KEEPS_IN_NEED): ClearPlan | null {
  const fresh = view.fresh.slice(0, Math.max(0, view.fresh.length - keep));
  const plan = planOf([...view.ripe, ...fresh.filter((clearable) => clearable.saves >= CLEAR_SAVES_TOKENS)]);
  return plan.frees > 0 ? plan : null;
}

function planOf(results: readonly Clearable[]): ClearPlan {
  return {
    sequences: results.map(({ item }) => item.message.sequence),
    frees: results.reduce((sum, clearable) => sum + clearable.saves, 0),
  };
}
