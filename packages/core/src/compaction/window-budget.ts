import { usableTokens } from "../context/usable-tokens.ts";
import type { CompactionThresholds } from "../log/trace.ts";
import {
  CLEAR_ABOVE_SHARE,
  CLEAR_FREES_SHARE,
  CLEAR_LASTS_STEPS,
  CLEARED_SHARE,
  COMPACTED_REST_SHARE,
  COMPACTED_SHARE,
  MAX_KEPT_SHARE,
  MIN_COMPACTED_REST_SHARE,
  MIN_KEPT_SHARE,
  PREPARE_ABOVE_SHARE,
  SUMMARIZE_ABOVE_SHARE,
  SUMMARIZE_HARD_SHARE,
} from "../tunables.ts";

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
 * Returns the tokens of a request right after a compaction: half of the limit, or a share of the rest up to the limit where instructions and tools
 * take so much of a small window that half of the limit would leave the history little of it.
 */
export function compactedTokens(budget: WindowBudget, fixedTokens: number): number {
  const rest = Math.max(0, budget.summariseAbove - fixedTokens);
  const isCrowded = budget.compacted - fixedTokens < rest * MIN_COMPACTED_REST_SHARE;
  return isCrowded ? Math.floor(fixedTokens + rest * COMPACTED_REST_SHARE) : budget.compacted;
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
    compacted: Math.floor(summariseAbove * COMPACTED_SHARE),
    keptLow: share(MIN_KEPT_SHARE),
    keptHigh: share(MAX_KEPT_SHARE),
  };
}
