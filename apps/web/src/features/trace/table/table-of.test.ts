import type { OutlineEntry } from "@goaltrace/core/log";
import { timedLogArbitrary } from "@goaltrace/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRuntimeEntry } from "../state/runtime-entries.ts";
import { createTraceModel } from "../state/trace-model.ts";
import { TABLE_COLUMNS } from "../state/url-state.ts";
import { entryRow } from "./entry-rows.ts";
import { addToSums, NO_SUMS, passesFilter, TABLE_FILTERS } from "./table-filters.ts";
import { rowIndexOf, tableOf, type TableOptions } from "./table-of.ts";

const options = (): fc.Arbitrary<TableOptions> =>
  fc.record({
    sort: fc.record({ column: fc.constantFrom(...TABLE_COLUMNS), descending: fc.boolean() }),
    filter: fc.constantFrom(...TABLE_FILTERS),
    runtime: fc.boolean(),
    only: fc.constantFrom(null, new Set(["root"])),
  });
const modelOf = (entries: readonly OutlineEntry[]): ReturnType<typeof createTraceModel> =>
  createTraceModel(entries, () => undefined);

describe("a growing table", () => {
  it("is the table of the whole log, however its entries arrived", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), options(), fc.integer({ min: 1, max: 90 }), (log, chosen, step) => {
        const grown = modelOf([]);
        for (const [index, entry] of log.entries()) {
          grown.append(entry);
          if (index % step === 0) tableOf(grown, chosen);
        }
        expect(tableOf(grown, chosen)).toEqual(tableOf(modelOf(log), chosen));
      }),
    );
  });

  it("counts and sums up what it shows, and finds each row", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), options(), (log, chosen) => {
        const { filter, runtime, only } = chosen;
        const model = modelOf(log);
        const table = tableOf(model, chosen);
        const inGoals = log.filter(({ g }) => only === null || only.has(g));
        const all = inGoals.filter((entry) => runtime || !isRuntimeEntry(entry));
        const shown = all.filter((entry) => passesFilter(entry, filter));
        const sumOf = (entries: readonly OutlineEntry[]) => entries.map(entryRow).reduce(addToSums, NO_SUMS);
        expect([table.sums, table.whole]).toEqual([sumOf(shown), sumOf(all)]);
        expect(table.runtimeCount).toBe(inGoals.filter(isRuntimeEntry).length);
        for (const each of TABLE_FILTERS)
          expect(table.counts[each]).toBe(all.filter((entry) => passesFilter(entry, each)).length);
        for (const { q } of log)
          expect(rowIndexOf(model, { ...table, ...chosen }, q)).toBe(
            table.rows.findIndex((row) => row.q === q),
          );
      }),
    );
  });

  it("reads only what a new entry needs", () => {
    const message = (q: number): OutlineEntry => ({
      q,
      t: q,
      g: "root",
      k: "user",
      d: `message ${q % 97}`,
      n: 1,
    });
    for (const column of TABLE_COLUMNS) {
      let reads = 0;
      const log = Array.from({ length: 5_000 }, (_, index) => {
        const entry = message(index);
        return new Proxy(entry, {
          get: (target, name) => {
            reads += 1;
            return Reflect.get(target, name) as unknown;
          },
        });
      });
      const model = modelOf(log);
      const chosen = {
        sort: { column, descending: true },
        filter: "all",
        runtime: false,
        only: null,
      } as const;
      tableOf(model, chosen);
      model.append(message(5_000));
      reads = 0;
      tableOf(model, chosen);
      expect(reads).toBeLessThan(200);
    }
  });
});
