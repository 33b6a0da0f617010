import type { Redactor } from "../../ports/redactor.ts";

/** Masks secrets in a text that arrives in pieces. */
export type StreamRedactor = {
  /** Returns the text that can be shown now. Withholds the end while it may be the beginning of a secret. */
  push(piece: string): string;
  /** Returns the withheld rest after the last piece. */
  end(): string;
};

/**
 * Creates a stream redactor for one channel of one attempt. It masks what the whole text would have masked, and sometimes more: it forgets the
 * character before a piece, which may be part of the same word.
 */
export function createStreamRedactor(redactor: Redactor): StreamRedactor {
  let withheld = "";
  return {
    push(piece) {
      const text = withheld + piece;
      const count = redactor.pendingSuffixLength(text);
      withheld = count === 0 ? "" : text.slice(-count);
      return redactor.redact(count === 0 ? text : text.slice(0, -count));
    },
    end() {
      const rest = withheld;
      withheld = "";
      return redactor.redact(rest);
    },
  };
}
