import type { Failure } from "../errors.ts";
import { resultsPrompt } from "../prompts/generated/results.ts";
import { stopBackgroundSummary } from "./background-summary.ts";
import { endChildren } from "./children/run-child.ts";
import { stageSteering } from "./requests/deliver-steering.ts";
import { endProcesses } from "./processes/end-processes.ts";
import { stopRecallChoice } from "./context/choose-recall.ts";
import type { RunContext } from "./run-context.ts";
import type { RunOutcome } from "./run-outcome.ts";
import { NOT_RUN, resultAtEnd } from "./tools/results-at-end.ts";
import { skipCall } from "./tools/skip-call.ts";

/** The final status of a run, with its failure if there is one. */
type RunEnd = {
  readonly status: "completed" | "failed" | "cancelled";
  readonly failure: Failure | null;
};

/** Ends a run. Open calls get results, because a later turn may continue this log. */
export async function endRun(context: RunContext, end: RunEnd): Promise<RunOutcome> {
  await endChildren(context);
  for (const open of [...context.state.openCalls.values()])
    skipCall(context, open, { outcome: "cancelled", ...resultAtEnd(open) });
  await stopBackgroundSummary(context, "stopped");
  await stopRecallChoice(context, "ended");
  await endProcesses(context);
  stageEnd(context, end);
  await context.writer.flush();
  return { kind: "finished" };
}

/** Ends a run that its process cannot continue. The outcome of its started calls is unknown. */
export async function endInterrupted(context: RunContext, failure: Failure): Promise<RunOutcome> {
  await endChildren(context);
  for (const open of [...context.state.openCalls.values()])
    skipCall(
      context,
      open,
      open.started === null
        ? { outcome: "cancelled", ...NOT_RUN }
        : { outcome: "interrupted", title: "outcome unknown", output: resultsPrompt.interrupted },
    );
  await endProcesses(context);
  stageEnd(context, { status: "interrupted", failure });
  await context.writer.flush();
  return { kind: "finished" };
}

function stageEnd(
  context: RunContext,
  {
    status,
    failure,
  }: { readonly status: RunEnd["status"] | "interrupted"; readonly failure: Failure | null },
): void {
  const { state, writer } = context;
  const text = state.lastAssistant?.text ?? "";
  stageSteering(context);
  writer.stage({
    kind: "event",
    type: "trace.finished",
    goalId: state.goals.focusId,
    data: { status, failure, summary: text === "" ? null : text.slice(0, 2_000) },
  });
}
