import type { Redactor } from "../../ports/redactor.ts";

/** Masks secrets in a text that arrives in pieces. */
export type StreamRedactor = {
  /** Returns the text that can be shown now. Withholds the end while it may be the beginning of a secret. */
  push(piece: string): string;
  /** Returns the withheld rest after the last piece. */
  end(): string;
};

/** Creates a stream redactor for one channel of one attempt. */
export function createStreamRedactor(redactor: Redactor): StreamRedactor {
  let withheld = "";
  return {
    push(piece) {
      const text = redactor.redact(withheld + piece);
      const count = redactor.pendingSuffixLength(text);
      withheld = count === 0 ? "" : text.slice(-count);
      return count === 0 ? text : text.slice(0, -count);
    },
    end() {
      const rest = withheld;
      withheld = "";
      return rest;
    },
  };
}
