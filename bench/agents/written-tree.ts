import { newRun } from "@goaltrace/core";
import { generalAgent } from "@goaltrace/core/agents";
import { createNoRedactor } from "@goaltrace/core/in-memory";
import {
  createSequencer,
  type Entry,
  type EntryDraft,
  projectEntry,
  type Trace,
  type TraceProjection,
} from "@goaltrace/core/log";
import type { Clock, Scope, TraceStore } from "@goaltrace/core/ports";
import { createSystemClock, createSystemIds } from "@goaltrace/core/system";
import { createTokenizer } from "@goaltrace/core/tokenizer";

const LEASE_MS = 3_600_000;
const EXPLORE_AT_ONCE = 8;
const EXPLORER = { ...generalAgent, name: "explore" };

/** One run of a tree, whose log is written through the store. */
export type TreeMember = {
  readonly traceId: string;
  /** Resolves after the commit. Must not be called again before. */
  append(drafts: Iterable<EntryDraft>): Promise<readonly Entry[]>;
};

/** A run with sub-agents and without a model. */
export type WrittenTree = {
  readonly root: TreeMember;
  readonly children: readonly TreeMember[];
  /** Ends every sub-agent in the log of the root, then the root. */
  finish(): Promise<void>;
};

/** Starts a run that has sent out sub-agents, eight with each call. `clock` provides the times of entries. */
export async function beginWrittenTree(
  traces: TraceStore,
  options: {
    readonly scope: Scope;
    readonly task: string;
    readonly children: number;
    readonly clock?: Clock;
    readonly conversationId?: string | null;
  },
): Promise<WrittenTree> {
  const { scope, task, clock = createSystemClock(), conversationId = null } = options;
  const ids = createSystemIds(clock);
  const ports = { ids, clock, tokenizer: createTokenizer(), redactor: createNoRedactor() };
  const base = { scope, conversationId, models: ["written"], projectFolder: null, origin: null };
  const created = newRun({ ...base, text: task, agent: generalAgent }, ports);
  await traces.create(scope, created.trace, created.entries, created.blobs);
  const claimed = await traces.claim({ owner: "bench", leaseMs: LEASE_MS, only: created.trace.id });
  if (claimed === undefined) throw new Error("a worker of this database was faster");
  const { lease } = claimed;
  const rootId = created.trace.id;

  const member = (trace: Trace): TreeMember => {
    const traceId = trace.id;
    const sequencer = createSequencer({ traceId, ids, clock, next: trace.lastSequence + 1 });
    let projection: TraceProjection = trace;
    return {
      traceId,
      append: async (drafts) => {
        const entries = [...drafts].map((draft) => sequencer.stamp(draft));
        projection = entries.reduce(projectEntry, projection);
        await traces.append({ traceId, rootId, fence: lease.fence, entries, projection, blobs: [] });
        return entries;
      },
    };
  };
  const started = ({ agent, models, task: text }: Trace): EntryDraft => ({
    ...{ kind: "event", type: "trace.started", goalId: "root" },
    data: { agent, models, task: text, origin: null, projectFolder: null },
  });

  const root = member(claimed.trace);
  await root.append([started(created.trace)]);
  const children: TreeMember[] = [];
  for (let first = 0; first < options.children; first += EXPLORE_AT_ONCE) {
    const size = Math.min(EXPLORE_AT_ONCE, options.children - first);
    const toolCallId = `explore-${first}`;
    const tasks = Array.from({ length: size }, (_, index) => `Look at place ${first + index + 1}`);
    await root.append(exploreCall(toolCallId, tasks));
    for (const [index, text] of tasks.entries()) {
      const child = newRun({ ...base, text, agent: EXPLORER }, ports);
      const trace: Trace = {
        ...child.trace,
        ...{ rootId, parentId: rootId, spawnedBy: { messageId: "", toolCallId } },
      };
      await root.append([
        {
          ...{ kind: "event", type: "child.spawned", goalId: "root" },
          data: {
            ...{ childTraceId: trace.id, toolCallId, position: index, agent: EXPLORER.name, prompt: text },
            ...{ goalId: "root", background: false, limits: EXPLORER.limits },
            group: { groupId: toolCallId, index, size, merge: "all" as const },
          },
        },
      ]);
      await traces.create(scope, trace, child.entries, child.blobs);
      const written = member(trace);
      await written.append([started(trace)]);
      children.push(written);
    }
  }
  return {
    root,
    children,
    finish: async () => {
      const finished: EntryDraft = {
        ...{ kind: "event", type: "trace.finished", goalId: "root" },
        data: { status: "completed", failure: null, summary: "Looked" },
      };
      for (const [index, { traceId, append }] of children.entries()) {
        await append([finished]);
        const toolCallId = `explore-${index - (index % EXPLORE_AT_ONCE)}`;
        await root.append([
          {
            ...{ kind: "event", type: "child.finished", goalId: "root" },
            data: {
              ...{ childTraceId: traceId, toolCallId, status: "completed", failure: null, summary: null },
              ...{
                lastMessage: `Place ${index + 1} is in order.`,
                steps: 3,
                cost: 0.0063,
                durationMs: 5_000,
              },
              ...{ inputTokens: 12_600, outputTokens: 180, toolsUsed: ["read"] },
            },
          },
        ]);
      }
      await root.append([finished]);
      await traces.release(lease);
    },
  };
}

/** The answer of the root's model that sends out these sub-agents, and the start of its call. */
function* exploreCall(toolCallId: string, branches: readonly string[]): Generator<EntryDraft> {
  const usage = {
    inputTokens: 4_200,
    outputTokens: 60,
    cachedTokens: 3_900,
    reasoningTokens: 0,
    estimated: false,
  };
  yield {
    ...{ kind: "message", role: "assistant", goalId: "root", callId: `call-${toolCallId}`, reasoning: "" },
    ...{ model: "written", text: `I look at ${branches.length} places at once.` },
    toolCalls: [{ id: toolCallId, name: "explore", arguments: JSON.stringify({ branches }) }],
    ...{ finishReason: "tool_calls", usage, cost: 0.0021, durationMs: 900, firstTokenMs: 300 },
    description: "explore",
  };
  yield {
    ...{ kind: "event", type: "tool.started", goalId: "root" },
    data: { toolCallId, toolName: "explore", effect: "read_only" },
  };
}
