import { EMERGENCY_CLEAR_KEEPS_RESULTS, MIN_CLEAR_SAVINGS_TOKENS } from "../tunables.ts";
import { type Clearable, stepGrowth, unseenResults, type View } from "../context/view.ts";
import type { WindowBudget } from "./window-budget.ts";

/** A batch of results to clear: their sequences, ascending, and the tokens it frees. */
export type ClearPlan = { readonly sequences: readonly number[]; readonly frees: number };

/** Tokens of a whole request: the fixed parts, the summary at the front, and the messages. */
export function requestTokens(view: View, fixedTokens: number): number {
  return fixedTokens + (view.head?.tokens ?? 0) + view.tokens;
}

/**
 * Plans the clearing of old results, or returns null. Clears only above the threshold, only if it frees enough to justify a broken prompt
 * cache, and only if the log's growth does not use up the gain soon. Otherwise a summary, which folds the results too, breaks the cache once
 * instead of twice. Cheap when the answer is null.
 */
export function planClear(view: View, budget: WindowBudget, fixedTokens: number): ClearPlan | null {
  const used = requestTokens(view, fixedTokens);
  if (used <= budget.clearAbove || view.staleTokens < budget.clearFrees) return null;
  const isAtLimit = used > budget.summariseAbove;
  const after = used - view.staleTokens;
  const lasts = stepGrowth(view) * budget.clearLastsSteps;
  // Below the limit there is no hurry: clear early only if many later calls get smaller.
  const isWorth = isAtLimit
    ? after <= budget.cleared || budget.summariseAbove - after >= lasts
    : view.staleTokens >= Math.max(lasts, budget.clearFrees * 2);
  return isWorth ? planStaleClear(view) : null;
}

/** Clears every stale result. */
export function planStaleClear(view: View): ClearPlan {
  return toPlan(view.stale);
}

/** Clears all but the newest results, for when a summary is not possible yet or not enough. Null when that frees nothing. */
export function planEmergencyClear(view: View): ClearPlan | null {
  const kept = Math.max(EMERGENCY_CLEAR_KEEPS_RESULTS, unseenResults(view).length);
  const recent = view.recent.slice(0, -kept);
  const plan = toPlan([
    ...view.stale,
    ...recent.filter((clearable) => clearable.saves >= MIN_CLEAR_SAVINGS_TOKENS),
  ]);
  return plan.frees > 0 ? plan : null;
}

/**
 * Clears every result after `sequence` for which that is worthwhile and that the model has seen; of the others the largest, until they free
 * `unseenFrees` tokens, given the tokens that the seen ones free.
 */
export function planClearAfter(
  view: View,
  sequence: number,
  { unseenFrees }: { unseenFrees(seen: number): number },
): ClearPlan {
  const until = unseenResults(view)[0]?.message.sequence ?? Infinity;
  const results = [...view.stale, ...view.recent].filter(
    ({ item: { message }, saves }) => message.sequence > sequence && saves >= MIN_CLEAR_SAVINGS_TOKENS,
  );
  const isSeen = ({ item }: Clearable): boolean => item.message.sequence < until;
  const seen = results.filter(isSeen);
  let needed = unseenFrees(toPlan(seen).frees);
  const hidden = new Set<Clearable>();
  for (const result of results.filter((item) => !isSeen(item)).sort((a, b) => b.saves - a.saves)) {
    if (needed <= 0) break;
    needed -= result.saves;
    hidden.add(result);
  }
  return toPlan([...seen, ...results.filter((result) => hidden.has(result))]);
}

function toPlan(results: readonly Clearable[]): ClearPlan {
  return {
    sequences: results.map(({ item }) => item.message.sequence),
    frees: results.reduce((sum, clearable) => sum + clearable.saves, 0),
  };
}
