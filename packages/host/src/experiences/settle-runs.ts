import type { Entry } from "@goaltrace/core/log";
import { isTerminal, type Trace } from "@goaltrace/core/log";
import {
  distill,
  hasConfirmedItself,
  isSpent,
  JUDGED_AT_ONCE,
  judgeRun,
  type Observation,
  observeLog,
} from "@goaltrace/core/experiences";
import type {
  ExperienceFields,
  ExperienceStore,
  Ids,
  MemoryStore,
  Scope,
  TraceStore,
} from "@goaltrace/core/ports";
import { readEntries } from "@goaltrace/core/reading";

export type ExperienceParts = {
  readonly store: ExperienceStore;
  readonly traces: Pick<TraceStore, "get" | "entry" | "entries" | "outline" | "family">;
  /** The thumbs of people on a run, as 1 and -1; those on its entries if there are none on the run itself. */
  readonly ratings: (scope: Scope, traceId: string) => Promise<readonly number[]>;
  readonly memories: Pick<MemoryStore, "readers">;
  readonly ids: Pick<Ids, "next">;
};

/**
 * Judges the runs of a workspace that have ended since the last time, adds what they taught as candidates and decides by outcomes. Called
 * before the next choice and before people look, so that nothing has to run at the end of a run. Doing it twice changes nothing.
 */
export async function settleRuns(
  parts: ExperienceParts,
  scope: Scope,
): Promise<{ readonly settled: number }> {
  const ended = await parts.store.endedRuns(scope, JUDGED_AT_ONCE);
  for (const traceId of ended) await settleRun(parts, scope, traceId);
  if (ended.length > 0) await decideByOutcomes(parts, scope);
  return { settled: ended.length };
}

/**
 * Returns `settleRuns` for many runs that start at once: those that start while their workspace is being settled share the result instead of
 * judging the same runs again.
 */
export function shareSettling(
  parts: ExperienceParts,
): (scope: Scope) => Promise<{ readonly settled: number }> {
  const underWay = new Map<string, Promise<{ readonly settled: number }>>();
  return async (scope) => {
    const { workspaceId } = scope;
    const before = underWay.get(workspaceId);
    if (before !== undefined) return await before;
    const settling = settleRuns(parts, scope).finally(() => underWay.delete(workspaceId));
    underWay.set(workspaceId, settling);
    return await settling;
  };
}

/** Judges one run again, for example because a person has rated it. Does nothing for an active run. */
export async function settleRun(parts: ExperienceParts, scope: Scope, traceId: string): Promise<void> {
  const { store, traces } = parts;
  const trace = await traces.get(scope, traceId);
  if (trace === undefined || !isTerminal(trace.status)) return;
  const [entries, ratings] = await Promise.all([
    entriesThatTeach(parts, scope, trace),
    parts.ratings(scope, traceId),
  ]);
  const owner = { workspaceId: scope.workspaceId, personId: trace.personId };
  for (const observation of observeLog({ traceId, entries }))
    await addCandidate(parts, owner, { trace, observation });
  await store.judge(scope, traceId, judgeRun({ status: trace.status, ratings, entries }));
}

/**
 * Adds an observation in a run as a candidate: for the readers of the run, or for its agent if no person made the observation. Does nothing without
 * words.
 */
export async function addCandidate(
  { store, memories, ids }: ExperienceParts,
  scope: Scope,
  { trace, observation }: { readonly trace: Trace; readonly observation: Observation },
): Promise<void> {
  const candidate = distill(observation, await audienceOf({ memories }, scope, { trace, observation }));
  if (candidate !== null) await store.add(scope, { ...candidate, id: ids.next(), state: "candidate" });
}

/** Rules from a private conversation are for its person until they share it: its words repeat the conversation. */
async function audienceOf(
  { memories }: Pick<ExperienceParts, "memories">,
  scope: Scope,
  { trace, observation }: { readonly trace: Trace; readonly observation: Observation },
): Promise<Pick<ExperienceFields, "audience" | "agent">> {
  const isPrivate = trace.conversationId !== null && (await memories.readers(scope, trace.id)) === "person";
  if (isPrivate) return { audience: "person", agent: null };
  if (observation.kind === "lesson") return { audience: "agent", agent: trace.agent.name };
  return { audience: "workspace", agent: null };
}

/** Entries of these kinds teach or judge; the outline says whether a log has any, so that most logs are never read. */
const TEACHING_KINDS: readonly string[] = ["lesson", "approval", "claim"];

async function entriesThatTeach(
  { traces }: Pick<ExperienceParts, "traces">,
  scope: Scope,
  trace: Trace,
): Promise<readonly Entry[]> {
  const outline = await traces.outline(scope, trace.id, { after: 0, until: trace.lastSequence });
  const teaches = outline.some((entry) => entry.k !== undefined && TEACHING_KINDS.includes(entry.k));
  if (!teaches) return [];
  const all = await readEntries({ traces, scope }, trace, { after: 0 });
  return all.filter((entry) => entry.traceId === trace.id);
}

/** Retires rules that do not work and, where the workspace wants it, uses candidates that do. */
async function decideByOutcomes({ store }: Pick<ExperienceParts, "store">, scope: Scope): Promise<void> {
  const [all, confirmsAlone] = await Promise.all([store.list(scope), store.confirmsAlone(scope)]);
  for (const experience of all) {
    const { id, state } = experience;
    if (state === "approved" && isSpent(experience)) await store.decideByOutcome(scope, id, "retired");
    if (confirmsAlone && hasConfirmedItself(experience)) await store.decideByOutcome(scope, id, "approved");
  }
}
