/** One input of the product that takes a text from outside. */
export type AttackInput = {
  /** For example `trpc runs.start text`. */
  readonly name: string;
  /** Sends the text in an otherwise valid request. Null for a text that this input cannot carry. */
  readonly send: (text: string) => Promise<Response> | null;
  /** Sends the request with valid values only. The inputs of one request share this function. */
  readonly sendValid: () => Promise<Response>;
  /** How often a request repeats the text. @default 1 */
  readonly repeats?: number;
};
