import type { MemoryAudience, MemoryEntry } from "../ports/memory-store.ts";
import { analyzeText } from "../search/analyze-text.ts";
import { createSearchIndex } from "../search/search-index.ts";
import type { SearchDocument, SearchHit } from "../search/search-document.ts";

/** An entry that was found, and why. */
export type FoundMemory = {
  readonly entry: MemoryEntry;
  readonly hit: SearchHit;
  /** How near it is in meaning, and whether that is enough to recall it; null without a search by meaning. */
  readonly near: { readonly similarity: number; readonly isSure: boolean } | null;
};

type SearchedFields = Pick<MemoryEntry, "name" | "keywords" | "project" | "description" | "content">;

/** The entries of one person, indexed for search. Held and rejected ones are not found. */
export type MemoryIndex = {
  /** Takes over entries that changed. Returns the number of active ones that it has then. */
  apply(entries: readonly MemoryEntry[]): number;
  /** Takes over all entries there are. Only changed ones are indexed again. */
  replace(entries: readonly MemoryEntry[]): void;
  /** Returns the entries for a query, best first; for a run that everyone reads, only those of the workspace. */
  search(
    query: string,
    options: { readonly limit: number; readonly readers: MemoryAudience },
  ): readonly FoundMemory[];
  /** Returns the entries that these readers may see. */
  all(readers: MemoryAudience): readonly MemoryEntry[];
  /** Returns an entry that these readers may see. */
  get(id: string, readers: MemoryAudience): MemoryEntry | undefined;
  readonly size: number;
};

/** Creates an empty index. */
export function createMemoryIndex(): MemoryIndex {
  const index = createSearchIndex();
  const known = new Map<string, MemoryEntry>();
  const forget = (id: string): void => {
    known.delete(id);
    index.remove(id);
  };
  const apply = (entries: readonly MemoryEntry[]): number => {
    for (const entry of entries) {
      const before = known.get(entry.id);
      if (entry.state !== "active") {
        if (before !== undefined) forget(entry.id);
        continue;
      }
      known.set(entry.id, entry);
      if (before?.revision !== entry.revision) index.add(toDocument(entry));
    }
    return known.size;
  };
  return {
    apply,
    replace(entries) {
      const current = new Set(entries.map(({ id }) => id));
      for (const id of [...known.keys()]) if (!current.has(id)) forget(id);
      apply(entries);
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
          return entry !== undefined && isReadable(entry, readers) ? [{ entry, hit, near: null }] : [];
        })
        .slice(0, limit);
    },
    get size() {
      return known.size;
    },
  };
}

/** True for an entry that these readers may see, among those of the person. */
function isReadable(entry: MemoryEntry, readers: MemoryAudience): boolean {
  return readers === "person" || entry.audience === "workspace";
}

/** Returns the terms under which an entry is found, with repetitions. */
export function searchTerms(fields: SearchedFields): readonly string[] {
  const { name, description, content } = fields;
  return [name, keywordsOf(fields).join("\n"), description, content].flatMap(analyzeText);
}

/** Returns an entry as a document to search. */
export function toDocument(entry: MemoryEntry): SearchDocument {
  const { id, name, description, content, savedAt, supersededBy } = entry;
  return {
    ...{ id, name, keywords: keywordsOf(entry), description, content, savedAt, supersededBy },
    ...{ author: null, thread: null, position: 0 },
  };
}

/** An entry is found by its project too. */
function keywordsOf({ keywords, project }: Pick<MemoryEntry, "keywords" | "project">): readonly string[] {
  return project === null ? keywords : [...keywords, project];
}
