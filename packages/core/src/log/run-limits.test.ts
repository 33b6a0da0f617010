import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Budget } from "./budget.ts";
import { givenBudget, runLimits } from "./run-limits.ts";
import type { SpendingRun } from "./tree-budget.ts";

const NONE = { maxTokens: null, maxDurationMs: null };

const run = (
  id: string,
  parentId: string | null,
  more: Partial<SpendingRun & { readonly budget: Budget | null }> = {},
): SpendingRun & { readonly budget: Budget | null } => ({
  ...{ id, parentId, cost: 0.125, tokens: 1_000, modelCalls: 2, budget: null },
  ...{ createdAt: 0, startedAt: 0, endedAt: null, status: "running", durationMs: 0, waitedMs: 0, ...more },
});

describe("what a run was given", () => {
  it("is its budget, and the limits of its agent where those are lower", () => {
    expect(givenBudget(undefined, NONE)).toBeNull();
    expect(givenBudget({}, NONE)).toBeNull();
    expect(givenBudget({ usd: 1, tokens: 500 }, { maxTokens: 200, maxDurationMs: 9_000 })).toEqual({
      ...{ usd: 1, tokens: 200, ms: 9_000 },
    });
    expect(givenBudget({ tokens: 500, ms: 1_000 }, { maxTokens: 700, maxDurationMs: 9_000 })).toEqual({
      ...{ tokens: 500, ms: 1_000 },
    });
  });
});

describe("the limits of a run", () => {
  it("are those of the run itself, with what everything below it has used", () => {
    const child = run("child", "root", { budget: { tokens: 5_000, ms: 60_000 } });
    const runs = [run("root", null), child, run("deep", "child", { tokens: 500 }), run("other", "root")];
    expect(runLimits(child, runs, 20_000)).toEqual([
      { unit: "tokens", used: 1_500, left: 3_500, allowed: 5_000, isShared: false },
      { unit: "ms", used: 20_000, left: 40_000, allowed: 60_000, isShared: false },
    ]);
  });

  it("are those of a run above where it leaves less, or where the run has none", () => {
    const child = run("child", "root", { budget: { tokens: 5_000 } });
    const root = run("root", null, { budget: { usd: 0.5, tokens: 3_500 } });
    expect(runLimits(child, [root, child, run("other", "root")], 0)).toEqual([
      { unit: "usd", used: 0.125, left: 0.125, allowed: 0.5, isShared: true },
      { unit: "tokens", used: 1_000, left: 500, allowed: 3_500, isShared: true },
    ]);
  });

  it("stay those of a run that has ended, whatever others use afterwards", () => {
    const ended = { status: "completed", endedAt: 9 } as const;
    const given = run("given", "middle", { ...ended, budget: { tokens: 50_000 } });
    const free = run("free", "middle", ended);
    const middle = run("middle", "root", { budget: { tokens: 90_000 } });
    const root = run("root", null, { budget: { tokens: 500_000 } });
    const other = run("other", "root", { tokens: 495_000 });
    for (const runs of [
      [root, middle, given, free],
      [root, middle, given, free, other],
    ]) {
      expect(runLimits(given, runs, 0)).toMatchObject([{ used: 1_000, allowed: 50_000, isShared: false }]);
      expect(runLimits(free, runs, 0)).toMatchObject([{ used: 1_000, allowed: 90_000, isShared: true }]);
    }
  });

  it("leave nothing when they are exceeded, and are none where nothing limits the run", () => {
    const child = run("child", "root", { tokens: 9_000, budget: { tokens: 5_000 } });
    expect(runLimits(child, [run("root", null), child], 0)[0]).toMatchObject({ used: 9_000, left: 0 });
    expect(runLimits(run("a", null), [run("a", null)], 0)).toEqual([]);
  });

  it("never leave more than a run above has left, however deep the tree and wherever the limits are", () => {
    const tokens = fc.option(fc.integer({ min: 1, max: 9_000 }), { nil: undefined });
    const shape = fc.array(fc.record({ parent: fc.nat({ max: 50 }), used: fc.nat({ max: 900 }), tokens }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(shape, (tree) => {
        const runs = tree.map(({ parent, used, tokens: allowed }, index) =>
          run(`r${index}`, index === 0 ? null : `r${parent % index}`, {
            tokens: used,
            budget: allowed === undefined ? null : { tokens: allowed },
          }),
        );
        const leftOf = (id: string): number =>
          runs
            .filter((each) => each.id === id)
            .flatMap((each) => runLimits(each, runs, 0))
            .map(({ left }) => left)[0] ?? Number.POSITIVE_INFINITY;
        for (const { id, parentId } of runs)
          if (parentId !== null) expect(leftOf(id)).toBeLessThanOrEqual(leftOf(parentId));
      }),
    );
  });
});
