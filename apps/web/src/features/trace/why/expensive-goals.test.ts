import { deriveGraph } from "@goaltrace/core/graph";
import { outlineLog } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { expensiveGoals } from "./expensive-goals.ts";

/** The run itself takes one turn, `a1` three and `b` two; each costs half a dollar. */
function run(price: number | null = 0.5): ReturnType<typeof deriveGraph> {
  const log = outlineLog();
  log.turn("root", []);
  log.goal("a");
  log.goal("a1", "a");
  for (let turn = 0; turn < 3; turn += 1) log.turn("a1", []);
  log.goal("b");
  for (let turn = 0; turn < 2; turn += 1) log.turn("b", []);
  const entries = log.entries.map((entry) => (entry.k === "assistant" ? { ...entry, c: price } : entry));
  return deriveGraph("task", entries);
}

it("ranks goals of all levels with the name of the goal above, and the run itself", () => {
  expect(
    expensiveGoals(run()).map(({ goalId, parent, cost, share }) => [goalId, parent, cost, share]),
  ).toEqual([
    ["a", null, 1.5, 0.5],
    ["a1", "a", 1.5, 0.5],
    ["b", null, 1, 1 / 3],
    ["root", null, 0.5, 1 / 6],
  ]);
  expect(expensiveGoals(run()).map(({ isRunItself }) => isRunItself)).toEqual([false, false, false, true]);
});

it("counts sub-agents for the goal that started them, and has no ranking while one has no price", () => {
  const work = (cost: number | null) => new Map([["b", { tokens: 0, workedMs: 0, cost }]]);
  const [first] = expensiveGoals(run(), work(3));
  expect([first?.goalId, first?.cost, first?.share]).toEqual(["b", 4, 4 / 6]);
  expect(expensiveGoals(run(), work(null))).toEqual([]);
});

it("returns nothing without prices or goals", () => {
  expect(expensiveGoals(run(null))).toEqual([]);
  const alone = outlineLog();
  alone.turn("root");
  expect(expensiveGoals(deriveGraph("task", alone.entries))).toEqual([]);
});
