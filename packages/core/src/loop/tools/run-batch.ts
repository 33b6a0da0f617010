import { PARALLEL_TOOLS } from "../../tunables.ts";
import type { RunContext } from "../run-context.ts";
import type { OpenCall } from "../run-state.ts";
import { executeCall } from "./execute-call.ts";
import { finalizeCall } from "./finalize-call.ts";
import type { FinishedCall } from "./finished-call.ts";
import { prepareCall, type PreparedCall } from "./prepare-call.ts";
import { stageStart } from "./stage-start.ts";
import { toolEffect } from "./tool-effect.ts";

/**
 * Runs every open call to exactly one result each, recorded in call order. Side by side when all of them only read or are declared
 * safe in parallel, else one after the other; each effect is announced durably before it starts. Never throws for what a tool does
 *.
 */
export async function runBatch(context: RunContext): Promise<void> {
  const calls = [...context.state.openCalls.values()];
  if (calls.length > 1 && calls.every((open) => isParallel(context, open)))
    await runInParallel(context, calls);
  else for (const open of calls) await runSequentially(context, open);
}

type Call = { readonly open: OpenCall; readonly prepared: PreparedCall };

function isParallel(context: RunContext, open: OpenCall): boolean {
  if (open.call.problem !== undefined) return true;
  const tool = context.environment.tools.find(open.call.name);
  return tool?.parallel === "safe" || toolEffect(tool?.annotations) === "read_only";
}

async function runSequentially(context: RunContext, open: OpenCall): Promise<void> {
  const prepared = await prepareCall(context, open);
  const effect = stageStart(context, open, prepared);
  if (effect !== "read_only") await context.writer.flush();
  finalizeCall(context, open, await executeCall(context, open, prepared));
  // The last result of a batch that only read travels with the next call's commit, which follows at once: a commit less per step.
  if (effect !== "read_only" || context.state.openCalls.size > 0) await context.writer.flush();
}

async function runInParallel(context: RunContext, openCalls: readonly OpenCall[]): Promise<void> {
  const calls = await Promise.all(
    openCalls.map(async (open): Promise<Call> => ({ open, prepared: await prepareCall(context, open) })),
  );
  const hasEffects = calls
    .map(({ open, prepared }) => stageStart(context, open, prepared))
    .some((effect) => effect !== "read_only");
  await context.writer.flush();
  let flushed = Promise.resolve();
  const results = new Map<number, FinishedCall>();
  let next = 0;
  let recorded = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < calls.length; index = next++) {
      const running = calls[index];
      if (running === undefined) return;
      results.set(index, await executeCall(context, running.open, running.prepared));
      for (
        let finished = results.get(recorded), call = calls[recorded];
        finished !== undefined && call !== undefined;
        finished = results.get(recorded), call = calls[recorded]
      ) {
        recorded += 1;
        finalizeCall(context, call.open, finished);
      }
      // One commit after the other; an effect is not left without its result for longer than that takes.
      if (hasEffects) flushed = flushed.then(async () => await context.writer.flush());
      await flushed;
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL_TOOLS, calls.length) }, lane));
  await context.writer.flush();
}
