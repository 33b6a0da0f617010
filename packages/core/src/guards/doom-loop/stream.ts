import { STREAM_BLOCK_CHARACTERS, STREAM_BLOCK_REPEATS } from "../../tunables.ts";

const MIN_BLOCK_LENGTH = 12;
/** Characters at the end of a text in which a repetition is detected. */
const TAIL_CHARACTERS = STREAM_BLOCK_CHARACTERS * STREAM_BLOCK_REPEATS;

/**
 * Appends a piece to the end of a stream. Keeps at least `TAIL_CHARACTERS` and at most twice as many, so that most pieces need no cut: the
 * cost of a stream is linear in its length.
 */
export function extendTail(tail: string, piece: string): string {
  const longer = tail + piece;
  return longer.length > 2 * TAIL_CHARACTERS ? longer.slice(-TAIL_CHARACTERS) : longer;
}

/**
 * Returns the block that a streamed text repeats at its end, and where the repetition starts; null if there is none. Pass only the tail of a
 * long stream: text that arrived in pieces is copied as a whole before its end can be read.
 */
export function repeatedEnding(text: string): { readonly start: number; readonly block: string } | null {
  for (let length = MIN_BLOCK_LENGTH; length <= STREAM_BLOCK_CHARACTERS; length += 1) {
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
