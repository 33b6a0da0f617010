import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatBudget, isEmptyBudget, parseBudget } from "./budget.ts";

describe("parseBudget", () => {
  it.each([
    ["0.50usd,200ktok,10m", { usd: 0.5, tokens: 200_000, ms: 600_000 }],
    ["$2", { usd: 2 }],
    [" 1.5 USD , 30 steps ", { usd: 1.5, steps: 30 }],
    ["0.1mtok", { tokens: 100_000 }],
    ["90s", { ms: 90_000 }],
    ["1.5h", { ms: 5_400_000 }],
    [".05usd", { usd: 0.05 }],
  ])("reads %s", (text, budget) => {
    expect(parseBudget(text)).toEqual({ budget });
  });

  it.each([
    ["", "An amount is empty"],
    ["1usd,,2m", "An amount is empty"],
    ["5", '"5" is not an amount'],
    ["5eur", '"5eur" is not an amount'],
    ["-1usd", '"-1usd" is not an amount'],
    ["0usd", '"0usd" must be above zero'],
    ["1e3usd", "is not an amount"],
    ["0.5tok", "must be a whole number of tokens"],
    ["1usd,2$", '"2$" is the second amount of its unit'],
    ["9999999usd", "is too large"],
    ["constructor", "is not an amount"],
    ["1tostring", "is not an amount"],
  ])("names what is wrong with %s", (text, problem) => {
    expect(parseBudget(text)).toEqual({ problem: expect.stringContaining(problem) as string });
  });

  it("cuts a long text in its problem", () => {
    const problem = parseBudget("x".repeat(100_000));
    expect(JSON.stringify(problem).length).toBeLessThan(200);
  });

  it("reads every budget that formatBudget writes", () => {
    const amount = fc.record(
      {
        usd: fc.integer({ min: 1, max: 1e9 }).map((cents) => cents / 1e4),
        tokens: fc.integer({ min: 1, max: 1e9 }),
        ms: fc.integer({ min: 1, max: 1e9 }),
        steps: fc.integer({ min: 1, max: 1e5 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(amount, (budget) => {
        if (isEmptyBudget(budget)) return;
        expect(parseBudget(formatBudget(budget))).toEqual({ budget });
      }),
    );
  });
});
