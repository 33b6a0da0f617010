import { deriveGraph } from "@goaltrace/core/graph";
import { outlineLog } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { costSummary } from "./cost-summary.ts";
import { expensiveGoals } from "./expensive-goals.ts";

/** `a` costs half a dollar with 2.5 dollars in `a1` and `a2`, `b` one dollar, and the run itself half a dollar. */
function run(): ReturnType<typeof deriveGraph> {
  const log = outlineLog();
  log.turn("root", []);
  log.goal("a");
  log.turn("a", []);
  log.goal("a1", "a");
  for (let turn = 0; turn < 3; turn += 1) log.turn("a1", []);
  log.goal("a2", "a");
  for (let turn = 0; turn < 2; turn += 1) log.turn("a2", []);
  log.goal("b");
  for (let turn = 0; turn < 2; turn += 1) log.turn("b", []);
  return deriveGraph("task", log.entries);
}

it("names the most expensive stage, the most expensive single goal and the run itself, as shares of the total", () => {
  const graph = run();
  expect(costSummary(graph, expensiveGoals(graph))).toMatchObject({
    whole: 4.5,
    stage: { goalId: "a", cost: 3 },
    single: { goalId: "a1", number: "1.1", cost: 1.5 },
    itself: { cost: 0.5 },
  });
});

it("names a stage without goals below it once", () => {
  const agents = new Map([["b", { tokens: 0, workedMs: 0, cost: 4 }]]);
  const graph = run();
  expect(costSummary(graph, expensiveGoals(graph, agents))).toMatchObject({
    whole: 8.5,
    stage: { goalId: "b", cost: 5 },
    single: null,
  });
});

it("is null without goals", () => {
  const log = outlineLog();
  log.turn("root");
  const graph = deriveGraph("task", log.entries);
  expect(costSummary(graph, expensiveGoals(graph))).toBeNull();
});
