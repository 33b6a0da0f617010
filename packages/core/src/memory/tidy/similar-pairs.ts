import type { MemoryEntry } from "../../ports/memory-store.ts";
import { analyzeText } from "../../search/analyze-text.ts";
import { isGeneralWord } from "../../search/word-forms.ts";
import { TIDY } from "../tunables.ts";

/** Two entries with many words in common, the older first. `share`: of all their words, 0 to 1, without numbers. */
export type SimilarPair = {
  readonly older: MemoryEntry;
  readonly newer: MemoryEntry;
  readonly share: number;
};

/**
 * Returns the pairs of entries for the same readers whose contents share most of their words. Compares each entry only with those that share
 * some of its rarest words, so that thousands take no second.
 */
export function similarPairs(entries: readonly MemoryEntry[]): readonly SimilarPair[] {
  const terms = new Map(entries.map((entry) => [entry.id, wordsOf(entry.content)]));
  const holders = new Map<string, MemoryEntry[]>();
  for (const entry of entries)
    for (const term of terms.get(entry.id) ?? [])
      holders.set(term, [...(holders.get(term) ?? []), entry].slice(-TIDY.comparedPerWord));
  return entries.flatMap((entry) => {
    const own = terms.get(entry.id) ?? new Set();
    const rarest = [...own]
      .toSorted((left, right) => (holders.get(left)?.length ?? 0) - (holders.get(right)?.length ?? 0))
      .slice(0, TIDY.rarestWords);
    const others = new Set(rarest.flatMap((term) => holders.get(term) ?? []));
    return [...others].flatMap((other) => {
      if (!isOlder(other, entry) || !haveSameReaders(other, entry)) return [];
      const share = sharedOf(own, terms.get(other.id) ?? new Set());
      return share >= TIDY.similarShare ? [{ older: other, newer: entry, share }] : [];
    });
  });
}

/** Words of a text without numbers, which are what contradictions differ in. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    analyzeText(text).filter((term) => term.length > 1 && !isGeneralWord(term) && !/\d/u.test(term)),
  );
}

function sharedOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = [...left].filter((term) => right.has(term)).length;
  return shared / Math.max(1, left.size + right.size - shared);
}

function isOlder(left: MemoryEntry, right: MemoryEntry): boolean {
  if (left.id === right.id) return false;
  return left.savedAt === right.savedAt ? left.id < right.id : left.savedAt < right.savedAt;
}

function haveSameReaders(left: MemoryEntry, right: MemoryEntry): boolean {
  return (
    left.audience === right.audience && (left.audience === "workspace" || left.personId === right.personId)
  );
}
