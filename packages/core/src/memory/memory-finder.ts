import type { MemoryAudience, MemoryEntry, MemoryStore } from "../ports/memory-store.ts";
import type { Scope } from "../ports/scope.ts";
import { MAX_MEMORY_INDEXES } from "./tunables.ts";
import { createMemoryIndex, type FoundMemory, type MemoryIndex } from "./memory-index.ts";

/** Finds entries by words. A change in any process is visible to the next search. */
export type MemoryFinder = {
  /** Returns entries for a query, best first. `traceId`: the run that reads them, null for the person themselves. */
  find(
    scope: Scope,
    query: string,
    options: { readonly limit: number; readonly traceId: string | null },
  ): Promise<readonly FoundMemory[]>;
  /** Returns all active entries that the readers of the run may see, superseded ones included. */
  all(scope: Scope, traceId: string | null): Promise<readonly MemoryEntry[]>;
  /** Returns the current active entries of these ids that the readers of the run may see, superseded ones included. */
  lookUp(
    scope: Scope,
    ids: readonly string[],
    traceId: string | null,
  ): Promise<ReadonlyMap<string, MemoryEntry>>;
};

type Cached = { revision: number; readonly index: MemoryIndex };

/** Creates a finder over a store. Keeps the indexes of the people who searched last. */
export function createMemoryFinder(store: MemoryStore): MemoryFinder {
  const cache = new Map<string, Cached>();
  const current = async (scope: Scope): Promise<MemoryIndex> => {
    const key = JSON.stringify([scope.workspaceId, scope.personId]);
    const revision = await store.revision(scope);
    const cached = cache.get(key) ?? { revision: -1, index: createMemoryIndex() };
    if (cached.revision !== revision) {
      // Entries that change after the revision was read are indexed now and once more by the next search.
      cached.index.update(revision === 0 ? [] : await store.list(scope));
      cached.revision = revision;
    }
    cache.delete(key);
    cache.set(key, cached);
    const [oldest] = cache.keys();
    if (cache.size > MAX_MEMORY_INDEXES && oldest !== undefined) cache.delete(oldest);
    return cached.index;
  };
  const open = async (
    scope: Scope,
    traceId: string | null,
  ): Promise<readonly [MemoryIndex, MemoryAudience]> =>
    await Promise.all([
      current(scope),
      traceId === null ? ("person" as const) : store.readers(scope, traceId),
    ]);
  return {
    async find(scope, query, { limit, traceId }) {
      const [index, readers] = await open(scope, traceId);
      return index.search(query, { limit, readers });
    },
    async all(scope, traceId) {
      const [index, readers] = await open(scope, traceId);
      return index.all(readers);
    },
    async lookUp(scope, ids, traceId) {
      const [index, readers] = await open(scope, traceId);
      return new Map(
        ids.flatMap((id) => {
          const entry = index.get(id, readers);
          return entry === undefined ? [] : [[id, entry] as const];
        }),
      );
    },
  };
}
