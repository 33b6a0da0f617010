import { MAX_SPREAD_DOCUMENTS, SEARCH_TUNING } from "./tunables.ts";

/**
 * Orders documents for a question with several answers: the more better ones of its thread a document has before it, the further it falls. They rarely
 * say the same thing, but answers to such questions come from different conversations. `scored` is sorted, best first.
 */
export function spreadOverThreads<Scored extends { readonly score: number }>(
  scored: readonly Scored[],
  threadOf: (scored: Scored) => object | null,
): readonly Scored[] {
  const before = new Map<object, number>();
  const spread = scored.slice(0, MAX_SPREAD_DOCUMENTS).map((document) => {
    const thread = threadOf(document);
    const count = thread === null ? 0 : (before.get(thread) ?? 0);
    if (thread !== null) before.set(thread, count + 1);
    return { document, value: document.score / (1 + SEARCH_TUNING.spread * count) };
  });
  const ordered = spread.toSorted((left, right) => right.value - left.value);
  return [...ordered.map(({ document }) => document), ...scored.slice(MAX_SPREAD_DOCUMENTS)];
}
