import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Tokenizer } from "../ports/tokenizer.ts";

/**
 * Text above this many UTF-16 units is counted in part and scaled: exact counting runs at about 10 MB a second and would hold up every
 * other run of the process.
 */
const EXACT_CHARACTERS = 200_000;
/** A run without a break is one word to the encoding, whose cost grows with its square: such runs are counted in slices. */
const SLICE_CHARACTERS = 4_000;
const LONG_RUN = new RegExp(`\\S{${SLICE_CHARACTERS},}`, "u");
/** Texts that come again with every run (instructions, tools, project context) are counted once: so many of them, this long. */
const KEPT_TEXTS = 32;
const KEPT_FROM_CHARACTERS = 500;
const KEPT_UP_TO_CHARACTERS = 64_000;
/** What looks like a control token in a message is text like any other. */
const OPTIONS = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** Counts with the encoding of OpenAI's current models (`o200k_base`); an estimate for other families. */
export function createTokenizer(): Tokenizer {
  const kept = new Map<string, number>();
  const countOnce = (text: string): number => {
    const known = kept.get(text);
    const tokens = known ?? countText(text);
    // The oldest goes first, and what is asked for becomes the newest.
    if (known !== undefined) kept.delete(text);
    else if (kept.size >= KEPT_TEXTS) kept.delete(kept.keys().next().value ?? "");
    kept.set(text, tokens);
    return tokens;
  };
  return {
    count(text) {
      if (text === "") return 0;
      if (text.length >= KEPT_FROM_CHARACTERS && text.length <= KEPT_UP_TO_CHARACTERS) return countOnce(text);
      if (text.length <= EXACT_CHARACTERS) return countText(text);
      return Math.ceil((countText(text.slice(0, EXACT_CHARACTERS)) * text.length) / EXACT_CHARACTERS);
    },
  };
}

function countText(text: string): number {
  if (text.length < SLICE_CHARACTERS || !LONG_RUN.test(text)) return countTokens(text, OPTIONS);
  let tokens = 0;
  for (let from = 0; from < text.length; from += SLICE_CHARACTERS) {
    tokens += countTokens(text.slice(from, from + SLICE_CHARACTERS), OPTIONS);
  }
  return tokens;
}
