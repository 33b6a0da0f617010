import type { RunContext } from "../run-context.ts";
import type { RunState } from "../run-state.ts";
import type { WaitAction } from "../strategy.ts";

/** Returns the wait for the answer about a budget; null without an open question. */
export function budgetWait({ budget }: Readonly<RunState>): WaitAction | null {
  return budget.question === null ? null : { kind: "wait", for: "budget", wakeAt: budget.question.expiresAt };
}

/**
 * Stages the end of a question about a budget whose time has come, or that a change of the budget may have answered. The next call then
 * decides again. `wokenAt` is the wake time that ended the wait, null if a signal did.
 */
export function closeBudgetQuestion({ state, writer, ports }: RunContext, wokenAt: number | null): void {
  const { question, isStale } = state.budget;
  if (question === null) return;
  const now = Math.max(ports.clock.now(), wokenAt ?? 0);
  const isOver = question.expiresAt !== null && question.expiresAt <= now;
  if (!isStale && !isOver) return;
  writer.stage({
    ...{ kind: "event", type: "question.answered", goalId: state.goals.focusId },
    data: {
      ...{ questionId: question.id, personId: null, text: "" },
      outcome: isStale ? "dismissed" : "expired",
    },
  });
}
