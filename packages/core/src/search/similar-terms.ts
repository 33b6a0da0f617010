/** Shorter words have too many neighbors that are other words. */
const MIN_LENGTH = 5;
/** From this length on, two mistakes are forgiven. */
const LONG_WORD = 8;

/** Finds words that a misspelled one may stand for. */
export type SimilarTerms = {
  add(term: string): void;
  /** Returns the known words with the fewest mistakes away from an unknown word, none if it is too short or too different. */
  find(word: string): readonly string[];
};

/** Creates an empty vocabulary, found by the groups of three letters that words share. */
export function createSimilarTerms(): SimilarTerms {
  const byTrigram = new Map<string, string[]>();
  const known = new Set<string>();
  return {
    add(term) {
      if (known.has(term) || !isWord(term)) return;
      known.add(term);
      for (const trigram of trigrams(term)) {
        const terms = byTrigram.get(trigram);
        if (terms === undefined) byTrigram.set(trigram, [term]);
        else terms.push(term);
      }
    },
    find(word) {
      if (!isWord(word)) return [];
      const allowed = word.length >= LONG_WORD ? 2 : 1;
      const candidates = new Set([...trigrams(word)].flatMap((trigram) => byTrigram.get(trigram) ?? []));
      let best = allowed + 1;
      let found: string[] = [];
      for (const candidate of candidates) {
        // The first letter is rarely the wrong one.
        if (candidate.charAt(0) !== word.charAt(0)) continue;
        if (Math.abs(candidate.length - word.length) > allowed) continue;
        const mistakes = countMistakes(word, candidate, Math.min(allowed, best));
        if (mistakes > allowed || mistakes > best) continue;
        if (mistakes < best) found = [];
        best = mistakes;
        found.push(candidate);
      }
      return found;
    },
  };
}

function isWord(term: string): boolean {
  return term.length >= MIN_LENGTH && /^[a-z]+$/u.test(term);
}

function trigrams(word: string): ReadonlySet<string> {
  const padded = ` ${word} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3)));
}

/** Counts inserted, dropped, replaced and swapped letters (optimal string alignment). Above `limit`, any larger number. */
function countMistakes(left: string, right: string, limit: number): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const isSame = left.charAt(i - 1) === right.charAt(j - 1);
      const isSwapped =
        i > 1 &&
        j > 1 &&
        left.charAt(i - 1) === right.charAt(j - 2) &&
        left.charAt(i - 2) === right.charAt(j - 1);
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    if (Math.min(...row) > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[right.length] ?? 0;
}
