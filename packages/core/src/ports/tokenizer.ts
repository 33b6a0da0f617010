/** Counts tokens of text. Exact for OpenAI encodings, an estimate elsewhere. */
export interface Tokenizer {
  count(text: string): number;
}
