import type { Redactor } from "../../ports/redactor.ts";

/** Masks a text that comes in pieces. */
export type StreamRedactor = {
  /** What can be shown now: the end is held back while it may be the beginning of a secret. */
  push(piece: string): string;
  /** The rest, when no more comes. */
  end(): string;
};

/** Creates one for one channel of one attempt. */
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
