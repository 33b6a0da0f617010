/** Masks secrets before anything is stored, streamed or exported. Must be stable and idempotent. */
export interface Redactor {
  redact(text: string): string;
}
