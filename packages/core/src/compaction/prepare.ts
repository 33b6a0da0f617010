import { requestTokens } from "./clear.ts";
import { judgeSummary, type SummaryProblem } from "./judge-summary.ts";
import { isRecentlySummarised } from "./summarise.ts";
import { stepGrowth, type View } from "../context/view.ts";
import type { WindowBudget } from "./window-budget.ts";

/** What came of a summary that was asked for ahead, as events of the log. */
export type PreparedEvent =
  | { readonly type: "compaction.prepared"; readonly data: NonNullable<View["prepared"]> }
  | { readonly type: "compaction.failed"; readonly data: SummaryProblem & FailureFields };
type FailureFields = {
  readonly compactionId: string;
  readonly failuresInRow: number;
  readonly logTokens: number;
  readonly callId: string | null;
};

/**
 * Decides whether the next summary is asked for now, ahead of the limit: when it is a few steps away, and a summary and not a clearing
 * is what will be done there. When in doubt none is: what is not used is paid for all the same. A summariser that just failed is asked
 * only when there is no other way.
 */
export function shouldPrepare(view: View, budget: WindowBudget, fixedTokens: number): boolean {
  if (view.items.length === 0 || view.prepared !== null || view.breaker.failures > 0) return false;
  const used = requestTokens(view, fixedTokens);
  if (used <= budget.prepareAbove || used > budget.summariseAbove) return false;
  return !isRecentlySummarised(view) && !mayClearAtLimit(view, budget);
}

/** Whether a clearing could be worth it at the limit, if every result of now were ripe by then. */
function mayClearAtLimit(view: View, budget: WindowBudget): boolean {
  const frees = view.fresh.reduce((sum, clearable) => sum + clearable.saves, view.ripeTokens);
  if (frees < budget.clearFrees) return false;
  return (
    frees >= stepGrowth(view) * budget.clearLastsSteps || budget.summariseAbove - frees <= budget.cleared
  );
}

/** Judges a summary that was written ahead by what it would fold now. */
export function preparedEvent(
  view: View,
  written: {
    readonly text: string;
    readonly callId: string;
    readonly cost: number | null;
    readonly toSequence: number;
    readonly compactionId: string;
    stageBlob(text: string): string;
  },
): PreparedEvent {
  const { text, callId, cost, toSequence, compactionId } = written;
  const count = (part: string): number => view.tokenizer.count(part);
  const foldedTokens = view.tokens + (view.head?.tokens ?? 0);
  const problem = judgeSummary(text, { foldedTokens, count });
  if (problem !== null) return failedEvent(view, { ...problem, callId, compactionId });
  const textBlob = written.stageBlob(text);
  return {
    type: "compaction.prepared",
    data: { callId, toSequence, textBlob, tokens: count(text), cost },
  };
}

/** One more summary that can't be used. */
export function failedEvent(
  view: View,
  failed: SummaryProblem & { readonly compactionId: string; readonly callId: string | null },
): Extract<PreparedEvent, { type: "compaction.failed" }> {
  const { failures } = view.breaker;
  return {
    type: "compaction.failed",
    data: { ...failed, failuresInRow: failures + 1, logTokens: view.logTokens },
  };
}
