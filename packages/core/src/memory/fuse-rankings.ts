import type { MemoryEntry } from "../ports/memory-store.ts";
import type { NearMemory } from "../ports/memory-vector-store.ts";
import type { FoundMemory } from "./memory-index.ts";
import { EMBEDDING } from "./tunables.ts";

/**
 * Joins entries found by words with entries near in meaning, by the sum of their reciprocal ranks: scores of both cannot be compared, places can.
 * `entries`: the near ones that the reader may see; replaced ones are found by words only. `sureFrom`: the similarity from which one counts as an answer.
 */
export function fuseRankings(
  found: readonly FoundMemory[],
  similar: readonly NearMemory[],
  {
    entries,
    sureFrom,
  }: { readonly entries: ReadonlyMap<string, MemoryEntry>; readonly sureFrom: number | null },
): readonly FoundMemory[] {
  const fused = new Map<string, { readonly memory: FoundMemory; readonly points: number }>();
  for (const [index, memory] of found.entries())
    fused.set(memory.entry.id, { memory, points: pointsAt(index) });
  const near = similar.flatMap(({ memoryId, similarity }) => {
    const entry = entries.get(memoryId);
    return entry === undefined || entry.supersededBy !== null ? [] : [{ entry, similarity }];
  });
  for (const [index, { entry, similarity }] of near.entries()) {
    const byWords = fused.get(entry.id);
    const memory: FoundMemory = {
      ...(byWords?.memory ?? { entry, hit: withoutWords(entry.id) }),
      near: { similarity, isSure: sureFrom !== null && similarity >= sureFrom },
    };
    fused.set(entry.id, { memory, points: (byWords?.points ?? 0) + pointsAt(index) });
  }
  return [...fused.values()]
    .toSorted((left, right) => right.points - left.points)
    .map(({ memory }) => memory);
}

function pointsAt(index: number): number {
  return 1 / (EMBEDDING.rankConstant + index + 1);
}

/** A hit that shares no words with the query. */
function withoutWords(id: string): FoundMemory["hit"] {
  return {
    ...{ id, score: 0, confidence: 0, words: [], together: 0, neighbors: 0, thread: 0, date: 0 },
    ...{ factor: 1, feedback: 0, isSuperseded: false },
  };
}
