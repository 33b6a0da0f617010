import {
  type Budget,
  givenBudget,
  isTerminal,
  type Trace,
  type TracePhase,
  type TraceStatus,
  type WaitingFor,
} from "@goaltrace/core/log";
import type { Scope, TraceStore } from "@goaltrace/core/ports";
import { readTrace } from "@goaltrace/core/reading";
import { type RunActivity, runActivity } from "./run-activity.ts";

/** One run of a tree. Times are milliseconds since the epoch; `cost` is in US dollars, null while unknown. Figures are its own. */
export type TreeRun = {
  readonly id: string;
  /** Null for the root. */
  readonly parentId: string | null;
  /** 0 for the root. */
  readonly depth: number;
  readonly agent: string;
  /** The first line of the task. */
  readonly title: string;
  readonly status: TraceStatus;
  readonly waitingFor: WaitingFor | null;
  readonly phase: TracePhase;
  /** The call of the parent that started it; null for the root. */
  readonly toolCallId: string | null;
  /** Its present work; null when it has ended, waits, or does nothing. */
  readonly activity: RunActivity | null;
  /** Model calls and tool calls. */
  readonly calls: number;
  /** Answers of its model. */
  readonly modelCalls: number;
  readonly errors: number;
  readonly tokens: number;
  readonly cost: number | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** From its start to its newest entry, in milliseconds. */
  readonly durationMs: number;
  /** The part of its time so far in which nothing of it could run, such as waits for people. */
  readonly waitedMs: number;
  /** The beginning of its answer; empty until it has completed. */
  readonly answer: string;
  /** Why it failed; null otherwise. */
  readonly failure: string | null;
  /** Its budget at its start and the limits of its agent on tokens and time, which also hold for everything below it; null without any. */
  readonly budget: Budget | null;
};

/** A run with all runs below it: the root first, each run after its parent, siblings oldest first. */
export type RunTree = { readonly rootId: string; readonly runs: readonly TreeRun[] };

/** The work of a run when its log had this length. */
type KnownActivity = { readonly lastSequence: number; readonly activity: RunActivity | null };

/** The last activities by run, so that only logs that have grown are read again. */
export type ActivityCache = Map<string, KnownActivity>;

/** Entries at the end of a log that show what the run does: an answer with its calls and their results. */
const READ_ENTRIES = 40;
const TITLE_CHARACTERS = 200;

/** Returns the tree that a run belongs to, as the scope's person sees it. Errors: NOT_FOUND. */
export async function readRunTree(
  { traces, scope }: { readonly traces: TraceStore; readonly scope: Scope },
  traceId: string,
  known: ActivityCache = new Map(),
): Promise<RunTree> {
  const { rootId } = await readTrace({ traces, scope }, traceId);
  const ordered = inOrder(rootId, await traces.family(scope, rootId));
  const runs = await Promise.all(
    ordered.map(async ({ trace, depth }) =>
      toTreeRun(trace, depth, await activityNow(traces, { scope, trace, known })),
    ),
  );
  return { rootId, runs };
}

async function activityNow(
  traces: TraceStore,
  { scope, trace, known }: { readonly scope: Scope; readonly trace: Trace; readonly known: ActivityCache },
): Promise<RunActivity | null> {
  const { id, lastSequence } = trace;
  if (isTerminal(trace.status) || trace.status === "waiting") return null;
  const before = known.get(id);
  if (before?.lastSequence === lastSequence) return before.activity;
  const after = Math.max(0, lastSequence - READ_ENTRIES);
  const activity = runActivity(await traces.entries(scope, id, { after, limit: READ_ENTRIES }));
  known.set(id, { lastSequence, activity });
  return activity;
}

type PlacedTrace = { readonly trace: Trace; readonly depth: number };

/** A run whose parent was deleted comes last, below the root. */
function inOrder(rootId: string, family: readonly Trace[]): readonly PlacedTrace[] {
  const byParent = new Map<string | null, Trace[]>();
  for (const trace of family) {
    const parentId = trace.id === rootId ? null : trace.parentId;
    byParent.set(parentId, [...(byParent.get(parentId) ?? []), trace]);
  }
  const placed = new Set<string>();
  const below = (parentId: string | null, depth: number): readonly PlacedTrace[] =>
    (byParent.get(parentId) ?? []).flatMap((trace) => {
      if (placed.has(trace.id)) return [];
      placed.add(trace.id);
      return [{ trace, depth }, ...below(trace.id, depth + 1)];
    });
  const tree = below(null, 0);
  return [...tree, ...family.flatMap((trace) => (placed.has(trace.id) ? [] : [{ trace, depth: 1 }]))];
}

function toTreeRun(trace: Trace, depth: number, activity: RunActivity | null): TreeRun {
  const { id, parentId, agent, task, status, waitingFor, totals, spawnedBy, phase } = trace;
  return {
    ...{ id, parentId, depth, agent: agent.name, status, waitingFor, phase, activity },
    title: (task.trim().split("\n", 1)[0] ?? "").slice(0, TITLE_CHARACTERS),
    toolCallId: spawnedBy?.toolCallId ?? null,
    calls: totals.modelCalls + totals.toolCalls,
    modelCalls: totals.modelCalls,
    tokens: totals.inputTokens + totals.outputTokens,
    ...{ errors: totals.errors, cost: totals.cost },
    ...{ createdAt: trace.createdAt, startedAt: trace.startedAt, endedAt: trace.endedAt },
    ...{ durationMs: totals.durationMs, waitedMs: totals.waitedMs ?? 0 },
    answer: status === "completed" ? trace.lastMessage.slice(0, TITLE_CHARACTERS) : "",
    failure: trace.failure?.message ?? null,
    budget: givenBudget(trace.budget, agent.limits),
  };
}
