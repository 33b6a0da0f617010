/** A question of a running call to the person. `memo` is what the call needs to continue; it is stored with the question. */
export type CallQuestion = {
  readonly text: string;
  readonly choices: readonly string[];
  readonly memo: string;
};

/** The answer to a question of a call, with its memo. `text` is null when no one answered. */
export type AnswerToCall = { readonly text: string | null; readonly memo: string };
