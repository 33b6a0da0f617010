import type { MemorySearchStore } from "../ports/memory-search-store.ts";
import type { MemoryAudience, MemoryEntry, MemoryStore } from "../ports/memory-store.ts";
import type { Scope } from "../ports/scope.ts";
import { createLargeMemoryIndex, type LargeMemoryIndex } from "./large-memory-index.ts";
import { createMemoryIndex, type FoundMemory, type MemoryIndex } from "./memory-index.ts";
import { MAX_INDEXED_MEMORIES, MAX_MEMORY_INDEXES, MEMORY_INDEX } from "./tunables.ts";

/** Finds entries by words. A change in any process is visible to the next search. */
export type MemoryFinder = {
  /** Returns entries for a query, best first. `traceId`: the run that reads them, null for the person themselves. */
  find(
    scope: Scope,
    query: string,
    options: { readonly limit: number; readonly traceId: string | null },
  ): Promise<readonly FoundMemory[]>;
  /** Returns active entries that the readers of the run may see, superseded ones included: all, or of very many the most useful ones. */
  all(scope: Scope, traceId: string | null): Promise<readonly MemoryEntry[]>;
  /** Returns the current active entries of these ids that the readers of the run may see, superseded ones included. */
  lookUp(
    scope: Scope,
    ids: readonly string[],
    traceId: string | null,
  ): Promise<ReadonlyMap<string, MemoryEntry>>;
};

/** The entries of one person: in the process, or in the database with the index that searches them there. */
type Kept =
  | { readonly kind: "process"; readonly index: MemoryIndex; revision: number; at: number }
  | { readonly kind: "database"; readonly index: LargeMemoryIndex; readonly store: MemorySearchStore };

/** Options of a finder. `large`: searches the entries of people who find more than `most` (default: none does). */
export type FinderOptions = { readonly large?: MemorySearchStore; readonly most?: number };

/** Creates a finder over a store. Keeps the indexes of the people who searched last. */
export function createMemoryFinder(
  store: MemoryStore,
  { large, most = MAX_INDEXED_MEMORIES }: FinderOptions = {},
): MemoryFinder {
  const cache = new Map<string, Kept>();

  const open = async (scope: Scope): Promise<Kept> => {
    if (large !== undefined) {
      const entries = await large.count(scope);
      if (entries > most)
        return { kind: "database", index: createLargeMemoryIndex(large, scope, entries), store: large };
    }
    return { kind: "process", index: createMemoryIndex(), revision: 0, at: 0 };
  };

  /** Takes over what changed since the last search. Entries that change after the revision was read are indexed now and once more by the next search. */
  const update = async (scope: Scope, kept: Kept, revision: number): Promise<void> => {
    if (kept.kind === "database") return await kept.index.refresh(revision);
    if (kept.revision === revision) return;
    const { entries, active, at } = await store.changes(scope, kept);
    // Fewer than expected: entries were deleted, or are hidden from the person now.
    if (kept.index.apply(entries) !== active) kept.index.replace(await store.list(scope));
    kept.revision = revision;
    kept.at = at;
  };

  const current = async (scope: Scope): Promise<Kept> => {
    const key = JSON.stringify([scope.workspaceId, scope.personId]);
    const revision = await store.revision(scope);
    let kept = cache.get(key) ?? (await open(scope));
    await update(scope, kept, revision);
    if (kept.kind === "process" && large !== undefined && kept.index.size > most) {
      kept = await open(scope);
      await update(scope, kept, revision);
    }
    cache.delete(key);
    cache.set(key, kept);
    const [oldest] = cache.keys();
    if (cache.size > MAX_MEMORY_INDEXES && oldest !== undefined) cache.delete(oldest);
    return kept;
  };
  const read = async (scope: Scope, traceId: string | null): Promise<readonly [Kept, MemoryAudience]> =>
    await Promise.all([
      current(scope),
      traceId === null ? ("person" as const) : store.readers(scope, traceId),
    ]);

  return {
    async find(scope, query, { limit, traceId }) {
      const [{ index }, readers] = await read(scope, traceId);
      return await index.search(query, { limit, readers });
    },
    async all(scope, traceId) {
      const [kept, readers] = await read(scope, traceId);
      if (kept.kind === "process") return kept.index.all(readers);
      return await kept.store.mostUseful(scope, readers, MEMORY_INDEX.maxLines);
    },
    async lookUp(scope, ids, traceId) {
      const [kept, readers] = await read(scope, traceId);
      const entries =
        kept.kind === "process"
          ? ids.flatMap((id) => kept.index.get(id, readers) ?? [])
          : await kept.store.getMany(scope, ids, readers);
      return new Map(entries.map((entry) => [entry.id, entry]));
    },
  };
}
