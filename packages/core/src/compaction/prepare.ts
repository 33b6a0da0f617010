import { canRequestSummary } from "../context/breaker.ts";
import { requestTokens } from "./clear.ts";
import { judgeSummary, type SummaryProblem } from "./judge-summary.ts";
import { isRecentlySummarized } from "./summarize.ts";
import { stepGrowth, type View } from "../context/view.ts";
import type { WindowBudget } from "./window-budget.ts";

/** The log event that records the result of a background summary. */
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
 * Returns true if the next summary should be requested now, in the background: the limit is a few steps away, and clearing results will not
 * be enough then. Returns false when in doubt, because an unused summary still costs money, and after a failed summary, so that the next one is
 * requested only at the limit; but after a slow one, the next is requested only here, because no run waits for it.
 */
export function shouldPrepareSummary(view: View, budget: WindowBudget, fixedTokens: number): boolean {
  if (view.items.length === 0 || view.prepared !== null) return false;
  const { breaker } = view;
  if (breaker.failures > 0 && !(breaker.isSlow && canRequestSummary(breaker, view.logTokens))) return false;
  const used = requestTokens(view, fixedTokens);
  if (used <= budget.prepareAbove || used > budget.summariseAbove) return false;
  return !isRecentlySummarized(view) && !mayClearAtLimit(view, budget);
}

/** True if clearing could be enough at the limit, assuming that every current result is stale by then. */
function mayClearAtLimit(view: View, budget: WindowBudget): boolean {
  const frees = view.recent.reduce((sum, clearable) => sum + clearable.saves, view.staleTokens);
  if (frees < budget.clearFrees) return false;
  return (
    frees >= stepGrowth(view) * budget.clearLastsSteps || budget.summariseAbove - frees <= budget.cleared
  );
}

/** Checks a background summary against the messages it would fold now and returns the event to log. */
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

/** Returns the event for one more unusable summary. */
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
