import type { ChildAgents, ChildReport, ChildRequest } from "../../ports/child-agents.ts";
import type { RunContext } from "../run-context.ts";
import type { OpenCall } from "../run-state.ts";
import type { CallBatch } from "./call-batch.ts";
import { runChild } from "./run-child.ts";

/** The sub-agents of one running call. Call `end` when the call is over. */
export type CallChildren = { readonly agents: ChildAgents; end(): void };

/** Creates the sub-agents of one running call. While the call waits for them, only they count as running work of its step. */
export function createChildAgents(
  context: RunContext,
  call: { readonly open: OpenCall; readonly signal: AbortSignal; readonly batch: CallBatch },
): CallChildren {
  const { batch } = call;
  let endOwnWork = batch.begin();
  let awaited = 0;
  let isOver = false;
  const run = async (request: ChildRequest): Promise<ChildReport> => {
    let endChild = batch.begin();
    if (awaited === 0) endOwnWork();
    awaited += 1;
    const idle = async (until: Promise<void>): Promise<void> => {
      const woken = batch.idle(until);
      endChild();
      endChild = await woken;
    };
    try {
      return await runChild(context, { ...call, idle }, request);
    } finally {
      awaited -= 1;
      // First, so that the step never looks idle in between.
      if (awaited === 0 && !isOver) endOwnWork = batch.begin();
      endChild();
    }
  };
  return {
    agents: {
      run: async (request) => {
        const running = run(request);
        context.childRuns.add(running);
        try {
          return await running;
        } finally {
          context.childRuns.delete(running);
        }
      },
      list: () =>
        [...context.state.children.values()].map(({ spawned, finished }) => ({
          ...{ childTraceId: spawned.childTraceId, agent: spawned.agent, name: spawned.name ?? null },
          ...{ prompt: spawned.prompt, status: finished?.status ?? null },
        })),
    },
    end: () => {
      isOver = true;
      endOwnWork();
    },
  };
}
