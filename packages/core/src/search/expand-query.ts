import { MAX_QUERY_CHARACTERS, SEARCH_TUNING } from "./tunables.ts";
import { analyzeQuery } from "./analyze-text.ts";
import { relatedWords } from "./concepts.ts";
import type { SimilarTerms } from "./similar-terms.ts";

/** The terms of a query with the share of their weight that counts, and for each the word of the query that it stands for. */
export type ExpandedQuery = {
  readonly shares: ReadonlyMap<string, number>;
  /** The query's own terms in order, without names. */
  readonly own: readonly string[];
  /** Own terms that expansion terms stand for. A term that stands for itself is missing. */
  readonly standsFor: ReadonlyMap<string, string>;
  /** Own terms that are parts of two words. */
  readonly across: ReadonlySet<string>;
};

const HAN = /\p{Script=Han}/u;

/** Analyzes a query and adds what its words may also be called. `ignored` are names that are matched in another way. */
export function expandQuery(
  query: string,
  known: { has(term: string): boolean; readonly similar: SimilarTerms },
  ignored: readonly string[],
): ExpandedQuery {
  const text = query.slice(0, MAX_QUERY_CHARACTERS);
  const across = new Set<string>();
  const shares = new Map(analyzeQuery(text, across));
  for (const name of ignored) for (const term of analyzeQuery(name).keys()) shares.delete(term);
  const own = [...shares.keys()];
  const standsFor = new Map<string, string>();
  const add = (term: string, share: number, origin: string): void => {
    if (shares.has(term) || !known.has(term)) return;
    shares.set(term, share);
    standsFor.set(term, origin);
  };
  for (const term of own) {
    if (known.has(term)) continue;
    const spellings = known.similar.find(term);
    for (const spelling of spellings)
      add(spelling, SEARCH_TUNING.misspelled / Math.sqrt(spellings.length), term);
  }
  for (const { word, related } of relatedWords(text)) {
    for (const other of related) {
      const isSameLanguage = HAN.test(word) === HAN.test(other);
      const terms = [...analyzeQuery(other)].filter(([, share]) => share === 1);
      const share = isSameLanguage ? SEARCH_TUNING.related : SEARCH_TUNING.translated;
      for (const [term] of terms) add(term, share / terms.length, word);
    }
  }
  return { shares, own, standsFor, across };
}
