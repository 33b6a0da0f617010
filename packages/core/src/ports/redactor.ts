/** Masks secrets in text before it is stored, streamed or exported. Must be stable and idempotent. */
export interface Redactor {
  redact(text: string): string;
  /** Returns the number of characters at the end of `text` that may be the beginning of a secret. A stream withholds them until more arrives. */
  pendingSuffixLength(text: string): number;
}
