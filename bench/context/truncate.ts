import type { Tokenizer } from "@goaltrace/core/ports";
import { windowBudget } from "@goaltrace/core/compaction";
import type { Shown } from "./meter.ts";
import type { Session } from "./session.ts";

const FRAME_TOKENS = 4;

/** Shows the newest messages that fit below the limit at which we would summarize. Returns how often the front changed. */
export function truncate(
  { messages, texts, facts, instructions }: Session,
  { window, tokenizer }: { readonly window: number; readonly tokenizer: Tokenizer },
  add: (shown: Shown) => void,
): number {
  const limit = windowBudget(window).summariseAbove;
  const tokens = texts.map((text) => tokenizer.count(text) + FRAME_TOKENS);
  let start = 0;
  let before = 0;
  let breaks = 0;
  for (const [index, { role }] of messages.entries()) {
    if (role !== "assistant") continue;
    const first = start;
    const sum = (from: number): number =>
      tokens.slice(from, index).reduce((total, count) => total + count, instructions);
    while (start < index - 1 && (sum(start) > limit || messages[start]?.role === "tool")) start += 1;
    const shownFacts = new Set(facts.slice(start, index).flatMap((set) => [...set]));
    const now = sum(start);
    const isBroken = first !== start;
    const cut = tokens.slice(first, start).reduce((total, count) => total + count, 0);
    if (isBroken) breaks += 1;
    add({
      ...{ tokens: now, tail: 0, cached: isBroken ? instructions : before },
      broken: isBroken ? Math.min(now - instructions, Math.max(0, before - cut - instructions)) : 0,
      has: (entity) => shownFacts.has(entity),
      archives: () => false,
      finds: () => false,
    });
    before = now;
  }
  return breaks;
}
