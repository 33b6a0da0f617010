import { usableTokens } from "../context/usable-tokens.ts";
import type { CompactionThresholds } from "../log/trace.ts";
import {
  CLEAR_ABOVE_SHARE,
  CLEAR_FREES_SHARE,
  CLEAR_LASTS_STEPS,
  CLEARED_SHARE,
  COMPACTED_SHARE,
  COMPACTED_TOKENS,
  MAX_KEPT_SHARE,
  MIN_KEPT_SHARE,
  PREPARE_ABOVE_SHARE,
  ROOMY_COMPACTED_SHARE,
  SUMMARIZE_ABOVE_SHARE,
  SUMMARIZE_HARD_SHARE,
} from "../tunables.ts";

/** Instructions and tools crowd a window if they take more than this part of what a compaction would leave to the history without them. */
const CROWDED_SHARE = 0.2;

/** The thresholds of one window, in tokens. All but `clearFrees`, `keptLow` and `keptHigh` are totals of a whole request. */
export type WindowBudget = {
  readonly usable: number;
  readonly clearAbove: number;
  readonly clearFrees: number;
  readonly clearLastsSteps: number;
  /** Clearing at the limit is enough if it gets down to this. */
  readonly cleared: number;
  /** Above this, the next summary is requested in the background. */
  readonly prepareAbove: number;
  readonly summariseAbove: number;
  readonly hardLimit: number;
  readonly compacted: number;
  readonly keptLow: number;
  readonly keptHigh: number;
};

/**
 * Returns the tokens of a request right after a compaction: a share of the limit, or the same share of the rest up to the limit where instructions
 * and tools take so much of the window that it would leave the history little. In a small window, always the latter: everything that half of the
 * rest holds is needed there.
 */
export function compactedTokens(budget: WindowBudget, fixedTokens: number): number {
  const isSmall = budget.summariseAbove <= COMPACTED_TOKENS;
  if (!isSmall && !isCrowded(budget, fixedTokens)) return budget.compacted;
  return Math.floor(fixedTokens + budget.compacted * restShare(budget, fixedTokens));
}

/**
 * Returns the bounds of the newest part that stays verbatim, in tokens. Where instructions and tools crowd the window, both shrink with what these leave,
 * because the index of what was folded shows more of the work in the same room.
 */
export function keptTokens(
  budget: WindowBudget,
  fixedTokens: number,
): { readonly low: number; readonly high: number } {
  const share = isCrowded(budget, fixedTokens) ? restShare(budget, fixedTokens) : 1;
  return { low: Math.floor(budget.keptLow * share), high: Math.floor(budget.keptHigh * share) };
}

function isCrowded(budget: WindowBudget, fixedTokens: number): boolean {
  return (
    budget.compacted - fixedTokens < budget.compacted * restShare(budget, fixedTokens) * (1 - CROWDED_SHARE)
  );
}

/** The share of the limit that instructions and tools leave. */
function restShare({ summariseAbove }: WindowBudget, fixedTokens: number): number {
  return Math.max(0, summariseAbove - fixedTokens) / Math.max(1, summariseAbove);
}

/** Returns the thresholds of a model's window as shares of the usable tokens, unless overridden. */
export function windowBudget(window: number, overrides: CompactionThresholds = {}): WindowBudget {
  const usable = usableTokens(window);
  const share = (part: number): number => Math.floor(usable * part);
  const summariseAbove = Math.min(overrides.summariseAbove ?? share(SUMMARIZE_ABOVE_SHARE), usable);
  return {
    usable,
    clearAbove: overrides.clearAbove ?? Math.min(share(CLEAR_ABOVE_SHARE), summariseAbove),
    clearFrees: overrides.clearFrees ?? share(CLEAR_FREES_SHARE),
    clearLastsSteps: overrides.clearLastsSteps ?? CLEAR_LASTS_STEPS,
    cleared: Math.min(share(CLEARED_SHARE), summariseAbove),
    prepareAbove:
      overrides.prepareAbove ?? Math.floor((summariseAbove * PREPARE_ABOVE_SHARE) / SUMMARIZE_ABOVE_SHARE),
    summariseAbove,
    hardLimit: Math.max(summariseAbove, share(SUMMARIZE_HARD_SHARE)),
    compacted: Math.floor(
      Math.max(
        summariseAbove * ROOMY_COMPACTED_SHARE,
        Math.min(summariseAbove * COMPACTED_SHARE, COMPACTED_TOKENS),
      ),
    ),
    keptLow: share(MIN_KEPT_SHARE),
    keptHigh: share(MAX_KEPT_SHARE),
  };
}
