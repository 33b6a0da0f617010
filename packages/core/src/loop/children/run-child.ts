import { GoaltraceError } from "../../errors.ts";
import { nearestName } from "../../nearest-name.ts";
import type { RunEventPayloads } from "../../log/run-event.ts";
import { type AgentSnapshot, isTerminal, wakeTime, type Trace } from "../../log/trace.ts";
import {
  type AgentDefinition,
  CallSuspended,
  type ChildReport,
  type ChildRequest,
} from "../../ports/child-agents.ts";
import type { RunContext } from "../run-context.ts";
import type { OpenCall } from "../run-state.ts";
import { childAgent } from "./child-agent.ts";
import { assertMayStart } from "./child-limits.ts";
import { childReport } from "./child-report.ts";
import type { Denial } from "./denials.ts";
import { findChild } from "./child-state.ts";
import { childTrace } from "./child-trace.ts";

type Spawned = RunEventPayloads["child.spawned"];

/**
 * Runs a child of an open call to its end and returns its report; see `ChildAgents.run`. The child's id is durable before its trace, and its
 * trace before its first call, so a repeated call finds the same child and repeats nothing. While the child waits, `idle` decides whether the
 * whole step waits with it. Throws CallSuspended when the step waits or the run is released; LIMIT_REACHED, INVALID_INPUT.
 */
export async function runChild(
  context: RunContext,
  call: {
    readonly open: OpenCall;
    readonly signal: AbortSignal;
    /** Waits until the promise resolves or the step waits as a whole; rejects with CallSuspended then. */
    idle(until: Promise<void>): Promise<void>;
  },
  request: ChildRequest,
): Promise<ChildReport> {
  const { state, family, childSlots } = context;
  const known = findChild(state.children, call.open.call.id, request.position);
  if (known?.finished != null) return { ...known.finished, agent: known.spawned.agent };
  const spawned = known?.spawned ?? (await spawn(context, call.open, request));
  const child = await ensureTrace(context, call.open, spawned);
  if (isTerminal(child.status)) return await recordEnd(context, child);
  await childSlots.take(call.signal);
  try {
    for (;;) {
      const current = await family.get(child.id);
      if (current === undefined) throw deleted();
      if (isTerminal(current.status)) return await recordEnd(context, current);
      if (family.isReleased()) throw new CallSuspended();
      if (!call.signal.aborted && !(await family.isDue(current))) {
        context.waitingChildren.set(child.id, wakeTime(current) ?? null);
        await idleUntilDue(current);
        context.waitingChildren.delete(child.id);
        continue;
      }
      const outcome = await family.execute(current, context, call.signal);
      if (outcome.kind === "released") throw new CallSuspended();
    }
  } finally {
    childSlots.free();
  }

  /** Waits for a child; a wait that the step gave up keeps no timer, which would keep the process alive. */
  async function idleUntilDue(current: Trace): Promise<void> {
    const over = new AbortController();
    try {
      await call.idle(family.untilDue(current, AbortSignal.any([call.signal, over.signal])));
    } finally {
      over.abort();
    }
  }
}

/** Ends every child that is still open when the run ends, and records what it leaves. No child works on without its parent. */
export async function endChildren(context: RunContext): Promise<void> {
  await Promise.allSettled(context.childRuns);
  const aborted = AbortSignal.abort();
  for (const { spawned, finished, isOwn } of [...context.state.children.values()]) {
    if (finished !== null || !isOwn) continue;
    const child = await context.family.get(spawned.childTraceId);
    if (child !== undefined && !isTerminal(child.status))
      await context.family.execute(child, context, aborted);
    const ended = await context.family.get(spawned.childTraceId);
    if (ended !== undefined && isTerminal(ended.status)) await recordEnd(context, ended);
    else stageEnd(context, neverStarted(spawned));
  }
}

async function spawn(
  context: RunContext,
  { call, goalId }: OpenCall,
  request: ChildRequest,
): Promise<Spawned> {
  const { state, writer, ports, trace } = context;
  const { agent: definition, isReadOnly } = findAgent(context, request.agent);
  assertMayStart({ depth: context.depth, started: await context.family.size() });
  const agent = childAgent(
    definition,
    { tools: context.environment.tools.tools, left: limitsLeft(context) },
    { depth: context.depth + 1, isReadOnly: isReadOnly || request.isReadOnly === true },
  );
  const earlier = request.continues === undefined ? undefined : state.children.get(request.continues);
  if (request.continues !== undefined && earlier === undefined)
    throw unknownChild(request.continues, context);
  if (earlier !== undefined && earlier.finished === null) throw stillWorks(earlier.spawned);
  const childTraceId = ports.ids.next();
  writer.stage({
    kind: "event",
    type: "child.spawned",
    goalId,
    data: {
      ...{ childTraceId, toolCallId: call.id, position: request.position, agent: agent.name },
      ...{ prompt: request.prompt, goalId, background: false, limits: agent.limits },
      group: request.group ?? null,
      tools: agent.tools === "all" ? [] : agent.tools,
      ...(request.name === undefined ? {} : { name: request.name }),
      ...(request.continues === undefined ? {} : { continues: request.continues }),
    },
  });
  await writer.flush();
  const spawned = state.children.get(childTraceId)?.spawned;
  if (spawned === undefined) throw new Error(`the run ${trace.id} did not record its child`);
  return spawned;
}

