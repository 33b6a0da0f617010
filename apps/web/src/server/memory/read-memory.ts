import type { TraceStatus } from "@goaltrace/core/log";
import { type AlikeEntry, checkEntry, compareHeld } from "@goaltrace/core/memory";
import type { MemoryEntry, MemoryVersion, Scope, TraceStore } from "@goaltrace/core/ports";
import type { Runtime } from "../runtime.ts";

/** A run that had an entry in its context, as far as the person can see it. */
export type RecallingRun = {
  readonly traceId: string;
  readonly task: string;
  readonly status: TraceStatus;
  readonly version: number;
  readonly at: number;
};

type EntryProblem = Extract<ReturnType<typeof checkEntry>, { accepted: false }>["problems"][number];

/** An entry with its origin and the runs that had it. Runs that the person cannot see are only counted. */
export type MemoryDetail = {
  readonly entry: MemoryEntry;
  /** The newest first. */
  readonly versions: readonly MemoryVersion[];
  /** The task of the run that it came from; null if a person wrote it or the run cannot be seen. */
  readonly learnedIn: { readonly traceId: string; readonly task: string } | null;
  readonly runs: readonly RecallingRun[];
  /** The current entries that a held one disagrees with or resembles; none for others. */
  readonly alike: readonly (Pick<MemoryEntry, "id" | "name" | "type" | "content"> &
    Pick<AlikeEntry, "kind">)[];
  /** The checks that a held entry fails; none for others. */
  readonly problems: readonly EntryProblem[];
  /** Names of people by id. */
  readonly people: Readonly<Record<string, string>>;
};

const SHOWN_RUNS = 20;
/** Entries that a held one is compared with, the best hits of its words. */
const COMPARED = 30;

/** Reads an entry for its page. Errors: NOT_FOUND. */
export async function readMemory(
  { stores, memoryFinder, clock }: Pick<Runtime, "stores" | "memoryFinder" | "clock">,
  scope: Scope,
  id: string,
): Promise<MemoryDetail> {
  const { memories, traces, members } = stores;
  const [entry, versions, recalls, people] = await Promise.all([
    memories.get(scope, id),
    memories.versions(scope, id),
    memories.recalls(scope, id),
    members.list(scope.workspaceId),
  ]);
  const runs = await Promise.all(
    recalls.slice(0, SHOWN_RUNS).map(async ({ traceId, version, at }) => {
      const trace = await traces.get(scope, traceId);
      return trace === undefined ? [] : [{ traceId, task: trace.task, status: trace.status, version, at }];
    }),
  );
  const [source, alike] = await Promise.all([
    readSource(traces, scope, entry),
    entry.state === "held" ? readAlike(memoryFinder, scope, entry) : [],
  ]);
  return {
    alike,
    problems: entry.state === "held" ? problemsOf(entry, clock.now()) : [],
    entry: source === null ? withoutQuote(entry) : entry,
    versions: versions.map(withoutQuote),
    learnedIn: source,
    runs: runs.flat(),
    people: Object.fromEntries(people.map((member) => [member.personId, member.name])),
  };
}

/** As at the write, with the words that it was learned from. */
function problemsOf(held: MemoryEntry, now: number): MemoryDetail["problems"] {
  const checked = checkEntry(held, now, { personNames: [], quote: held.source?.quote ?? "" });
  return checked.accepted ? [] : checked.problems;
}

async function readAlike(
  finder: Runtime["memoryFinder"],
  scope: Scope,
  held: MemoryEntry,
): Promise<MemoryDetail["alike"]> {
  const text = [held.name, held.description, held.content].join("\n");
  const found = await finder.find(scope, text, { limit: COMPARED, traceId: null });
  const others = found.map(({ entry }) => entry);
  return compareHeld(held, others).map(({ entry: { id, name, type, content }, kind }) => ({
    ...{ id, name, type, content, kind },
  }));
}

async function readSource(
  traces: Pick<TraceStore, "get">,
  scope: Scope,
  { source }: MemoryEntry,
): Promise<MemoryDetail["learnedIn"]> {
  const trace = source === null ? undefined : await traces.get(scope, source.traceId);
  return trace === undefined ? null : { traceId: trace.id, task: trace.task };
}

/** The text of a conversation is only for those who can read it. */
function withoutQuote<Source extends Pick<MemoryEntry, "source">>(contents: Source): Source {
  const { source } = contents;
  return source === null ? contents : { ...contents, source: { ...source, quote: "" } };
}
