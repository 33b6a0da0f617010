import type { View } from "../context/view.ts";
import { MAX_ROOM_TOKENS, MIN_ROOM_SHARE, ROOM_SHARE } from "../tunables.ts";
import { requestTokens } from "./clear.ts";
import type { WindowBudget } from "./window-budget.ts";

/**
 * Returns the tokens that a result may take so that the next request carries it whole: half of the room up to the limit, divided among the
 * `calls` of the step. In a full window, a share of its limit, because the next request is compacted first.
 */
export function resultRoom(
  view: View,
  budget: WindowBudget,
  step: { readonly fixedTokens: number; readonly calls: number },
): number {
  const { fixedTokens } = step;
  const free = budget.summariseAbove - requestTokens(view, fixedTokens);
  const least = (budget.summariseAbove - fixedTokens) * MIN_ROOM_SHARE;
  const tokens = Math.min(MAX_ROOM_TOKENS, Math.max(free * ROOM_SHARE, least));
  return Math.max(1, Math.floor(tokens / Math.max(1, step.calls)));
}
