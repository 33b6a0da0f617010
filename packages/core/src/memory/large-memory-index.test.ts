import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSimilarTerms } from "../search/similar-terms.ts";
import { planSearch } from "./large-memory-index.ts";
import { LARGE_MEMORY } from "./tunables.ts";

const ENTRIES = 1_000_000;
const WORDS = ["pump", "valve", "hall", "order", "invoice", "tax", "kettle", "harbor", "falcon", "osprey"];

function plan(
  counts: Readonly<Record<string, number>>,
  query: string,
  rare: ReadonlySet<string> = new Set(),
): ReturnType<typeof planSearch> {
  const known = new Map(Object.entries(counts));
  const similar = createSimilarTerms();
  for (const term of known.keys()) similar.add(term);
  return planSearch(query, { entries: ENTRIES, counts: known, rare, similar });
}

describe("planSearch", () => {
  it("lets a rare word find entries on its own, and common words only together", () => {
    const { anyOf } = plan({ pump: 40, hall: 20_000, order: 20_000 }, "pump hall order");
    expect(anyOf).toEqual([["pump"], ["hall", "order"]]);
  });

  it("treats a word that the sample lacks as rare, and also looks for its likely spelling", () => {
    const { anyOf } = plan({ harbor: 50 }, "harbro");
    expect(anyOf.flat()).toEqual(expect.arrayContaining(["harbro", "harbor"]));
  });

  it("takes a word that the sample lacks as it is when an entry contains it", () => {
    const { anyOf } = plan({ harbor: 50 }, "harbro", new Set(["harbro"]));
    expect(anyOf).toEqual([["harbro"]]);
  });

  it("finds nothing for a query without words", () => {
    expect(plan({}, "of the and").anyOf).toEqual([]);
  });

  it("never lets words find more entries than are scored in time", () => {
    const counts = fc.dictionary(fc.constantFrom(...WORDS), fc.integer({ min: 1, max: ENTRIES }));
    fc.assert(
      fc.property(counts, (documents) => {
        const { anyOf, terms } = plan(documents, WORDS.join(" "));
        const expected = (group: readonly string[]): number =>
          group.reduce((share, term) => share * ((documents[term] ?? 0) / ENTRIES), ENTRIES);
        const found = anyOf.reduce((sum, group) => sum + expected(group), 0);
        expect(found).toBeLessThanOrEqual(LARGE_MEMORY.scored);
        expect(terms.length).toBeLessThanOrEqual(LARGE_MEMORY.terms);
      }),
      { numRuns: 50 },
    );
  });
});
