import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CallRequest, grantCalls } from "./grant-calls.ts";

const counter = (id: string, limit: number): CallRequest["counters"][number] => ({ id, limit });
const request = (person: string, limits: { readonly person: number; readonly all: number }): CallRequest => ({
  counters: [counter(person, limits.person), counter("all", limits.all)],
  ahead: 0,
});

const requests = fc.array(
  fc.record({
    counters: fc
      .uniqueArray(fc.constantFrom("a", "b", "c"), { minLength: 1 })
      .map((ids) => ids.map((id) => counter(id, { a: 3, b: 7, c: 20 }[id] ?? 0))),
    ahead: fc.nat(5),
  }),
);

describe("grantCalls", () => {
  it("never exceeds a limit together with what was counted, and refuses only for want of room", () => {
    fc.assert(
      fc.property(requests, fc.nat(25), (asked, before) => {
        const used = new Map(["a", "b", "c"].map((id) => [id, before]));
        const grants = grantCalls(used, asked);
        const granted = (id: string): number =>
          asked.reduce(
            (sum, { counters }, index) =>
              sum + (counters.some((one) => one.id === id) ? (grants[index] ?? 0) : 0),
            0,
          );
        for (const { counters } of asked)
          for (const { id, limit } of counters)
            expect(granted(id)).toBeLessThanOrEqual(Math.max(0, limit - before));
        asked.forEach(({ counters, ahead }, index) => {
          expect(grants[index]).toBeLessThanOrEqual(1 + ahead);
          if (grants[index] === 0)
            expect(counters.some(({ id, limit }) => before + granted(id) >= limit)).toBe(true);
        });
      }),
    );
  });

  it("gives each sender a call before any gets another", () => {
    const limits = { person: 10, all: 3 };
    const asked = ["flood", "flood", "flood", "flood", "other"].map((person) => request(person, limits));
    expect(grantCalls(new Map(), asked)).toEqual([1, 1, 0, 0, 1]);
  });

  it("counts nothing of the workspace for a person without room", () => {
    const asked = [...Array.from({ length: 5 }, () => "flood"), "other", "third"].map((person) =>
      request(person, { person: 1, all: 3 }),
    );
    expect(grantCalls(new Map(), asked)).toEqual([1, 0, 0, 0, 0, 1, 1]);
  });

  it("grants calls ahead to one request of each sender, after all requests have their own", () => {
    const asked = ["one", "one", "two"].map((person) => ({
      ...request(person, { person: 10, all: 9 }),
      ahead: 4,
    }));
    expect(grantCalls(new Map(), asked)).toEqual([5, 1, 3]);
  });
});
