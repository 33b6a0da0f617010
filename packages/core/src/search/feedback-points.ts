import { FEEDBACK_TUNING } from "./tunables.ts";
import { isGeneralWord } from "./word-forms.ts";

/** A document that was found, with its score and its terms in order. */
type Found = { readonly score: number; readonly terms: readonly string[] };

/**
 * Returns what each of the best documents gets for the words that the first few have in common beside the query (pseudo relevance feedback):
 * turns about one matter share words that a question about it lacks. `found` is sorted, best first; the result has the same order.
 */
export function feedbackPoints(
  found: readonly Found[],
  {
    own,
    rarityOf,
    documentsWith,
  }: {
    /** The terms of the query. */
    readonly own: ReadonlySet<string>;
    readonly rarityOf: (term: string) => number;
    readonly documentsWith: (term: string) => number;
  },
): readonly number[] {
  const { teachers, terms, share, enough } = FEEDBACK_TUNING;
  const best = found[0]?.score ?? 0;
  if (best <= 0) return found.map(() => 0);
  const weights = new Map<string, number>();
  for (const document of found.slice(0, teachers))
    for (const term of new Set(document.terms)) {
      if (own.has(term) || !isTelling(term) || documentsWith(term) < 2) continue;
      weights.set(term, (weights.get(term) ?? 0) + (document.score / best) * rarityOf(term));
    }
  const chosen = new Map([...weights].sort(([, left], [, right]) => right - left).slice(0, terms));
  const most = Math.max(Number.EPSILON, ...chosen.values());
  return found.map((document) => {
    let shared = 0;
    for (const term of new Set(document.terms)) shared += (chosen.get(term) ?? 0) / most;
    return share * best * Math.min(1, shared / enough);
  });
}

/** Short words and characters are in every text. */
function isTelling(term: string): boolean {
  return (term.length > 2 || /^\p{Script=Han}{2}$/u.test(term)) && !isGeneralWord(term);
}
