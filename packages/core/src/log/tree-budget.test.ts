import { expect, it } from "vitest";
import { type SpendingRun, treeBudget } from "./tree-budget.ts";

const run = (id: string, parentId: string | null, more: Partial<SpendingRun> = {}): SpendingRun => ({
  ...{ id, parentId, cost: 0.01, tokens: 1_000, modelCalls: 2 },
  ...{
    createdAt: 0,
    startedAt: 1_000,
    endedAt: null,
    status: "running",
    durationMs: 600,
    waitedMs: 500,
    ...more,
  },
});
const root = run("root", null);
const child = run("child", "root", { tokens: 5_000, endedAt: 90_000 });
const deep = run("deep", "child", { cost: null, modelCalls: 3 });
const other = run("other", "root");
const runs = [root, child, deep, other];

it("counts a run with everything below it, in each unit of its budget, and its own time", () => {
  const budget = { usd: 1, tokens: 20_000, ms: 60_000, steps: 30 };
  expect(treeBudget({ ...root, budget }, runs, 11_500)).toEqual([
    { unit: "usd", used: 0.03, allowed: 1 },
    { unit: "tokens", used: 8_000, allowed: 20_000 },
    { unit: "ms", used: 10_000, allowed: 60_000 },
    { unit: "steps", used: 9, allowed: 30 },
  ]);
});

it("counts for a sub-agent only what is below it", () => {
  expect(treeBudget({ ...child, budget: { tokens: 7_000 } }, runs, 0)).toEqual([
    { unit: "tokens", used: 6_000, allowed: 7_000 },
  ]);
});

it("says nothing about a run without a budget", () => {
  expect(treeBudget({ ...root, budget: null }, runs, 0)).toEqual([]);
});
