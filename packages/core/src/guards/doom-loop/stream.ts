import { STREAM_BLOCK_REPEATS } from "../../tunables.ts";

const MIN_BLOCK_LENGTH = 12;
const MAX_BLOCK_LENGTH = 400;

/**
 * Returns the block that a streamed text repeats at its end, and where the repetition starts; null if there is none. Checks only the end, so the
 * cost does not depend on the length of the text.
 */
export function repeatedEnding(text: string): { readonly start: number; readonly block: string } | null {
  for (let length = MIN_BLOCK_LENGTH; length <= MAX_BLOCK_LENGTH; length += 1) {
    const endingLength = length * STREAM_BLOCK_REPEATS;
    if (text.length < endingLength) return null;
    const block = text.slice(-length);
    if (block.trim() === "" || /^(.)\1*$/su.test(block)) continue;
    let repeats = 1;
    while (repeats < STREAM_BLOCK_REPEATS && text.startsWith(block, text.length - length * (repeats + 1)))
      repeats += 1;
    if (repeats === STREAM_BLOCK_REPEATS) return { start: text.length - endingLength, block };
  }
  return null;
}
