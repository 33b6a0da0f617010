import { toFailure } from "../../errors.ts";
import { isTerminal, type Trace } from "../../log/trace.ts";
import type { ChildReport } from "../../ports/child-agents.ts";
import type { RunContext } from "../run-context.ts";
import { childReport } from "./child-report.ts";
import type { Denial } from "./denials.ts";
import { type EndedChild, mergeWithEnd } from "./merge-worktree.ts";
import type { Spawned } from "./spawn-child.ts";

/** Records the end of a stored child in the log of its parent, once. */
export async function recordChildEnd(context: RunContext, child: Trace): Promise<void> {
  const ended = await readEnd(context, child);
  if (ended === undefined) return;
  const tidy = await mergeWithEnd(context, ended, async (childTraceId) => {
    const other = await context.family.get(childTraceId);
    return other !== undefined && isTerminal(other.status) ? await readEnd(context, other) : undefined;
  });
  await context.writer.flush();
  await tidy();
}

/** Reads what the end of a child says; undefined if it is recorded. */
async function readEnd(context: RunContext, child: Trace): Promise<EndedChild | undefined> {
  const known = context.state.children.get(child.id);
  if (known === undefined || known.finished !== null) return undefined;
  const report = await childReport(child, context.readPages);
  const denied = context.family.denials.of(await context.family.below(child.id));
  // Another path may have recorded it while this one read its log.
  if (context.state.children.get(child.id)?.finished != null) return undefined;
  const stageEnd = (): void => stageChildEnd(context, report, denied);
  return { spawned: known.spawned, status: child.status, stageEnd };
}

/** Records a child that could not be executed as failed. */
export async function recordChildFailure(
  context: RunContext,
  spawned: Spawned,
  thrown: unknown,
): Promise<void> {
  stageChildEnd(context, { ...neverStarted(spawned), status: "failed", failure: toFailure(thrown) });
  await context.writer.flush();
}

/** Stages the end of a child that has no trace, or whose trace cannot be ended. */
export function stageNeverStarted(context: RunContext, spawned: Spawned): void {
  stageChildEnd(context, neverStarted(spawned));
}

function stageChildEnd(context: RunContext, report: ChildReport, denied: readonly Denial[] = []): void {
  const spawned = context.state.children.get(report.childTraceId)?.spawned;
  const { childTraceId, status, lastMessage, failure, steps, cost, durationMs } = report;
  const toolCallId = spawned?.toolCallId ?? null;
  context.writer.stage({
    kind: "event",
    type: "child.finished",
    goalId: spawned?.goalId ?? context.state.goals.focusId,
    data: {
      ...{ childTraceId, toolCallId, status, lastMessage, summary: null, failure },
      ...{ steps, inputTokens: report.inputTokens, outputTokens: report.outputTokens, cost, durationMs },
      toolsUsed: [...report.toolsUsed],
      ...(spawned?.group != null && status !== "completed" ? { givenUp: true } : {}),
      ...(report.unverified === undefined ? {} : { unverified: [...report.unverified] }),
      ...(denied.length === 0 ? {} : { denied: denied.map((denial) => ({ ...denial })) }),
    },
  });
}

function neverStarted({ childTraceId, agent }: Spawned): ChildReport {
  return {
    ...{ childTraceId, agent, status: "cancelled", lastMessage: "", failure: null, steps: 0 },
    ...{ inputTokens: 0, outputTokens: 0, cost: 0, durationMs: 0, toolsUsed: [] },
  };
}
