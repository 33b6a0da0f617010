import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Tokenizer } from "../ports/tokenizer.ts";

/** Longer text is sampled and scaled: exact counting processes about 10 MB a second and would block every other run of the process. */
const MAX_EXACT_CHARACTERS = 200_000;
/** A run without breaks is one word to the encoding, whose cost grows quadratically: such runs are counted in slices. */
const SLICE_CHARACTERS = 4_000;
const SPACE = /\s/u;
/** Number of cached counts, for texts that recur in every run (instructions, tools, project context). */
const MAX_CACHED_TEXTS = 128;
const MIN_CACHED_CHARACTERS = 500;
const MAX_CACHED_CHARACTERS = 64_000;
/** Text that looks like a control token is counted as ordinary text. */
const OPTIONS = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** Counts with the encoding of OpenAI's current models (`o200k_base`); an estimate for other model families. */
export function createTokenizer(): Tokenizer {
  const cache = new Map<string, number>();
  const countCached = (text: string): number => {
    const cached = cache.get(text);
    const tokens = cached ?? countText(text);
    // Evicts the least recently used entry.
    if (cached !== undefined) cache.delete(text);
    else if (cache.size >= MAX_CACHED_TEXTS) cache.delete(cache.keys().next().value ?? "");
    cache.set(text, tokens);
    return tokens;
  };
  return {
    count(text) {
      if (text === "") return 0;
      if (text.length >= MIN_CACHED_CHARACTERS && text.length <= MAX_CACHED_CHARACTERS)
        return countCached(text);
      if (text.length <= MAX_EXACT_CHARACTERS) return countText(text);
      return Math.ceil((countText(text.slice(0, MAX_EXACT_CHARACTERS)) * text.length) / MAX_EXACT_CHARACTERS);
    },
  };
}

function countText(text: string): number {
  if (!hasLongRun(text)) return countTokens(text, OPTIONS);
  let tokens = 0;
  for (let from = 0; from < text.length; from += SLICE_CHARACTERS) {
    tokens += countTokens(text.slice(from, from + SLICE_CHARACTERS), OPTIONS);
  }
  return tokens;
}

/** Returns true if a text has a run of `SLICE_CHARACTERS` without a space. Goes back from the end of each possible run, so it looks at few characters. */
function hasLongRun(text: string): boolean {
  for (let start = 0; start + SLICE_CHARACTERS <= text.length;) {
    let at = start + SLICE_CHARACTERS - 1;
    while (at >= start && !SPACE.test(text.charAt(at))) at -= 1;
    if (at < start) return true;
    start = at + 1;
  }
  return false;
}
