import type { RunEventPayloads } from "../../log/run-event.ts";
import { STOP_CHOICE } from "../../ports/question.ts";
import type { RunContext } from "../run-context.ts";
import { requestExpiry } from "./request-expiry.ts";

/**
 * Stages a detected loop. The last stage asks the strategy for another plan if it can make one. Otherwise it ends the run, or asks people if that is
 * possible: the run waits, and continues with their answer unless they stop it.
 */
export function stageLoop(
  { environment, state, writer, ports, canReplan }: RunContext,
  loop: RunEventPayloads["loop.detected"],
): void {
  const goalId = state.goals.focusId;
  const isAsking = loop.action === "stopped" && environment.approvals !== undefined && !canReplan();
  writer.stage({
    ...{ kind: "event", type: "loop.detected", goalId },
    data: isAsking ? { ...loop, action: "denied" } : loop,
  });
  if (!isAsking) return;
  writer.stage({
    ...{ kind: "event", type: "question.asked", goalId },
    data: {
      ...{ questionId: ports.ids.next(), toolCallId: null, choices: [CONTINUE_CHOICE, STOP_CHOICE] },
      text: `The run repeats itself (${loop.count} times): ${loop.evidence}\nWhat should it do instead?`,
      expiresAt: requestExpiry(environment, ports),
    },
  });
}

const CONTINUE_CHOICE = "Try another way";
