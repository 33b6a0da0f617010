import type { SearchDocument } from "../../packages/core/src/search/search-document.ts";
import { createSearchIndex } from "../../packages/core/src/search/search-index.ts";

/** Ranks the documents of a collection for a query: ids, best first. */
export type Ranker = (query: string) => readonly string[];

/** Ids beyond these never count. */
const DEPTH = 50;
const SATURATION = 1.2;
const LENGTH_DISCOUNT = 0.75;

/** The product's search. */
export function ourRanker(documents: readonly SearchDocument[]): Ranker {
  const index = createSearchIndex();
  for (const document of documents) index.add(document);
  return (query) => index.search(query, DEPTH).map(({ id }) => id);
}

/** The product's search for whole threads. */
export function ourThreadRanker(documents: readonly SearchDocument[]): Ranker {
  const index = createSearchIndex();
  for (const document of documents) index.add(document);
  return (query) => index.searchThreads(query, DEPTH);
}

/** Plain BM25 over lower-case words and numbers. */
export function plainRanker(documents: readonly SearchDocument[]): Ranker {
  return bm25(documents, (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** Plain BM25 over pairs of neighboring Chinese characters, and words of other scripts. */
export function bigramRanker(documents: readonly SearchDocument[]): Ranker {
  return bm25(documents, (text) =>
    (text.toLowerCase().match(/\p{Script=Han}+|[a-z0-9]+/gu) ?? []).flatMap((run) =>
      /^[a-z0-9]/u.test(run)
        ? [run]
        : Array.from({ length: Math.max(1, run.length - 1) }, (_, index) => run.slice(index, index + 2)),
    ),
  );
}

function bm25(documents: readonly SearchDocument[], split: (text: string) => readonly string[]): Ranker {
  const texts = documents.map(({ id, author, name, keywords, description, content }) => ({
    id,
    terms: split([author ?? "", name, ...keywords, description, content].join("\n")),
  }));
  const containing = new Map<string, number>();
  for (const { terms } of texts)
    for (const term of new Set(terms)) containing.set(term, (containing.get(term) ?? 0) + 1);
  const average = texts.reduce((sum, { terms }) => sum + terms.length, 0) / Math.max(1, texts.length);
  return (query) => {
    const asked = new Set(split(query));
    const score = (terms: readonly string[]): number => {
      const discount = SATURATION * (1 - LENGTH_DISCOUNT + (LENGTH_DISCOUNT * terms.length) / average);
      let sum = 0;
      for (const term of asked) {
        const count = terms.filter((other) => other === term).length;
        const documentsWith = containing.get(term) ?? 0;
        const rarity = Math.log(1 + (texts.length - documentsWith + 0.5) / (documentsWith + 0.5));
        sum += (rarity * count * (SATURATION + 1)) / (count + discount);
      }
      return sum;
    };
    return texts
      .map(({ id, terms }) => [id, score(terms)] as const)
      .filter(([, points]) => points > 0)
      .sort(([, left], [, right]) => right - left)
      .slice(0, DEPTH)
      .map(([id]) => id);
  };
}
