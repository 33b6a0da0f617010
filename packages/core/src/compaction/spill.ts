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

/** Length of the hash prefix that identifies a spilled result to the model: unique within a log, short enough to copy. */
export const SHORT_ID_LENGTH = 16;

/** The text shown to the model in place of a long result, and how many characters of the original it contains. */
export type SpillPreview = { readonly text: string; readonly shownCharacters: number };

/** The maximum size of one result in the view. */
export type SpillLimit = { readonly characters: number; readonly tokens: number };

/**
 * Returns the preview of a result that exceeds the limit, or null if the result stays unchanged. The preview is head and tail around a marker
 * with size and id; the head gets two thirds, because most texts introduce themselves at the start. Surrogate pairs are not split.
 */
export function spillResult(
  output: string,
  options: {
    readonly limit: SpillLimit;
    readonly sha256: (text: string) => string;
    readonly count: (text: string) => number;
  },
): SpillPreview | null {
  const { limit, count } = options;
  const isLong = output.length > limit.characters;
  if (!isLong && (output.length <= MIN_PREVIEW_CHARACTERS || count(output) <= limit.tokens)) return null;
  const id = options.sha256(output).slice(0, SHORT_ID_LENGTH);
  const preview = buildPreview(output, id, Math.min(limit.characters, output.length));
  const tokens = count(preview.text);
  if (tokens <= limit.tokens) return isLong ? preview : null;
  // Digits and dense text need more tokens per character than prose, so the preview shrinks in proportion.
  const fitting = Math.floor((preview.text.length * limit.tokens) / tokens);
  return buildPreview(output, id, Math.max(Math.min(MIN_PREVIEW_CHARACTERS, limit.characters), fitting));
}

function buildPreview(output: string, id: string, length: number): SpillPreview {
  const characters = String(output.length);
  const marker = `\n${fillPrompt(compactionPrompt.spilled, { characters, id })}\n`;
  const room = Math.max(0, length - marker.length);
  const head = takeStart(output, Math.ceil((room * 2) / 3));
  const tail = takeEnd(output, room - head.length);
  return { text: `${head}${marker}${tail}`, shownCharacters: head.length + tail.length };
}

/**
 * Returns the limit for one result: the tool's own limit or the default, less in a window where that would crowd out the rest. The `calls`
 * results of a step share its part of the window. `pace` caps the tokens of the step so that the window lasts (`spillPace`).
 */
export function spillLimit(
  window: number,
  step: { readonly toolLimit: number | undefined; readonly calls: number; readonly pace: number },
): SpillLimit {
  const { toolLimit, pace } = step;
  const calls = Math.max(1, step.calls);
  const usable = usableTokens(window);
  const windowShare = usable * (toolLimit === undefined ? SPILL_WINDOW_SHARE : SPILL_OWN_WINDOW_SHARE);
  const tokens = Math.floor((toolLimit === undefined ? Math.min(windowShare, pace) : windowShare) / calls);
  const characters = Math.min(toolLimit ?? SPILL_CHARACTERS, Math.floor(tokens * CHARACTERS_PER_TOKEN));
  return { characters: Math.max(minPreviewLength(calls), characters), tokens };
}

function minPreviewLength(calls: number): number {
  const shared = Math.max(MIN_SHARED_PREVIEW_CHARACTERS, MIN_STEP_PREVIEW_CHARACTERS / calls);
  return Math.min(MIN_PREVIEW_CHARACTERS, Math.floor(shared));
}

/**
 * Returns the tokens that the results of this step may take so that the room up to the limit lasts for the intended number of steps. Tokens
 * that a step does not use remain for later steps. A step may exceed its even share a little, which never leaves later steps without room.
 */
export function spillPace(view: View, budget: WindowBudget, fixedTokens: number): number {
  const since = view.steps - view.brokenAtStep;
  const steps = Math.max(1, budget.clearLastsSteps + SPILL_PACE_SPARE_STEPS - since);
  const room = Math.max(0, budget.summariseAbove - requestTokens(view, fixedTokens));
  // Each of those steps also adds an answer, assumed to be as long as the latest one.
  const answer = view.items.findLast(({ message }) => message.role === "assistant")?.tokens ?? 0;
  return Math.max(0, room / steps - answer) * SPILL_PACE_BURST;
}

function takeStart(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\uD800-\uDBFF]$/u.test(cut) ? cut.slice(0, -1) : cut;
}

function takeEnd(text: string, length: number): string {
  const cut = length <= 0 ? "" : text.slice(-length);
  return /^[\uDC00-\uDFFF]/u.test(cut) ? cut.slice(1) : cut;
}
