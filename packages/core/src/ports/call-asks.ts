/** A question of a running call to the person. `memo` is what the call needs to continue; it is stored with the question. */
export type CallQuestion = {
  readonly text: string;
  readonly choices: readonly string[];
  readonly memo: string;
};

/** The answer to a question of a call, with its memo. `text` is null when nobody answered. */
export type AnswerToCall = { readonly text: string | null; readonly memo: string };

/**
 * Rejects a call that cannot continue before a person has answered. The loop asks, keeps the call open without a worker, and repeats it with the same
 * arguments and the answer in `ToolContext.answer`.
 */
export class CallAsks extends Error {
  override readonly name = "CallAsks";
  readonly question: CallQuestion;
  constructor(question: CallQuestion) {
    super("The call waits for an answer.");
    this.question = question;
  }
}
