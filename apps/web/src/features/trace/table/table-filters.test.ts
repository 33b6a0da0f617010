import { applyTiming, createTiming } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { timedLogArbitrary } from "@goaltrace/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRuntimeEntry } from "../state/runtime-entries.ts";
import { entryRow } from "./entry-rows.ts";
import { addToSums, NO_SUMS, passesFilter, TABLE_FILTERS } from "./table-filters.ts";
import type { RowSums } from "./table-filters.ts";

const sumOf = (entries: readonly OutlineEntry[]): RowSums => entries.map(entryRow).reduce(addToSums, NO_SUMS);

const amounts = ({ rows, durationMs, inTokens, outTokens }: RowSums): readonly number[] => [
  ...[rows, durationMs, inTokens, outTokens],
];

describe("the filters of the table", () => {
  it("do not hide anything that costs, takes time or has an effect together with the runtime's entries", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), (entries) => {
        const hidden = sumOf(entries.filter(isRuntimeEntry));
        expect([hidden.durationMs, hidden.inTokens, hidden.outTokens, hidden.cost]).toEqual([0, 0, 0, 0]);
        for (const entry of entries) if (isRuntimeEntry(entry)) expect(entry.k).not.toBe("tool");
      }),
    );
  });

  it("are complete: every entry is either shown or hidden by a filter", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), fc.constantFrom(...TABLE_FILTERS), (entries, filter) => {
        const whole = amounts(sumOf(entries));
        const kept = amounts(sumOf(entries.filter((entry) => passesFilter(entry, filter))));
        const left = amounts(sumOf(entries.filter((entry) => !passesFilter(entry, filter))));
        for (const [index, amount] of whole.entries())
          expect((kept[index] ?? 0) + (left[index] ?? 0)).toBeCloseTo(amount, 6);
      }),
    );
  });

  it("call failed what the scrubber marks as failed", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), (entries) => {
        const timing = createTiming();
        for (const entry of entries) applyTiming(timing, entry);
        const marked = timing.calls.flatMap(({ outcome, sequence }) =>
          outcome === "error" ? [sequence] : [],
        );
        const listed = entries.flatMap((entry) => (passesFilter(entry, "failed") ? [entry.q] : []));
        expect(listed).toEqual(marked.sort((left, right) => left - right));
      }),
    );
  });

  it("distinguish an unknown cost from no cost", () => {
    const base = { t: 0, g: "root", k: "assistant", d: "", i: 1, o: 1, m: 1, calls: [] } as const;
    expect(sumOf([]).cost).toBe(0);
    expect(sumOf([{ ...base, q: 1, c: null }]).cost).toBeNull();
    const [unknown, known] = [
      { ...base, q: 1, c: null },
      { ...base, q: 2, c: 0.5 },
    ];
    expect([sumOf([unknown, known]).cost, sumOf([known, unknown]).cost]).toEqual([0.5, 0.5]);
  });
});
