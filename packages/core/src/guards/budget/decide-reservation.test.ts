import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BUDGET_UNITS, type Budget } from "../../log/budget.ts";
import type { Amounts } from "../../ports/budget-store.ts";
import { addAmounts, decideReservation, NOTHING } from "./decide-reservation.ts";

const amount = (usd: number): Amounts => ({ ...NOTHING, usd });
const call = (usd: number | null, more: { isOptional?: boolean; acceptsUnpriced?: boolean } = {}) => ({
  ...{ estimate: { ...NOTHING, usd }, isOptional: false, acceptsUnpriced: false },
  ...more,
});

describe("decideReservation", () => {
  it("grants a call that fits, and everything without a budget", () => {
    const account = { spent: amount(0.2), held: amount(0.3) };
    expect(decideReservation({ usd: 1 }, account, call(0.5))).toEqual({ kind: "granted" });
    expect(decideReservation({}, account, call(50))).toEqual({ kind: "granted" });
    expect(decideReservation({ tokens: 1 }, account, call(50))).toEqual({ kind: "granted" });
  });

  it("lets a call wait for others whose reservations leave too little", () => {
    const account = { spent: amount(0.2), held: amount(0.3) };
    expect(decideReservation({ usd: 1 }, account, call(0.51))).toEqual({ kind: "busy" });
  });

  it("grants a call that exceeds the rest of a budget when no other call is running", () => {
    const account = { spent: amount(0.99), held: NOTHING };
    expect(decideReservation({ usd: 1 }, account, call(0.5))).toEqual({ kind: "granted" });
    expect(decideReservation({ usd: 1 }, account, call(0.5, { isOptional: true }))).toEqual({ kind: "busy" });
  });

  it("names the unit that is used up", () => {
    const account = { spent: { ...NOTHING, tokens: 120, usd: 0.5 }, held: NOTHING };
    expect(decideReservation({ usd: 1, tokens: 100 }, account, call(0.1))).toEqual({
      ...{ kind: "reached", unit: "tokens", used: 120, allowed: 100 },
    });
  });

  it("asks about an unknown price only when the budget is in money, and not again once that is accepted", () => {
    const account = { spent: NOTHING, held: NOTHING };
    expect(decideReservation({ usd: 1 }, account, call(null))).toEqual({ kind: "unpriced", allowed: 1 });
    expect(decideReservation({ tokens: 1 }, account, call(null))).toEqual({ kind: "granted" });
    expect(decideReservation({ usd: 1 }, account, call(null, { acceptsUnpriced: true }))).toEqual({
      kind: "granted",
    });
  });
});

describe("a series of reservations", () => {
  type Step = { readonly kind: "reserve" | "settle"; readonly estimate: Amounts; readonly share: number };
  const amounts = fc.record({
    usd: fc.integer({ min: 0, max: 40 }),
    tokens: fc.integer({ min: 0, max: 40 }),
    ms: fc.integer({ min: 0, max: 40 }),
    steps: fc.integer({ min: 0, max: 2 }),
  });
  const steps: fc.Arbitrary<readonly Step[]> = fc.array(
    fc.record({
      kind: fc.constantFrom("reserve" as const, "settle" as const),
      estimate: amounts,
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 60 },
  );
  const budgets: fc.Arbitrary<Budget> = fc.record(
    Object.fromEntries(BUDGET_UNITS.map((unit) => [unit, fc.integer({ min: 1, max: 100 })])),
    { requiredKeys: [] },
  );
  const sum = (items: readonly Amounts[]): Amounts => items.reduce(addAmounts, NOTHING);

  it("never exceeds a budget by more than the largest reservation", () => {
    fc.assert(
      fc.property(budgets, steps, (budget, series) => {
        let spent = NOTHING;
        let largest = NOTHING;
        const open: Amounts[] = [];
        for (const { kind, estimate, share } of series) {
          if (kind === "settle") {
            const settled = open.shift();
            if (settled !== undefined) spent = addAmounts(spent, scale(settled, share));
          } else {
            const account = { spent, held: sum(open) };
            const asked = { estimate, isOptional: false, acceptsUnpriced: false };
            if (decideReservation(budget, account, asked).kind === "granted") {
              open.push(estimate);
              largest = max(largest, estimate);
            }
          }
          const total = addAmounts(spent, sum(open));
          for (const unit of BUDGET_UNITS)
            expect(total[unit]).toBeLessThanOrEqual(
              (budget[unit] ?? Number.POSITIVE_INFINITY) + largest[unit] + 1e-6,
            );
        }
      }),
    );
  });

  it("never refuses a call permanently while something is left and nothing is reserved", () => {
    fc.assert(
      fc.property(budgets, amounts, amounts, (budget, spent, estimate) => {
        const isLeft = BUDGET_UNITS.every((unit) => spent[unit] < (budget[unit] ?? Number.POSITIVE_INFINITY));
        const asked = { estimate, isOptional: false, acceptsUnpriced: false };
        expect(decideReservation(budget, { spent, held: NOTHING }, asked).kind).toBe(
          isLeft ? "granted" : "reached",
        );
      }),
    );
  });

  function scale(value: Amounts, share: number): Amounts {
    return {
      usd: value.usd * share,
      tokens: value.tokens * share,
      ms: value.ms * share,
      steps: value.steps * share,
    };
  }
  function max(left: Amounts, right: Amounts): Amounts {
    return {
      usd: Math.max(left.usd, right.usd),
      tokens: Math.max(left.tokens, right.tokens),
      ms: Math.max(left.ms, right.ms),
      steps: Math.max(left.steps, right.steps),
    };
  }
});

it("adds amounts unit by unit, an unknown price as nothing", () => {
  const spent = { usd: 0.5, tokens: 10, ms: 20, steps: 1 };
  expect(addAmounts(spent, { usd: 0.25, tokens: 5, ms: 7, steps: 2 })).toEqual({
    ...{ usd: 0.75, tokens: 15, ms: 27, steps: 3 },
  });
  expect(addAmounts(spent, { usd: null, tokens: 0, ms: 0, steps: 0 })).toEqual(spent);
});
