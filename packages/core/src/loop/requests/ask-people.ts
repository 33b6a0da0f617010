import type { CallQuestion } from "../../ports/call-question.ts";
import type { RunContext } from "../run-context.ts";
import type { OpenCall } from "../run-state.ts";
import { prepareCall, type PreparedCall } from "../tools/prepare-call.ts";
import { approvalDigest } from "./approval-digest.ts";
import { requestExpiry } from "./request-expiry.ts";

/**
 * Asks people about every open call that needs them, in one commit. Returns true if the run has to wait. A call that started before its
 * process died keeps its approval.
 */
export async function askPeople(context: RunContext): Promise<boolean> {
  const { environment, state, writer } = context;
  if (environment.approvals === undefined) return false;
  let isAsking = false;
  for (const open of [...state.openCalls.values()]) {
    const prepared = await prepareCall(context, open);
    if (prepared.kind === "ask") stageApproval(context, open, prepared);
    else if (prepared.kind === "question") stageQuestion(context, open, prepared);
    else continue;
    isAsking = true;
  }
  if (isAsking) await writer.flush();
  return isAsking;
}

function stageApproval(
  { environment, writer, ports }: RunContext,
  open: OpenCall,
  { call, permission: { reason, ruleId, cause, parts = [] } }: Extract<PreparedCall, { kind: "ask" }>,
): void {
  const { toolCallId, tool, step, definitionDigest: definition, argumentsDigest } = call;
  writer.stage({
    kind: "event",
    type: "approval.requested",
    goalId: open.goalId,
    data: {
      ...{ approvalId: ports.ids.next(), toolCallId, toolName: tool, definitionDigest: definition },
      ...{ argumentsDigest, reason, digest: approvalDigest(call, ports.hash), step },
      ruleId: ruleId ?? null,
      ...(cause === undefined ? {} : { cause }),
      ...(parts.length === 0 ? {} : { parts: [...parts] }),
      expiresAt: requestExpiry(environment, ports),
    },
  });
}

function stageQuestion(
  { environment, writer, ports }: RunContext,
  open: OpenCall,
  { text, choices }: Extract<PreparedCall, { kind: "question" }>,
): void {
  writer.stage({
    kind: "event",
    type: "question.asked",
    goalId: open.goalId,
    data: {
      ...{ questionId: ports.ids.next(), toolCallId: open.call.id, text, choices: [...choices] },
      expiresAt: requestExpiry(environment, ports),
    },
  });
}

/** Asks the question of a call that has stopped in the middle of its work. Returns null: the call has no result yet. */
export function askForCall(
  { environment, writer, ports }: RunContext,
  open: OpenCall,
  { text, choices, memo }: CallQuestion,
): null {
  writer.stage({
    kind: "event",
    type: "question.asked",
    goalId: open.goalId,
    data: {
      ...{ questionId: ports.ids.next(), toolCallId: open.call.id, text, choices: [...choices], memo },
      expiresAt: requestExpiry(environment, ports),
    },
  });
  return null;
}
