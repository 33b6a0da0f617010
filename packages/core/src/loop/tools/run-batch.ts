import { MAX_PARALLEL_TOOLS } from "../../tunables.ts";
import type { RunContext } from "../run-context.ts";
import type { OpenCall } from "../run-state.ts";
import { executeCall } from "./execute-call.ts";
import { finalizeCall } from "./finalize-call.ts";
import type { FinishedCall } from "./finished-call.ts";
import { prepareCall, refuseUnasked, type StartableCall } from "./prepare-call.ts";
import { stageStart } from "./stage-start.ts";
import { toolEffect } from "./tool-effect.ts";

/**
 * Runs all open calls; each gets exactly one result, recorded in call order, except that calls that wait for a sub-agent stay open. Runs them in parallel if all are read-only or declared safe for it,
 * else sequentially. `tool.started` is durable before a call with effects starts. Tool errors are not thrown.
 */
export async function runBatch(context: RunContext): Promise<void> {
  const calls = [...context.state.openCalls.values()];
  if (calls.length > 1 && calls.every((open) => isParallel(context, open)))
    await runInParallel(context, calls);
  else for (const open of calls) if (!(await runSequentially(context, open))) return;
}

type Call = { readonly open: OpenCall; readonly prepared: StartableCall };

function isParallel(context: RunContext, open: OpenCall): boolean {
  if (open.call.problem !== undefined) return true;
  const tool = context.environment.tools.find(open.call.name);
  return tool?.parallel === "safe" || toolEffect(tool?.annotations) === "read_only";
}

/** Returns false if the call stays open; then the calls behind it wait as well. */
async function runSequentially(context: RunContext, open: OpenCall): Promise<boolean> {
  const prepared = refuseUnasked(await prepareCall(context, open));
  const effect = stageStart(context, open, prepared);
  if (effect !== "read_only") await context.writer.flush();
  const finished = await executeCall(context, { open, prepared });
  if (finished === null) return false;
  finalizeCall(context, open, finished);
  // After a read-only call, the last result is committed together with the next model call: one commit less per step.
  if (effect !== "read_only" || context.state.openCalls.size > 0) await context.writer.flush();
  return true;
}

async function runInParallel(context: RunContext, openCalls: readonly OpenCall[]): Promise<void> {
  const calls = await Promise.all(
    openCalls.map(async (open): Promise<Call> => ({
      open,
      prepared: refuseUnasked(await prepareCall(context, open)),
    })),
  );
  const hasEffects = calls
    .map(({ open, prepared }) => stageStart(context, open, prepared))
    .some((effect) => effect !== "read_only");
  await context.writer.flush();
  let flushed = Promise.resolve();
  const results = new Map<number, FinishedCall | null>();
  let next = 0;
  let recorded = 0;
  const runLane = async (): Promise<void> => {
    for (let index = next++; index < calls.length; index = next++) {
      const running = calls[index];
      if (running === undefined) return;
      results.set(index, await executeCall(context, running));
      for (
        let finished = results.get(recorded), call = calls[recorded];
        finished != null && call !== undefined;
        finished = results.get(recorded), call = calls[recorded]
      ) {
        recorded += 1;
        finalizeCall(context, call.open, finished);
      }
      // Commits run one at a time. Flushing each result keeps the time short in which an effect has no durable result.
      if (hasEffects) flushed = flushed.then(async () => await context.writer.flush());
      await flushed;
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL_TOOLS, calls.length) }, runLane));
  // Calls behind one that is held must not run again with it.
  for (const [index, { open }] of calls.entries()) {
    const finished = results.get(index);
    if (index >= recorded && finished != null) finalizeCall(context, open, finished);
  }
  await context.writer.flush();
}
