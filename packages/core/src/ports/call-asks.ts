import type { CallQuestion } from "./call-question.ts";

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
