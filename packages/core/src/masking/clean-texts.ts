/** Shorter texts are searched faster than they are remembered. */
const MIN_CHARACTERS = 500;
/** The sum over all remembered texts. */
const MAX_CHARACTERS = 2_000_000;

/** Texts in which no secret was found. */
export type CleanTexts = {
  has(text: string): boolean;
  add(text: string): void;
};

/**
 * Remembers the latest texts without a secret, so that those which every run sends, such as instructions and descriptions of tools, are searched once for
 * all runs of a process. Only texts of 500 characters or more, 2 million characters in all (`max`); never a text that holds a secret.
 */
export function createCleanTexts(max = MAX_CHARACTERS): CleanTexts {
  const texts = new Set<string>();
  let characters = 0;
  return {
    has(text) {
      if (text.length < MIN_CHARACTERS || !texts.delete(text)) return false;
      texts.add(text);
      return true;
    },
    add(text) {
      if (text.length < MIN_CHARACTERS || text.length > max || texts.has(text)) return;
      texts.add(text);
      characters += text.length;
      for (const oldest of texts) {
        if (characters <= max) return;
        texts.delete(oldest);
        characters -= oldest.length;
      }
    },
  };
}
