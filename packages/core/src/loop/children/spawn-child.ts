import { GoaltraceError } from "../../errors.ts";
import { nearestName } from "../../nearest-name.ts";
import type { RunEventPayloads } from "../../log/run-event.ts";
import type { AgentSnapshot, Trace } from "../../log/trace.ts";
import type { AgentDefinition, ChildRequest } from "../../ports/child-agents.ts";
import type { OpenedWorktree } from "../../ports/worktrees.ts";
import type { RunContext } from "../run-context.ts";
import type { OpenCall } from "../run-state.ts";
import { childAgent } from "./child-agent.ts";
import { assertMayStart } from "./child-limits.ts";
import { childTrace } from "./child-trace.ts";

export type Spawned = RunEventPayloads["child.spawned"];

/** Records a child of an open call; its id is durable when the promise resolves. Throws LIMIT_REACHED, INVALID_INPUT, NOT_FOUND, CONFLICT. */
export async function spawnChild(
  context: RunContext,
  { call, goalId }: OpenCall,
  request: ChildRequest,
): Promise<Spawned> {
  const { state, writer, ports, trace } = context;
  const { agent: definition, isReadOnly } = findAgent(context, request.agent);
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
  const { depth, family } = context;
  await family.admit(childTraceId, (started) => assertMayStart({ depth, started }));
  const worktree = await openWorktree(context, { childTraceId, agent, request });
  writer.stage({
    kind: "event",
    type: "child.spawned",
    goalId,
    data: {
      ...{ childTraceId, toolCallId: call.id, position: request.position, agent: agent.name },
      ...{ prompt: request.prompt, goalId, background: request.background === true, limits: agent.limits },
      group: request.group ?? null,
      tools: agent.tools === "all" ? [] : agent.tools,
      ...(request.name === undefined ? {} : { name: request.name }),
      ...(request.continues === undefined ? {} : { continues: request.continues }),
      ...(request.atEnd === undefined ? {} : { atEnd: request.atEnd }),
      ...(worktree === null ? {} : worktree.ok ? { worktree: worktree.folder } : { shared: worktree.reason }),
    },
  });
  await writer.flush();
  const spawned = state.children.get(childTraceId)?.spawned;
  if (spawned === undefined) throw new Error(`the run ${trace.id} did not record its child`);
  return spawned;
}

/**
 * Makes the worktree of a child that may change files and asks for one; one of the background, which works beside its parent, does
 * so unless its call says otherwise. Null for a child that works in its parent's folder.
 */
async function openWorktree(
  { environment, trace }: RunContext,
  child: { readonly childTraceId: string; readonly agent: AgentSnapshot; readonly request: ChildRequest },
): Promise<OpenedWorktree | null> {
  const { worktrees, tools } = environment;
  const { isIsolated = child.request.background === true } = child.request;
  if (!isIsolated || worktrees === undefined || trace.projectFolder === null) return null;
  const writes = (name: string): boolean => {
    const tool = tools.find(name);
    return tool?.annotations.readOnlyHint !== true && (tool?.subject?.kind ?? "url") !== "url";
  };
  if (child.agent.tools !== "all" && !child.agent.tools.some(writes)) return null;
  return await worktrees.open(child.childTraceId, trace.projectFolder);
}

/** Returns the stored trace of a child, which a process that died may not have created. */
export async function ensureTrace(context: RunContext, spawned: Spawned): Promise<Trace> {
  const { family, state, ports, trace } = context;
  const stored = await family.get(spawned.childTraceId);
  if (stored !== undefined) return stored;
  const { agent: definition, models } = findAgent(context, spawned.agent);
  const agent = childSnapshot(definition, { spawned, parent: trace.agent });
  const earlier = spawned.continues === undefined ? undefined : await family.get(spawned.continues);
  const messageId = state.lastAssistant?.id ?? spawned.toolCallId ?? "";
  const child = childTrace(trace, { spawned, agent, models, earlier, messageId }, ports);
  await family.create(child.trace, child.entries);
  return child.trace;
}

/** Returns the agent of a child with the rights that were recorded for it. It never has more rights to memory than its parent. */
function childSnapshot(
  definition: AgentSnapshot,
  { spawned, parent }: { readonly spawned: Spawned; readonly parent: AgentSnapshot },
): AgentSnapshot {
  const isWithoutMemory = definition.memory === "none" || parent.memory === "none";
  const memory = isWithoutMemory ? "none" : (definition.memory ?? parent.memory);
  const limited = { ...definition, tools: spawned.tools ?? [], limits: spawned.limits };
  return memory === undefined ? limited : { ...limited, memory };
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
    fix: "Wait for its result, then continue it, or send it a message with message_agent.",
  });
}
