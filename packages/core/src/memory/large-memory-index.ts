import type {
  MemorySearchStore,
  TermCounts,
  TermSearch,
  WeightedTerm,
} from "../ports/memory-search-store.ts";
import type { Scope } from "../ports/scope.ts";
import { analyzeQuery } from "../search/analyze-text.ts";
import { expandQuery } from "../search/expand-query.ts";
import { rarity } from "../search/posting-index.ts";
import { createSearchIndex } from "../search/search-index.ts";
import { createSimilarTerms, type SimilarTerms } from "../search/similar-terms.ts";
import type { FoundMemory, MemoryIndex } from "./memory-index.ts";
import { toDocument } from "./memory-index.ts";
import { MAX_QUERY_CHARACTERS } from "../search/tunables.ts";
import { LARGE_MEMORY } from "./tunables.ts";

/** The words of all entries, with the number of entries that have each. */
type Vocabulary = { readonly entries: number; readonly counts: TermCounts; readonly similar: SimilarTerms };

/** A vocabulary, with the terms of a query that it lacks but an entry contains. */
type QueryVocabulary = Vocabulary & { readonly rare: ReadonlySet<string> };

/** Entries of a person that are too many for a process: the database finds candidates, which are ranked as in a memory index. */
export type LargeMemoryIndex = {
  /** Makes changed entries findable. `revision`: that of the workspace. */
  refresh(revision: number): Promise<void>;
  search(query: string, options: Parameters<MemoryIndex["search"]>[1]): Promise<readonly FoundMemory[]>;
};

/** Creates the index of a person with this number of entries. */
export function createLargeMemoryIndex(
  store: MemorySearchStore,
  scope: Scope,
  entries: number,
): LargeMemoryIndex {
  let indexed = -1;
  let countedAt = 0;
  let vocabulary: Promise<Vocabulary> | null = null;
  return {
    async refresh(revision) {
      if (revision === indexed) return;
      await store.refresh(scope);
      indexed = revision;
      if (vocabulary !== null && revision - countedAt < entries * LARGE_MEMORY.recount) return;
      countedAt = revision;
      const next = count(store, scope, entries);
      next.catch(() => {
        if (vocabulary === next) vocabulary = null;
      });
      vocabulary = next;
    },
    async search(query, { limit, readers }) {
      const counted = await (vocabulary ??= count(store, scope, entries));
      const missing = uncounted(query, counted);
      const rare = missing.length > 0 ? await store.occurring(scope, missing, readers) : new Set<string>();
      const known = { ...counted, rare };
      const search = planSearch(query, known);
      if (search.anyOf.length === 0) return [];
      const found = await store.find(scope, { ...search, readers });
      const index = createSearchIndex({
        size: known.entries,
        documentsWith: (term) => known.counts.get(term) ?? 0,
        has: (term) => known.counts.has(term) || rare.has(term),
        similar: known.similar,
      });
      for (const entry of found) index.add(toDocument(entry));
      const byId = new Map(found.map((entry) => [entry.id, entry]));
      return index.search(query, limit).flatMap((hit) => {
        const entry = byId.get(hit.id);
        return entry === undefined ? [] : [{ entry, hit, near: null }];
      });
    },
  };
}

async function count(store: MemorySearchStore, scope: Scope, entries: number): Promise<Vocabulary> {
  const counts = await store.termCounts(scope, entries);
  const similar = createSimilarTerms();
  for (const term of counts.keys()) similar.add(term);
  return { entries, counts, similar };
}

/** The words of a query that the sample lacks: each is rare, or misspelled. Of too many, the longest, because a short word is seldom either. */
function uncounted(query: string, { counts }: Vocabulary): readonly string[] {
  return [...analyzeQuery(query.slice(0, MAX_QUERY_CHARACTERS)).keys()]
    .filter((term) => !counts.has(term))
    .toSorted((left, right) => right.length - left.length)
    .slice(0, LARGE_MEMORY.terms);
}

/** Decides which words find candidates: the rarest ones alone, the others in pairs, because reading what a common one finds takes too long. */
export function planSearch(
  query: string,
  { entries, counts, rare, similar }: QueryVocabulary,
): Omit<TermSearch, "readers"> {
  const { shares } = expandQuery(query, { has: (term) => counts.has(term) || rare.has(term), similar }, []);
  const counted = [...shares].map(([term, share]) => {
    const documents = counts.get(term) ?? 0;
    return { term, documents, weight: share * rarity(entries, documents) };
  });
  const terms = counted.toSorted((left, right) => right.weight - left.weight).slice(0, LARGE_MEMORY.terms);
  const anyOf: (readonly string[])[] = [];
  let scored = 0;
  const common: (WeightedTerm & { readonly documents: number })[] = [];
  for (const term of terms.toSorted((left, right) => left.documents - right.documents)) {
    if (scored + term.documents > LARGE_MEMORY.scored) common.push(term);
    else {
      anyOf.push([term.term]);
      scored += term.documents;
    }
  }
  for (const [first, second] of pairsOf(common)) {
    const both = (first.documents * second.documents) / Math.max(1, entries);
    if (scored + both > LARGE_MEMORY.scored) continue;
    anyOf.push([first.term, second.term]);
    scored += both;
  }
  return {
    anyOf,
    terms: terms.map(({ term, weight }) => ({ term, weight })),
    limit: LARGE_MEMORY.candidates,
  };
}

/** The pairs of terms, those of the rarest first. */
function pairsOf<T>(terms: readonly T[]): readonly (readonly [T, T])[] {
  const pairs = terms.flatMap((second, index) =>
    terms.slice(0, index).map((first) => [first, second] as const),
  );
  return pairs.slice(0, LARGE_MEMORY.pairs);
}
