import { CHARACTERS_PER_TOKEN } from "../tunables.ts";

/** Tokens that a text may take, and how to count them. */
export type TokenRoom = { readonly tokens: number; count(this: void, text: string): number };

/** Attempts to fill the room; each comes much closer to it. */
const MAX_ATTEMPTS = 6;
/** A page that fills this share of the room is long enough. */
const FILLED_SHARE = 0.9;

/**
 * Returns the end of the longest page from `from` that fits the room, up to a tenth. `limit` caps its characters. Surrogate pairs are not
 * split, so that pages join to the original; a page has at least one character.
 */
export function fitPage(
  text: string,
  room: TokenRoom,
  { from, limit = Infinity }: { readonly from: number; readonly limit?: number },
): number {
  const most = Math.min(text.length - from, limit);
  let length = Math.min(most, Math.ceil(room.tokens * CHARACTERS_PER_TOKEN));
  let fitting = 0;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const tokens = room.count(text.slice(from, from + length));
    if (tokens <= room.tokens) {
      fitting = Math.max(fitting, length);
      if (length === most || tokens >= room.tokens * FILLED_SHARE) break;
    }
    const next = Math.min(most, Math.floor((length * room.tokens * 0.97) / Math.max(1, tokens)));
    if (next <= fitting) break;
    length = next;
  }
  const end = characterStart(text, from + fitting);
  return end > from ? end : characterStart(text, Math.min(text.length, from + 2));
}

/** Returns the offset, moved back by one inside a surrogate pair. */
export function characterStart(text: string, offset: number): number {
  const isInside =
    /[\uDC00-\uDFFF]/u.test(text.charAt(offset)) && /[\uD800-\uDBFF]/u.test(text.charAt(offset - 1));
  return isInside ? offset - 1 : offset;
}
