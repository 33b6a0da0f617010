import type { RunContext } from "../run-context.ts";

/**
 * Stages the expiry of every open request whose time has come. `wokenAt` is the wake time that ended the wait, null if a signal did: the
 * claim goes by the clock of the store, which may be ahead of this machine's.
 */
export function expireRequests({ state, writer, ports }: RunContext, wokenAt: number | null): void {
  const now = Math.max(ports.clock.now(), wokenAt ?? 0);
  for (const { approvalId, toolCallId, decision, expiresAt } of [...state.approvals.values()])
    if (decision === null && expiresAt !== null && expiresAt <= now)
      writer.stage({
        kind: "event",
        type: "approval.expired",
        goalId: state.openCalls.get(toolCallId)?.goalId ?? state.goals.focusId,
        data: { approvalId, toolCallId },
      });
  for (const { questionId, answer, expiresAt } of [...state.questions.values()])
    if (answer === null && expiresAt !== null && expiresAt <= now)
      writer.stage({
        kind: "event",
        type: "question.answered",
        goalId: state.goals.focusId,
        data: { questionId, personId: null, text: "", outcome: "expired" },
      });
  for (const { effectId, toolCallId, resolution, expiresAt } of [...state.effects.values()])
    if (resolution === null && expiresAt !== null && expiresAt <= now)
      writer.stage({
        kind: "event",
        type: "effect.resolved",
        goalId: state.openCalls.get(toolCallId)?.goalId ?? state.goals.focusId,
        data: { effectId, toolCallId, personId: null, resolution: "expired", note: null },
      });
}
