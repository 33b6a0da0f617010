import { GoaltraceError } from "@goaltrace/core";
import type { Entry } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import { readEntries, readTrace } from "@goaltrace/core/reading";
import type { Runtime } from "../runtime.ts";

/** The source of something that an entry read or wrote: the run, its task, and the entry of its log that states it (null if no single one does). */
export type KnowledgeSource = {
  readonly id: string;
  /** The entry that read or wrote it. */
  readonly readBy: number;
  readonly traceId: string;
  readonly task: string;
  readonly sequence: number | null;
  /** The goal of that entry, if it is in the log of the asking run too; null otherwise. */
  readonly goalId: string | null;
};

/**
 * Reads the sources of the memory entries or experiences of a run's entries. Runs that the person cannot see, and texts that a person wrote, are left
 * out. Nothing for entries of other kinds. Errors: NOT_FOUND.
 */
export async function sourcesOfEntries(
  { stores }: Pick<Runtime, "stores">,
  scope: Scope,
  { traceId, sequences }: { readonly traceId: string; readonly sequences: readonly number[] },
): Promise<readonly KnowledgeSource[]> {
  const reader = { traces: stores.traces, scope };
  const log = await readEntries(reader, await readTrace(reader, traceId), { after: 0 });
  const asked = new Set(sequences);
  const events = log.flatMap((entry) => (entry.kind === "event" && asked.has(entry.sequence) ? [entry] : []));
  const places = await Promise.all(
    events.map(async (entry) =>
      (await placesOf(stores, scope, entry)).map((place) => ({ ...place, readBy: entry.sequence })),
    ),
  );
  const found = await Promise.all(
    places.flat().map(async (place) => {
      const trace = await stores.traces.get(scope, place.traceId);
      if (trace === undefined) return [];
      const here = log.find((other) => other.traceId === place.traceId && other.sequence === place.sequence);
      return [{ ...place, task: trace.task, goalId: here?.goalId ?? null }];
    }),
  );
  return found.flat();
}

type Place = Pick<KnowledgeSource, "id" | "traceId" | "sequence">;

async function placesOf(
  { memories, experiences }: Runtime["stores"],
  scope: Scope,
  entry: Extract<Entry, { readonly kind: "event" }>,
): Promise<readonly Place[]> {
  const ofMemory = async (id: string): Promise<readonly Place[]> => {
    const { source } = (await known(memories.get(scope, id))) ?? { source: null };
    return source === null ? [] : [{ id, traceId: source.traceId, sequence: source.sequence }];
  };
  const ofExperience = async (id: string): Promise<readonly Place[]> => {
    const [evidence] = (await known(experiences.get(scope, id)))?.evidence ?? [];
    return evidence === undefined
      ? []
      : [{ id, traceId: evidence.traceId, sequence: evidence.sequence ?? evidence.taskSequence }];
  };
  if (entry.type === "memory.written") return await ofMemory(entry.data.memoryId);
  if (entry.type === "memory.quarantined") return await ofMemory(entry.data.quarantineId);
  const places =
    entry.type === "memory.recalled"
      ? entry.data.memories.map(async ({ memoryId }) => await ofMemory(memoryId))
      : entry.type === "experience.injected"
        ? entry.data.experiences.map(async ({ experienceId }) => await ofExperience(experienceId))
        : [];
  return (await Promise.all(places)).flat();
}

/** Null for things that were deleted since, or that the person cannot see. */
async function known<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (thrown) {
    if (thrown instanceof GoaltraceError && thrown.code === "NOT_FOUND") return null;
    throw thrown;
  }
}
