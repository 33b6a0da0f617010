import { denyBatch } from "../../guards/doom-loop/escalate.ts";
import { resultsPrompt } from "../../prompts/generated/results.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import type { RunContext } from "../run-context.ts";
import { resultAtEnd } from "./results-at-end.ts";
import { runBatch } from "./run-batch.ts";
import { skipCall } from "./skip-call.ts";

/** Runs the open calls. Skips them all if the run was canceled, made its final call, or the calls would continue a loop. */
export async function toolStep(context: RunContext): Promise<void> {
  const { state, writer } = context;
  const calls = [...state.openCalls.values()];
  if (state.canceled !== null) {
    for (const open of calls) skipCall(context, open, { outcome: "cancelled", ...resultAtEnd(open) });
    return;
  }
  const denial = state.finalRequested
    ? null
    : denyBatch(
        state.guard,
        calls.map((open) => open.call),
      );
  if (denial === null && !state.finalRequested) return await runBatch(context);
  const output =
    denial === null
      ? resultsPrompt.afterFinal
      : fillPrompt(resultsPrompt.repeats, { evidence: denial.evidence });
  for (const open of calls) skipCall(context, open, { outcome: "denied", title: "denied", output });
  if (denial !== null)
    writer.stage({ kind: "event", type: "loop.detected", goalId: state.goals.focusId, data: denial });
  await writer.flush();
}
