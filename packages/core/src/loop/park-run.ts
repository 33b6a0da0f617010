import { GoaltraceError } from "../errors.ts";
import { stopBackgroundSummary } from "./background-summary.ts";
import { endProcesses } from "./processes/end-processes.ts";
import { waitOfChildren } from "./children/children-wait.ts";
import { stopRecallChoice } from "./context/choose-recall.ts";
import type { RunContext } from "./run-context.ts";
import type { RunOutcome } from "./run-outcome.ts";
import type { WaitAction } from "./strategy.ts";

/**
 * Parks a run so that it waits without a worker; its row alone holds the reason and the wake time. A signal that arrives meanwhile stays
 * pending until the next claim. Throws INTERNAL if the strategy repeats a wait whose time has passed, because the run would wake forever.
 */
export async function parkRun(
  context: RunContext,
  { for: waitingFor, wakeAt }: WaitAction,
): Promise<RunOutcome> {
  const { state, writer, ports } = context;
  const hasPassed = wakeAt !== null && wakeAt <= ports.clock.now();
  if (hasPassed && state.lastWait?.for === waitingFor && state.lastWait.wakeAt === wakeAt)
    throw new GoaltraceError({
      code: "INTERNAL",
      message: `The strategy repeated a wait whose time has passed (${waitingFor}).`,
      fix: "This is a bug in the strategy; report it with the log.",
    });
  await stopBackgroundSummary(context, "stopped");
  await stopRecallChoice(context, "continues");
  await endProcesses(context);
  const ultimatelyFor = waitingFor === "children" ? await waitOfChildren(context) : null;
  writer.stage({
    kind: "event",
    type: "trace.status_changed",
    goalId: state.goals.focusId,
    data: {
      ...{ status: "waiting", waitingFor },
      ...(ultimatelyFor === null ? {} : { ultimatelyFor }),
      ...(wakeAt === null ? {} : { wakeAt }),
    },
  });
  await writer.flush();
  return { kind: "parked" };
}
