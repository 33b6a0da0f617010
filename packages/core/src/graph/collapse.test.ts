import { expect, it } from "vitest";
import { outlineLog } from "../testing/outline-log.ts";
import { subGoalCounts, sumTotals } from "./collapse.ts";
import { deriveGraph } from "./derive-graph.ts";

it("counts the sub-goals of a goal by status and leaves out abandoned ones", () => {
  const log = outlineLog();
  const statuses = ["completed", "completed", "failed", "abandoned", "in_progress", "pending"] as const;
  log.plan(...statuses.map((_, index) => `g${index}`));
  for (const [index, status] of statuses.entries()) log.status(`g${index}`, status);
  log.goal("below", "g5");
  const graph = deriveGraph("task", log.entries);
  expect(subGoalCounts(graph, "root")).toEqual({ done: 2, total: 5, open: 2 });
  expect(subGoalCounts(graph, "g5")).toEqual({ done: 0, total: 1, open: 1 });
  expect(subGoalCounts(graph, "below")).toEqual({ done: 0, total: 0, open: 0 });
});

it("returns the totals of a single edge themselves, which grow with it", () => {
  const log = outlineLog();
  log.turn("root");
  const edge = deriveGraph("task", log.entries).edges.get("root") ?? expect.fail();
  expect(sumTotals([edge])).toBe(edge.totals);
});