/** Returns the stored trace of a child, which a process that died may not have created. */
async function ensureTrace(context: RunContext, open: OpenCall, spawned: Spawned): Promise<Trace> {
  const { family, state, ports, trace } = context;
  const stored = await family.get(spawned.childTraceId);
  if (stored !== undefined) return stored;
  const { agent: definition, models } = findAgent(context, spawned.agent);
  const agent = childSnapshot(definition, { spawned, parent: trace.agent });
  const earlier = spawned.continues === undefined ? undefined : await family.get(spawned.continues);
  const child = childTrace(
    trace,
    { spawned, agent, models, earlier, messageId: state.lastAssistant?.id ?? open.call.id },
    ports,
  );
  await family.create(child.trace, child.entries);
  return child.trace;
}

/** Returns the agent of a child with the rights that were recorded for it. It never has more of memory than its parent. */
function childSnapshot(
  definition: AgentSnapshot,
  { spawned, parent }: { readonly spawned: Spawned; readonly parent: AgentSnapshot },
): AgentSnapshot {
  const isWithoutMemory = definition.memory === "none" || parent.memory === "none";
  const memory = isWithoutMemory ? "none" : (definition.memory ?? parent.memory);
  const limited = { ...definition, tools: spawned.tools ?? [], limits: spawned.limits };
  return memory === undefined ? limited : { ...limited, memory };
}

async function recordEnd(context: RunContext, child: Trace): Promise<ChildReport> {
  const known = context.state.children.get(child.id);
  if (known?.finished != null) return { ...known.finished, agent: known.spawned.agent };
  const report = await childReport(child, context.readPages);
  stageEnd(context, report, context.family.denials.of(await context.family.below(child.id)));
  await context.writer.flush();
  return report;
}

function stageEnd(context: RunContext, report: ChildReport, denied: readonly Denial[] = []): void {
  const spawned = context.state.children.get(report.childTraceId)?.spawned;
  const { childTraceId, status, lastMessage, failure, steps, cost, durationMs } = report;
  context.writer.stage({
    kind: "event",
    type: "child.finished",
    goalId: spawned?.goalId ?? context.state.goals.focusId,
    data: {
      ...{
        childTraceId,
        toolCallId: spawned?.toolCallId ?? null,
        status,
        lastMessage,
        summary: null,
        failure,
      },
      ...{ steps, inputTokens: report.inputTokens, outputTokens: report.outputTokens, cost, durationMs },
      toolsUsed: [...report.toolsUsed],
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

/** The rest of the run's own limits; null where there is none. */
function limitsLeft({ state, trace, age, writer }: RunContext): {
  readonly maxTokens: number | null;
  readonly maxDurationMs: number | null;
} {
  const { maxTokens, maxDurationMs } = trace.agent.limits;
  const worked = age(writer.projection.startedAt ?? trace.createdAt) - state.waitedMs;
  return {
    maxTokens: maxTokens === null ? null : Math.max(0, maxTokens - state.tokens),
    maxDurationMs: maxDurationMs === null ? null : Math.max(0, maxDurationMs - worked),
  };
}

function findAgent({ environment }: RunContext, name: string): AgentDefinition {
  const agent = environment.agents?.find(name);
  if (agent !== undefined) return agent;
  const names = (environment.agents?.list() ?? []).map((known) => known.agent.name);
  const nearest = nearestName(name, names);
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: `There is no agent "${name}".`,
    fix: nearest === undefined ? `Agents: ${names.join(", ")}.` : `Did you mean "${nearest}"?`,
  });
}

function unknownChild(id: string, { state }: RunContext): GoaltraceError {
  const ids = [...state.children.keys()];
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `This conversation has started no sub-agent ${id}.`,
    fix: ids.length === 0 ? "Start one first." : `Its sub-agents: ${ids.join(", ")}.`,
  });
}

function stillWorks({ childTraceId }: Spawned): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: `The sub-agent ${childTraceId} is still working.`,
    fix: "Wait for its result, then continue it.",
  });
}

function deleted(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: "The sub-agent was deleted while it worked.",
    fix: "Start it again.",
  });
}
