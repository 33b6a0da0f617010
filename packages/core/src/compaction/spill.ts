import { compactionPrompt } from "../prompts/generated/compaction.ts";
import { fillPrompt } from "../prompts/parse.ts";
import {
  CHARACTERS_PER_TOKEN,
  LEFT_OUT_SHARE,
  MIN_HEAD_TOKENS,
  MIN_PREVIEW_CHARACTERS,
  NEAR_LIMIT_SHARE,
  SPILL_CHARACTERS,
  STEP_SHARE,
  WHOLE_SHARE,
} from "../tunables.ts";
import { requestTokens } from "./clear.ts";
import { leftOutFacts } from "./left-out.ts";
import { SHORT_ID_LENGTH } from "../context/short-id.ts";
import { unseenResults, type View } from "../context/view.ts";
import { compactedTokens, type WindowBudget } from "./window-budget.ts";

/** Tokens of the wire's frame around a result. */
const FRAME_TOKENS = 4;

/** The text shown to the model in place of a long result, and how many characters of the original it contains. */
export type SpillPreview = { readonly text: string; readonly shownCharacters: number };

/**
 * Returns the preview of a result that has more than `limit` tokens, or null if the result stays unchanged. The preview is head and tail around
 * a marker with size and id, followed by the facts of what is left out; the head gets two thirds, because most texts introduce themselves at the
 * start. If there is room for little more than the marker, a line with size and id remains. Surrogate pairs are not split.
 */
export function spillResult(
  output: string,
  options: {
    readonly limit: number;
    readonly sha256: (text: string) => string;
    readonly count: (text: string) => number;
  },
): SpillPreview | null {
  const { limit, count } = options;
  if (output.length <= MIN_PREVIEW_CHARACTERS && output.length <= limit) return null;
  const tokens = count(output);
  if (tokens <= limit) return null;
  const id = options.sha256(output).slice(0, SHORT_ID_LENGTH);
  const characters = String(output.length);
  let length = output.length;
  let preview: SpillPreview = { text: output, shownCharacters: length };
  // Digits and dense text need more tokens per character than prose, so the preview shrinks in proportion.
  for (let now = tokens; now > limit; now = count(preview.text)) {
    length = Math.floor(length * Math.min(0.95, limit / now));
    if (length < MIN_PREVIEW_CHARACTERS) break;
    preview = buildPreview(output, id, length);
  }
  if (length >= MIN_PREVIEW_CHARACTERS) return preview;
  const stub = fillPrompt(compactionPrompt.stub, { characters, id });
  return count(stub) < tokens ? { text: stub, shownCharacters: 0 } : null;
}

function buildPreview(output: string, id: string, length: number): SpillPreview {
  const marker = `\n${fillPrompt(compactionPrompt.spilled, { characters: String(output.length), id })}\n`;
  const room = Math.max(0, length - marker.length);
  const least = takeEnds(output, room - Math.floor(room * LEFT_OUT_SHARE));
  const facts = leftOutFacts(
    output.slice(least.head.length, output.length - least.tail.length),
    `${least.head}\n${least.tail}`,
    Math.floor(room * LEFT_OUT_SHARE) - compactionPrompt.leftOut.length,
  );
  const excerpt = facts === "" ? "" : `${fillPrompt(compactionPrompt.leftOut, { facts })}\n`;
  const { head, tail } = takeEnds(output, room - excerpt.length);
  return { text: `${head}${marker}${excerpt}${tail}`, shownCharacters: head.length + tail.length };
}

/** The two ends of a text that has `room` characters left; two thirds of them at its start. */
function takeEnds(text: string, room: number): { readonly head: string; readonly tail: string } {
  const head = takeStart(text, Math.ceil((room * 2) / 3));
  return { head, tail: takeEnd(text, room - head.length) };
}

/**
 * Returns the tokens that the next result of the current step may take. The results of a step are whole up to a third of what is free in the
 * request that first carries them; beyond that, up to half of it, each of the remaining ones gets an equal share. A result within its own limit
 * is whole while it fits below the limit of the view. Tokens that a compaction before that request would free count as free: results that the
 * model has read give way to those that it has not.
 */
export function resultLimit(
  view: View,
  budget: WindowBudget,
  step: {
    readonly fixedTokens: number;
    /** The calls of the step. */
    readonly calls: number;
    /** The tool's own limit in characters. Default: `SPILL_CHARACTERS`. */
    readonly toolLimit?: number | undefined;
  },
): number {
  const results = unseenResults(view);
  const taken = results.reduce((sum, item) => sum + item.tokens, 0);
  const used = requestTokens(view, step.fixedTokens) - taken;
  const answer = view.items[view.items.length - results.length - 1]?.tokens ?? 0;
  const least = Math.min(used, compactedTokens(budget, step.fixedTokens) + answer);
  const free = Math.max(0, budget.usable - least);
  const left = Math.max(1, step.calls - results.length);
  const own = Math.min((step.toolLimit ?? SPILL_CHARACTERS) / CHARACTERS_PER_TOKEN, free) * step.calls;
  // A request just above its limit would be compacted, and then nothing but these results could give way.
  const below = budget.summariseAbove * NEAR_LIMIT_SHARE - least - MIN_HEAD_TOKENS - left * FRAME_TOKENS;
  const whole = Math.min(own, Math.max(0, below));
  const shared = (Math.max(free * STEP_SHARE, whole) - taken) / left;
  return Math.max(0, Math.floor(Math.max(free * WHOLE_SHARE - taken, shared)));
}

function takeStart(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\uD800-\uDBFF]$/u.test(cut) ? cut.slice(0, -1) : cut;
}

function takeEnd(text: string, length: number): string {
  const cut = length <= 0 ? "" : text.slice(-length);
  return /^[\uDC00-\uDFFF]/u.test(cut) ? cut.slice(1) : cut;
}
