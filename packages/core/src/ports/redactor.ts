/** Masks secrets before anything is stored, streamed or exported. Must be stable and idempotent. */
export interface Redactor {
  redact(text: string): string;
  /** How many characters at the end of `text` may be the beginning of a secret: a stream holds them back until more is known. */
  pendingSuffixLength(text: string): number;
}
