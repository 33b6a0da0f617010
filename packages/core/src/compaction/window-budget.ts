import { usableTokens } from "../context/usable-tokens.ts";
import type { CompactionThresholds } from "../log/trace.ts";
import {
  CLEAR_ABOVE_SHARE,
  CLEAR_FREES_SHARE,
  CLEAR_LASTS_STEPS,
  CLEARED_SHARE,
  COMPACTED_SHARE,
  KEPT_SHARE_HIGH,
  KEPT_SHARE_LOW,
  PREPARE_ABOVE_SHARE,
  SUMMARISE_ABOVE_SHARE,
  SUMMARISE_HARD_SHARE,
} from "../tunables.ts";

/** The thresholds of one window in tokens. All but `clearFrees` and the kept ones are totals of a request, whatever it consists of. */
export type WindowBudget = {
  readonly usable: number;
  readonly clearAbove: number;
  readonly clearFrees: number;
  readonly clearLastsSteps: number;
  /** What a clearing at the limit has to come down to. */
  readonly cleared: number;
  /** From here on the next summary is written ahead. */
  readonly prepareAbove: number;
  readonly summariseAbove: number;
  readonly hardLimit: number;
  readonly compacted: number;
  readonly keptLow: number;
  readonly keptHigh: number;
};

/** The thresholds of a model's window, as fractions of what is usable. */
export function windowBudget(window: number, overrides: CompactionThresholds = {}): WindowBudget {
  const usable = usableTokens(window);
  const share = (part: number): number => Math.floor(usable * part);
  const summariseAbove = Math.min(overrides.summariseAbove ?? share(SUMMARISE_ABOVE_SHARE), usable);
  return {
    usable,
    clearAbove: overrides.clearAbove ?? Math.min(share(CLEAR_ABOVE_SHARE), summariseAbove),
    clearFrees: overrides.clearFrees ?? share(CLEAR_FREES_SHARE),
    clearLastsSteps: overrides.clearLastsSteps ?? CLEAR_LASTS_STEPS,
    cleared: Math.min(share(CLEARED_SHARE), summariseAbove),
    prepareAbove:
      overrides.prepareAbove ?? Math.floor((summariseAbove * PREPARE_ABOVE_SHARE) / SUMMARISE_ABOVE_SHARE),
    summariseAbove,
    hardLimit: Math.max(summariseAbove, share(SUMMARISE_HARD_SHARE)),
    compacted: Math.floor(summariseAbove * COMPACTED_SHARE),
    keptLow: share(KEPT_SHARE_LOW),
    keptHigh: share(KEPT_SHARE_HIGH),
  };
}
