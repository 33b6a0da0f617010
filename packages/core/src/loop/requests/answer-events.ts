import type { RunEventPayloads } from "../../log/run-event.ts";
import type { BudgetState } from "../budget/budget-state.ts";
import type { KnownSignal } from "../../signals/signal.ts";
import { findOpenQuestion, type Questions } from "./request-state.ts";

/** Returns the event of a person's answer; nothing for a question that is answered already or had expired when the answer was sent. */
export function answerEvents(
  {
    state,
  }: { readonly state: { readonly questions: Questions; readonly budget: Pick<BudgetState, "question"> } },
  {
    id: signalId,
    at,
    personId,
    payload: { questionId, text },
  }: Extract<KnownSignal, { readonly kind: "answer" }>,
): readonly { readonly type: "question.answered"; readonly data: RunEventPayloads["question.answered"] }[] {
  const { question: about } = state.budget;
  const question = about?.id === questionId ? about : findOpenQuestion(state.questions, questionId);
  if (question === undefined || (question.expiresAt !== null && at >= question.expiresAt)) return [];
  return [{ type: "question.answered", data: { questionId, personId, text, outcome: "answered", signalId } }];
}
