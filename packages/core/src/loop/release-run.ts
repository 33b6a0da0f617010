import { stopBackgroundSummary } from "./background-summary.ts";
import { endProcesses } from "./processes/end-processes.ts";
import { stopRecallChoice } from "./context/choose-recall.ts";
import type { RunContext } from "./run-context.ts";
import type { RunOutcome } from "./run-outcome.ts";

/** Releases a run between two steps to another worker. The staged entry shows that worker that this was not a crash. */
export async function releaseRun(context: RunContext): Promise<RunOutcome> {
  const { state, writer } = context;
  await context.childWork.settle();
  await stopBackgroundSummary(context, "stopped");
  await stopRecallChoice(context, "continues");
  await endProcesses(context);
  writer.stage({
    kind: "event",
    type: "trace.status_changed",
    goalId: state.goals.focusId,
    data: { status: "running", waitingFor: "worker" },
  });
  await writer.flush();
  return { kind: "released" };
}
