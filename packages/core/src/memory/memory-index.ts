import type { MemoryAudience, MemoryEntry } from "../ports/memory-store.ts";
import { createSearchIndex } from "../search/search-index.ts";
import type { SearchHit } from "../search/search-document.ts";

/** An entry that was found, and why. */
export type FoundMemory = { readonly entry: MemoryEntry; readonly hit: SearchHit };

/** The entries of one person, indexed for search. Held and rejected ones are not found. */
export type MemoryIndex = {
  /** Takes over the current entries. Only changed ones are indexed again. */
  update(entries: readonly MemoryEntry[]): void;
  /** Returns the entries for a query, best first; for a run that everyone reads, only those of the workspace. */
  search(
    query: string,
    options: { readonly limit: number; readonly readers: MemoryAudience },
  ): readonly FoundMemory[];
  /** Returns the entries that these readers may see. */
  all(readers: MemoryAudience): readonly MemoryEntry[];
  /** Returns an entry that these readers may see. */
  get(id: string, readers: MemoryAudience): MemoryEntry | undefined;
};

/** Creates an empty index. */
export function createMemoryIndex(): MemoryIndex {
  const index = createSearchIndex();
  const known = new Map<string, MemoryEntry>();
  return {
    update(entries) {
      const current = new Set<string>();
      for (const entry of entries) {
        if (entry.state !== "active") continue;
        current.add(entry.id);
        const before = known.get(entry.id);
        known.set(entry.id, entry);
        if (before?.revision !== entry.revision) index.add(toDocument(entry));
      }
      for (const id of [...known.keys()]) {
        if (current.has(id)) continue;
        known.delete(id);
        index.remove(id);
      }
    },
    all: (readers) => [...known.values()].filter((entry) => isReadable(entry, readers)),
    get(id, readers) {
      const entry = known.get(id);
      return entry !== undefined && isReadable(entry, readers) ? entry : undefined;
    },
    search(query, { limit, readers }) {
      // Entries of the person take places that a shared run then leaves empty.
      const hits = index.search(query, readers === "workspace" ? known.size : limit);
      return hits
        .flatMap((hit) => {
          const entry = known.get(hit.id);
          return entry !== undefined && isReadable(entry, readers) ? [{ entry, hit }] : [];
        })
        .slice(0, limit);
    },
  };
}

function isReadable(entry: MemoryEntry, readers: MemoryAudience): boolean {
  return readers === "person" || entry.audience === "workspace";
}

function toDocument(entry: MemoryEntry): Parameters<ReturnType<typeof createSearchIndex>["add"]>[0] {
  const { id, name, keywords, description, content, savedAt, supersededBy } = entry;
  return {
    ...{ id, name, keywords, description, content, savedAt, supersededBy },
    ...{ author: null, thread: null, position: 0 },
  };
}
