import type { RunEventPayloads } from "../../log/run-event.ts";

/** The decision about a request. `digest` identifies what may run; `editedArguments` replaces the arguments of the call. */
export type ApprovalDecision =
  | { readonly kind: "approved"; readonly digest: string; readonly editedArguments: string | null }
  | { readonly kind: "denied"; readonly reason: string | null }
  | { readonly kind: "expired" };

/** The newest request about an open call, with its decision; null while people decide. */
export type Approval = RunEventPayloads["approval.requested"] & {
  readonly decision: ApprovalDecision | null;
};

/** The requests of open calls, by call. */
export type Approvals = Map<string, Approval>;

/** Returns the open request with this id. */
export function findOpenApproval(approvals: Approvals, approvalId: string): Approval | undefined {
  return [...approvals.values()].find(
    (approval) => approval.approvalId === approvalId && approval.decision === null,
  );
}

/** Decides an open request. A request that is decided or unknown does not change. */
export function decideApproval(
  approvals: Approvals,
  approvalId: string,
  decide: (approval: Approval) => ApprovalDecision,
): void {
  const approval = findOpenApproval(approvals, approvalId);
  if (approval !== undefined) approvals.set(approval.toolCallId, { ...approval, decision: decide(approval) });
}

/** The question of an open call, with its answer; null while it is open. `text` is null when no one answered. */
export type Question = RunEventPayloads["question.asked"] & {
  readonly answer: { readonly text: string | null } | null;
  /** True once the call has continued with the answer. */
  readonly isUsed: boolean;
};

/** The key of a question that the run itself asks, not one of its calls. */
export const RUN_QUESTION = "";

/** The questions of open calls, by call, and that of the run under `RUN_QUESTION`. */
export type Questions = Map<string, Question>;

/** Returns whether a call stopped in the middle of its work to ask, and has not continued since. Nothing of it is in flight. */
export function hasAsked(questions: Questions, toolCallId: string): boolean {
  return questions.get(toolCallId)?.isUsed === false;
}

/** Returns the open question with this id. */
export function findOpenQuestion(questions: Questions, questionId: string): Question | undefined {
  return [...questions.values()].find(
    (question) => question.questionId === questionId && question.answer === null,
  );
}
