import { denyCalls } from "../../guards/doom-loop/escalate.ts";
import { resultsPrompt } from "../../prompts/generated/results.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { askPeople } from "../requests/ask-people.ts";
import { stageLoop } from "../requests/stage-loop.ts";
import type { RunContext } from "../run-context.ts";
import { resultAtEnd } from "./results-at-end.ts";
import { runBatch } from "./run-batch.ts";
import { skipCall } from "./skip-call.ts";

/** Skips the calls that have failed too often in runs of the tree. Calls that have started are not checked again. */
async function denyTreeLoops(context: RunContext): Promise<void> {
  const { state, family, writer } = context;
  let denied = false;
  for (const open of [...state.openCalls.values()]) {
    const { name: tool, arguments: argumentsText } = open.call;
    const loop = open.started === null ? family.loops.find({ tool, argumentsText }) : null;
    if (loop === null) continue;
    denied = true;
    const { count, evidence } = loop;
    const output = fillPrompt(resultsPrompt.treeRepeats, { count: String(count), evidence });
    skipCall(context, open, { outcome: "denied", title: "denied", output });
    stageLoop(context, {
      ...{ detector: "same_error", action: "denied", count: count + 1, evidence },
      sequences: [state.lastAssistant?.sequence ?? 0],
    });
  }
  if (denied) await writer.flush();
}

/**
 * Runs the open calls, or asks people about them. Skips them all if the run was canceled or made its final call, and those that would continue a
 * loop.
 */
export async function toolStep(context: RunContext): Promise<void> {
  const { state, writer } = context;
  const calls = [...state.openCalls.values()];
  if (state.canceled !== null) {
    for (const open of calls) skipCall(context, open, { outcome: "cancelled", ...resultAtEnd(open) });
    return;
  }
  if (state.finalRequested) {
    for (const open of calls)
      skipCall(context, open, { outcome: "denied", title: "denied", output: resultsPrompt.afterFinal });
    await writer.flush();
    return;
  }
  const denial = denyCalls(
    state.guard,
    calls.map((open) => open.call),
  );
  if (denial !== null) {
    const output = fillPrompt(resultsPrompt.repeats, { evidence: denial.loop.evidence });
    for (const open of calls)
      if (denial.callIds.has(open.call.id))
        skipCall(context, open, { outcome: "denied", title: "denied", output });
    stageLoop(context, denial.loop);
    await writer.flush();
  }
  await denyTreeLoops(context);
  if (state.openCalls.size === 0) return;
  // The loop waits before it gets here again.
  if (await askPeople(context)) return;
  await runBatch(context);
}
