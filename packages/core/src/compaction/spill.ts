import { compactionPrompt } from "../prompts/generated/compaction.ts";
import { fillPrompt } from "../prompts/parse.ts";
import {
  CHARACTERS_PER_TOKEN,
  SPILL_CHARACTERS,
  SPILL_OWN_WINDOW_SHARE,
  SPILL_PACE_BURST,
  SPILL_PACE_SPARE_STEPS,
  MIN_PREVIEW_CHARACTERS,
  MIN_SHARED_PREVIEW_CHARACTERS,
  MIN_STEP_PREVIEW_CHARACTERS,
  SPILL_WINDOW_SHARE,
} from "../tunables.ts";
import { requestTokens } from "./clear.ts";
import type { View } from "../context/view.ts";
import { usableTokens } from "../context/usable-tokens.ts";
import type { WindowBudget } from "./window-budget.ts";

/** The part of a spilled result's hash that the model is told: enough to be unique in a log, short enough to be copied. */
export const SHORT_ID_LENGTH = 16;

/** What the model reads of a result that is too long, and how much of the original that is. */
export type Spilled = { readonly preview: string; readonly shownCharacters: number };

/** What of one result the view takes at most. */
export type SpillLimit = { readonly characters: number; readonly tokens: number };

/**
 * Decides whether a result is spilled when it arrives. Null when it stays as it is. The preview is head and tail around a marker with
 * size and id; two thirds go to the head, because most texts say first what they are. Surrogate pairs stay whole.
 */
export function spillResult(
  output: string,
  options: {
    readonly limit: SpillLimit;
    readonly sha256: (text: string) => string;
    readonly count: (text: string) => number;
  },
): Spilled | null {
  const { limit, count } = options;
  const isLong = output.length > limit.characters;
  if (!isLong && (output.length <= MIN_PREVIEW_CHARACTERS || count(output) <= limit.tokens)) return null;
  const id = options.sha256(output).slice(0, SHORT_ID_LENGTH);
  const preview = previewOf(output, id, Math.min(limit.characters, output.length));
  const tokens = count(preview.preview);
  if (tokens <= limit.tokens) return isLong ? preview : null;
  // Digits and dense text take more tokens than prose: as many characters fewer.
  const fitting = Math.floor((preview.preview.length * limit.tokens) / tokens);
  return previewOf(output, id, Math.max(Math.min(MIN_PREVIEW_CHARACTERS, limit.characters), fitting));
}

function previewOf(output: string, id: string, length: number): Spilled {
  const characters = String(output.length);
  const marker = `\n${fillPrompt(compactionPrompt.spilled, { characters, id })}\n`;
  const room = Math.max(0, length - marker.length);
  const head = wholeStart(output, Math.ceil((room * 2) / 3));
  const tail = wholeEnd(output, room - head.length);
  return { preview: `${head}${marker}${tail}`, shownCharacters: head.length + tail.length };
}

/**
 * The most that the view takes of one result: the tool's own limit or the default, less in a window where that would crowd out the rest.
 * `calls` is how many results the step brings: they share its part of the window. `pace` is what they may take for the window to last.
 */
export function spillLimit(
  window: number,
  step: { readonly own: number | undefined; readonly calls: number; readonly pace: number },
): SpillLimit {
  const { own, pace } = step;
  const calls = Math.max(1, step.calls);
  const usable = usableTokens(window);
  const most = usable * (own === undefined ? SPILL_WINDOW_SHARE : SPILL_OWN_WINDOW_SHARE);
  const tokens = Math.floor((own === undefined ? Math.min(most, pace) : most) / calls);
  const characters = Math.min(own ?? SPILL_CHARACTERS, Math.floor(tokens * CHARACTERS_PER_TOKEN));
  return { characters: Math.max(shortestPreview(calls), characters), tokens };
}

function shortestPreview(calls: number): number {
  const shared = Math.max(MIN_SHARED_PREVIEW_CHARACTERS, MIN_STEP_PREVIEW_CHARACTERS / calls);
  return Math.min(MIN_PREVIEW_CHARACTERS, Math.floor(shared));
}

/**
 * Tokens that the results of this step may take, so that what comes in until the limit lasts for as many steps as a broken cache has to. What a
 * step leaves is there for the later ones; one that takes its share and a bit leaves them less, but never nothing.
 */
export function spillPace(view: View, budget: WindowBudget, fixedTokens: number): number {
  const since = view.steps - view.brokenAtStep;
  const steps = Math.max(1, budget.clearLastsSteps + SPILL_PACE_SPARE_STEPS - since);
  const room = Math.max(0, budget.summariseAbove - requestTokens(view, fixedTokens));
  // Each of those steps brings an answer as well, of the size of this one.
  const answer = view.items.findLast(({ message }) => message.role === "assistant")?.tokens ?? 0;
  return Math.max(0, room / steps - answer) * SPILL_PACE_BURST;
}

function wholeStart(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\uD800-\uDBFF]$/u.test(cut) ? cut.slice(0, -1) : cut;
}

function wholeEnd(text: string, length: number): string {
  const cut = length <= 0 ? "" : text.slice(-length);
  return /^[\uDC00-\uDFFF]/u.test(cut) ? cut.slice(1) : cut;
}
