const HIDDEN = /[\p{Cc}\p{Cf}]/gu;
/** Letters and marks of the scripts whose spelling uses joiners. */
const JOINED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}]/u;
const EMOJI_BEFORE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?$/u;
const EMOJI_AFTER = /^\p{Extended_Pictographic}/u;

/**
 * Returns a text of a server as a person reads it, with escapes for characters that no screen shows, which hide or turn around others. Line ends, tabs and
 * the joiners of emoji and of languages stay.
 */
export function showHidden(text: string): string {
  return text.replaceAll(HIDDEN, (character, offset: number) =>
    isNeeded(text, offset) ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** Returns true for a character that text needs where it is. Of joiners that is one alone, between two that belong together. */
function isNeeded(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - EMOJI_UNITS), offset);
  const after = text.slice(offset + 1, offset + 1 + EMOJI_UNITS);
  switch (text[offset]) {
    case "\n":
    case "\t":
      return true;
    case "\r":
      return after.startsWith("\n");
    case "\u200c":
      return isJoined(before, after);
    case "\u200d":
      return isJoined(before, after) || (EMOJI_BEFORE.test(before) && EMOJI_AFTER.test(after));
    case undefined:
    default:
      return false;
  }
}

function isJoined(before: string, after: string): boolean {
  return JOINED.test([...before].at(-1) ?? "") && JOINED.test([...after].at(0) ?? "");
}

/** The length of an emoji with the selector of its form. */
const EMOJI_UNITS = 3;
