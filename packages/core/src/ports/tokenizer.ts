/** Counts the tokens of a text. Exact for OpenAI encodings, otherwise an estimate. */
export interface Tokenizer {
  count(text: string): number;
}
