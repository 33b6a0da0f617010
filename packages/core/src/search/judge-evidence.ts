import { EVIDENCE_TUNING } from "./tunables.ts";
import type { ExpandedQuery } from "./expand-query.ts";
import { rarity, SMALL_COLLECTION, type TermMatch } from "./posting-index.ts";
import { isGeneralWord } from "./word-forms.ts";

/**
 * Returns how surely a document answers a query, 0 to 1, by its points for the words that both share: how rare they are, how prominent in the document,
 * and how much of the query they cover. Neighbors and threads do not count. Words that people use about anything count little.
 */
export function judgeEvidence(
  { shares, own, standsFor, across }: ExpandedQuery,
  points: readonly (readonly [TermMatch, number])[],
  rarityOf: (term: string) => number,
): number {
  const { generalWord, half, uncovered, leastShare } = EVIDENCE_TUNING;
  // A character of a language without spaces is a part of many words.
  const weigh = (term: string): number =>
    term.length === 1 || across.has(term) || isGeneralWord(term) ? generalWord : 1;
  // Rarity grows with the collection; evidence must not.
  const scale = rarity(SMALL_COLLECTION, 0) / rarityOf("");
  const evidence = new Map<string, number>();
  for (const [{ term, share }, score] of points) {
    const origin = standsFor.get(term);
    // Parts of words and accidental neighbors help to rank, but prove nothing.
    if (origin === undefined && share < leastShare) continue;
    const word = origin ?? term;
    evidence.set(word, (evidence.get(word) ?? 0) + score * scale * weigh(word));
  }
  const asked = own.filter((term) => (shares.get(term) ?? 0) >= leastShare);
  const weight = (terms: readonly string[]): number =>
    terms.reduce((sum, term) => sum + rarityOf(term) * weigh(term), 0);
  const coverage =
    weight(asked.filter((term) => evidence.has(term))) / Math.max(Number.EPSILON, weight(asked));
  const total = [...evidence.values()].reduce((sum, value) => sum + value, 0);
  return (total / (total + half)) * (uncovered + (1 - uncovered) * Math.min(1, coverage));
}
