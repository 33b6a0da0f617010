import { GoaltraceError } from "../../errors.ts";
import { isTerminal, wakeTime, type Trace } from "../../log/trace.ts";
import { CallSuspended } from "../../ports/child-agents.ts";
import { isRethrown } from "../rethrown.ts";
import type { RunContext } from "../run-context.ts";
import type { Idle } from "./child-work.ts";
import { unfinishedChildren } from "./child-state.ts";
import { recordChildEnd, recordChildFailure, stageNeverStarted } from "./record-child-end.ts";
import { ensureTrace, type Spawned } from "./spawn-child.ts";

/**
 * Starts the execution of a recorded child beside its run, unless it executes already. Its end is recorded in the log of the run. The trace of
 * a child is created before its first call, so another process finds the same child and repeats nothing.
 */
export function startChild(context: RunContext, spawned: Spawned): void {
  context.childWork.start(spawned.childTraceId, async (idle) => {
    try {
      await runChild(context, spawned, idle);
    } catch (thrown) {
      if (thrown instanceof CallSuspended || isRethrown(thrown)) throw thrown;
      await recordChildFailure(context, spawned, thrown);
    }
  });
}

/** Starts every child of this run that has not ended: after a claim, and before each step. */
export function startUnfinished(context: RunContext): void {
  for (const { spawned } of unfinishedChildren(context.state.children)) startChild(context, spawned);
}

async function runChild(context: RunContext, spawned: Spawned, idle: Idle): Promise<void> {
  const { family, childWork } = context;
  const signal = AbortSignal.any([context.signal, childWork.end.signal]);
  const child = await ensureTrace(context, spawned);
  let current: Trace | undefined = child;
  for (; ; current = await family.get(child.id)) {
    if (current === undefined) throw deleted();
    if (isTerminal(current.status)) {
      await recordChildEnd(context, current);
      return;
    }
    if (family.isReleased()) throw new CallSuspended();
    if (!signal.aborted && !(await family.isDue(current))) {
      childWork.waiting.set(child.id, { for: current.waitingFor, wakeAt: wakeTime(current) ?? null });
      await idleUntilDue(current);
      childWork.waiting.delete(child.id);
      continue;
    }
    await family.slots.take(signal);
    try {
      if (!family.isReleased()) await family.execute(current, context, signal);
    } finally {
      family.slots.free();
    }
  }

  /** Waits for a child; a wait that is given up keeps no timer, which would keep the process alive. */
  async function idleUntilDue(current: Trace): Promise<void> {
    const over = new AbortController();
    try {
      await idle(family.untilDue(current, AbortSignal.any([signal, over.signal])));
    } finally {
      over.abort();
    }
  }
}

/** Ends every child that is still open when the run ends, and records its unfinished work. No child outlives its parent. */
export async function endChildren(context: RunContext): Promise<void> {
  const { childWork, state, family } = context;
  childWork.end.abort();
  await childWork.settle();
  const aborted = AbortSignal.abort();
  for (const { spawned } of unfinishedChildren(state.children)) {
    const child = await family.get(spawned.childTraceId);
    if (child !== undefined && !isTerminal(child.status)) await family.execute(child, context, aborted);
    const ended = await family.get(spawned.childTraceId);
    if (ended !== undefined && isTerminal(ended.status)) await recordChildEnd(context, ended);
    else stageNeverStarted(context, spawned);
  }
}

function deleted(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: "The sub-agent was deleted while it worked.",
    fix: "Start it again.",
  });
}
