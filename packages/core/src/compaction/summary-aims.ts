import { messageText } from "../context/extract.ts";
import { unseenResults, type View } from "../context/view.ts";
import {
  COMPACTED_REST_SHARE,
  COMPACTED_TOKENS,
  LAST_SUMMARY_LEVELS,
  NEAR_LIMIT_SHARE,
  SUMMARY_LEVELS,
} from "../tunables.ts";
import { requestTokens } from "./clear.ts";
import { compactedTokens, type WindowBudget } from "./window-budget.ts";

/**
 * How much of the history stays verbatim, and which of its results are cleared: `seen` are those that the model has seen, `some` also as many of the
 * others, largest first, as a summary needs.
 */
export type Level = {
  readonly kept: "high" | "half" | "last" | "nothing";
  readonly clears: "nothing" | "seen" | "some" | "all";
};

/** The parts of people's messages that a summary shows: the newest one whole beside the ends of the others, the newest one whole, or the ends of all. */
export type People = "whole and ends" | "whole" | "ends";

/** An attempt to summarize: the request afterwards takes at most `target` tokens. */
export type Aim = { readonly level: Level; readonly target: number; readonly people: People };

type AimInput = {
  readonly view: View;
  readonly budget: WindowBudget;
  readonly fixedTokens: number;
  /** Tokens of the step whose results the model has not seen, with all that followed it. */
  readonly newestStep: number;
};

/**
 * Returns the attempts in order. The newest user message stays whole while anything else can give way. Then results that the model has not seen may
 * take the whole window for one request. They are hidden only if the request that first carries them exceeds the window without a summary too. A
 * small window is not filled for the newest message, because the next summary would follow at once.
 */
export function summaryAims(input: AimInput): readonly Aim[] {
  const { view, budget, fixedTokens } = input;
  const fills = budget.summariseAbove > COMPACTED_TOKENS;
  const aims = (levels: readonly Level[], people: People): readonly Aim[] => {
    const targets = tokenTargets(input, people);
    const mayFill = people === "ends" || (people === "whole and ends" && fills);
    return (mayFill ? targets : targets.slice(0, -1)).flatMap((target) =>
      levels.map((level) => ({ level, target, people })),
    );
  };
  const isUnseen = unseenResults(view).length > 0;
  const mayHide = !isUnseen || requestTokens(view, fixedTokens) > budget.usable;
  return [
    ...aims(SUMMARY_LEVELS, "whole and ends"),
    ...aims(SUMMARY_LEVELS, "whole"),
    ...aims(SUMMARY_LEVELS, "ends"),
    ...(isUnseen ? unseenAims(input) : []),
    ...(isUnseen && mayHide ? [hidesSome(budget)] : []),
    ...(mayHide ? aims(LAST_SUMMARY_LEVELS, "ends") : []),
  ];
}

function hidesSome({ usable }: WindowBudget): Aim {
  return { level: { kept: "last", clears: "some" }, target: usable, people: "ends" };
}

/** The levels for results that the model has not seen, which may fill the usable window: the tail is only what they need. */
const UNSEEN_SUMMARY_LEVELS = SUMMARY_LEVELS.filter(({ kept }) => kept === "last");

/** Of the whole window, first leave room for one more step like the newest, so that not every step needs a summary. */
function unseenAims({ budget, fixedTokens, newestStep }: AimInput): readonly Aim[] {
  const usual = compactedTokens(budget, fixedTokens) + newestStep;
  return [Math.min(usual, budget.usable - newestStep), budget.usable].flatMap((target) =>
    UNSEEN_SUMMARY_LEVELS.map((level): Aim => ({ level, target, people: "ends" })),
  );
}

/**
 * Half of the limit; if instructions and tools leave no room for that, a share of the rest; as a last resort, just below the limit. Long results
 * that the model has not seen come on top, because they do not take the room of everything else and can be cleared soon. So does a long newest user
 * message that stays whole: beside long results, it would otherwise be cut.
 */
function tokenTargets({ view, budget, fixedTokens }: AimInput, people: People): readonly number[] {
  const last = Math.floor(budget.summariseAbove * NEAR_LIMIT_SHARE);
  const unseen = unseenResults(view).reduce((sum, { tokens }) => sum + tokens, 0);
  const newest = view.users.at(-1);
  const message = people !== "ends" && newest !== undefined ? view.tokenizer.count(messageText(newest)) : 0;
  const onTop = [unseen, message].reduce((sum, tokens) => sum + Math.max(0, tokens - budget.keptHigh), 0);
  const rest = Math.floor(fixedTokens + (budget.summariseAbove - fixedTokens) * COMPACTED_REST_SHARE);
  return [
    ...[compactedTokens(budget, fixedTokens), rest].map((target) =>
      Math.max(target, Math.min(target + onTop, last)),
    ),
    last,
  ];
}
