import type { MemoryEntry } from "../ports/memory-store.ts";
import type { OutdatedText, ShownText } from "../ports/run-environment.ts";
import type { Scope } from "../ports/scope.ts";
import type { MemoryFinder } from "./memory-finder.ts";
import { describeIndex, indexLines } from "./index-lines.ts";
import { describeRecall } from "./recall-entries.ts";

/** Entries replaced by entries that were replaced themselves: more steps than people correct one thing. */
const MAX_SUCCESSORS = 20;

/** Returns the texts whose entries no longer hold as they show them, each with what a recall of them says now. */
export async function checkShown(
  finder: Pick<MemoryFinder, "lookUp">,
  run: { readonly scope: Scope; readonly traceId: string; readonly shown: readonly ShownText[] },
  now: number,
): Promise<readonly OutdatedText[]> {
  const known = new Map<string, MemoryEntry>();
  let ids = [...new Set(run.shown.flatMap(({ memories }) => memories.map(({ memoryId }) => memoryId)))];
  for (let step = 0; ids.length > 0 && step < MAX_SUCCESSORS; step += 1) {
    const found = await finder.lookUp(run.scope, ids, run.traceId);
    for (const [id, entry] of found) known.set(id, entry);
    ids = [...found.values()].flatMap(({ supersededBy }) =>
      supersededBy === null || known.has(supersededBy) ? [] : [supersededBy],
    );
  }
  return run.shown.flatMap((text) => {
    const outdated = text.memories.filter(({ memoryId, version }) => {
      const entry = known.get(memoryId);
      return entry === undefined || entry.supersededBy !== null || entry.version !== version;
    });
    if (outdated.length === 0) return [];
    const current = text.memories.map(({ memoryId }) => successor(known, memoryId));
    const entries = [...new Set(current.flatMap((entry) => (entry === undefined ? [] : [entry])))];
    return [
      {
        ...{ sequence: text.sequence, memoryIds: outdated.map(({ memoryId }) => memoryId) },
        text: text.isIndex ? describeIndex(indexLines(entries)) : describeRecall(entries, now),
        memories: entries.map(({ id, version }) => ({ memoryId: id, version })),
      },
    ];
  });
}

/** The entry that holds in the place of this one. */
function successor(known: ReadonlyMap<string, MemoryEntry>, id: string): MemoryEntry | undefined {
  let entry = known.get(id);
  for (let step = 0; step < MAX_SUCCESSORS && entry !== undefined; step += 1) {
    if (entry.supersededBy === null) return entry;
    entry = known.get(entry.supersededBy);
  }
  return undefined;
}
