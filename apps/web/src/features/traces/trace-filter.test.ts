import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  activeFields,
  NO_FILTER,
  toQuery,
  readFilter,
  STATUSES,
  withoutField,
  writeFilter,
} from "./trace-filter.ts";
import type { TraceFilter } from "./trace-filter.ts";

const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 3 });
const bounds = fc
  .record({
    from: fc.option(fc.integer({ min: 0, max: 9_999 })),
    to: fc.option(fc.integer({ min: 0, max: 9_999 })),
  })
  .filter(({ from, to }) => from !== null || to !== null);
const filters: fc.Arbitrary<TraceFilter> = fc.record({
  text: fc.string({ maxLength: 20 }),
  lists: fc.record({
    status: fc.uniqueArray(fc.constantFrom<string>(...STATUSES), { maxLength: 3 }),
    ...{ agent: names, model: names, person: names, tag: names, tool: names },
  }),
  flags: fc.record({ errors: fc.boolean(), loops: fc.boolean() }),
  ranges: fc.record({ cost: fc.option(bounds), duration: fc.option(bounds) }),
  started: fc.option(
    fc.oneof(
      fc.record({ kind: fc.constant("last" as const), hours: fc.integer({ min: 1, max: 9_999 }) }),
      bounds.map((between) => ({ kind: "between" as const, ...between })),
    ),
  ),
});

describe("trace filter", () => {
  it("round-trips the whole filter through the URL", () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(readFilter(new URLSearchParams(writeFilter(filter)))).toEqual(filter);
      }),
    );
  });

  it("ignores unknown values and writes nothing for the whole list", () => {
    expect(readFilter(new URLSearchParams("status=nonsense&cost=a..b&started=soon&x=1"))).toEqual(NO_FILTER);
    expect(writeFilter(NO_FILTER)).toBe("");
  });

  it("removes every field", () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const bare = activeFields(filter).reduce((left, field) => withoutField(left, field), filter);
        expect(bare).toEqual({ ...NO_FILTER, text: filter.text });
      }),
    );
  });

  it("rounds the query to whole minutes and milliseconds", () => {
    const filter = readFilter(new URLSearchParams("started=24h&duration=60..&cost=..0.5"));
    expect(toQuery(filter, 200_000_123)).toMatchObject({
      created: { from: 199_980_000 - 86_400_000, to: null },
      durationMs: { from: 60_000, to: null },
      cost: { from: null, to: 0.5 },
    });
  });
});
