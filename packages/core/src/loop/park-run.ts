import { GoaltraceError } from "../errors.ts";
import { stopBackgroundSummary } from "./background-summary.ts";
import type { RunContext, RunOutcome } from "./run-context.ts";
import type { WaitAction } from "./strategy.ts";

/**
 * Lets a run wait without a worker: from this entry on its row alone says what for and until when. A signal that came meanwhile is still
 * pending, and the next claim finds it. Throws INTERNAL for a wait whose time was over before and is over still, because the run would be
 * woken from it for ever.
 */
export async function parkRun(
  context: RunContext,
  { for: waitingFor, wakeAt }: WaitAction,
): Promise<RunOutcome> {
  const { state, writer, ports } = context;
  const isOver = wakeAt !== null && wakeAt <= ports.clock.now();
  if (isOver && state.lastWait?.for === waitingFor && state.lastWait.wakeAt === wakeAt)
    throw new GoaltraceError({
      code: "INTERNAL",
      message: `The strategy waits again for a time that has passed (${waitingFor}).`,
      fix: "This is a defect of the strategy; report it with the log.",
    });
  await stopBackgroundSummary(context, "stopped");
  writer.stage({
    kind: "event",
    type: "trace.status_changed",
    goalId: state.goals.focusId,
    data: { status: "waiting", waitingFor, ...(wakeAt === null ? {} : { wakeAt }) },
  });
  await writer.flush();
  return { kind: "parked" };
}
