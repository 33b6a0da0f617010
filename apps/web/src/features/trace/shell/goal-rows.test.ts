import type { GoalChange } from "@goaltrace/core/goals";
import { applyEntry } from "@goaltrace/core/graph";
import { goalCreated } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { countGoals, goalRows } from "./goal-rows.ts";
import { goalStatus } from "../../../ui/goal-status.ts";
import { createTraceModel } from "../state/trace-model.ts";

const status = (goalId: string, to: "completed" | "abandoned" | "in_progress"): GoalChange => ({
  op: "status",
  goalId,
  status: to,
  summary: null,
  reason: "why",
});
const buildGraph = (...ops: GoalChange[]) =>
  createTraceModel([{ q: 0, t: 0, g: "root", k: "goals", ops }], (run) => {
    run();
  }).graph;
const PLAN = [
  goalCreated("a"),
  goalCreated("b"),
  goalCreated("a1", "a"),
  status("b", "abandoned"),
  goalCreated("c"),
  status("c", "completed"),
];

describe("goal rows", () => {
  it("lists goals in plan order with their number; abandoned goals have none", () => {
    expect(
      goalRows(buildGraph(...PLAN), new Set()).map((row) => [
        row.id,
        row.number,
        row.level,
        row.position,
        row.siblings,
        row.expanded,
      ]),
    ).toEqual([
      ["root", null, 1, 1, 1, true],
      ["a", "1", 2, 1, 3, true],
      ["a1", "1.1", 3, 1, 1, null],
      ["b", null, 2, 2, 3, null],
      ["c", "2", 2, 3, 3, null],
    ]);
    expect(countGoals(buildGraph(...PLAN))).toEqual({ done: 1, all: 3 });
  });

  it("omits the descendants of a folded goal", () => {
    expect(goalRows(buildGraph(...PLAN), new Set(["a"])).map((row) => row.id)).toEqual([
      "root",
      "a",
      "b",
      "c",
    ]);
  });

  it("counts the sub-agents of a goal, and of the goals folded below it", () => {
    const graph = buildGraph(...PLAN);
    const start = (q: number, g: string): void => {
      applyEntry(graph, { q, t: q, g, k: "child", state: "spawned", child: `t${q}`, d: "explore" });
    };
    for (const [index, goalId] of ["a1", "a1", "a", "c"].entries()) start(index + 1, goalId);
    const counts = (folded: readonly string[]): unknown =>
      goalRows(graph, new Set(folded)).flatMap(({ id, agents }) => (agents === 0 ? [] : [[id, agents]]));
    expect(counts([])).toEqual([
      ["a", 1],
      ["a1", 2],
      ["c", 1],
    ]);
    expect(counts(["a"])).toEqual([
      ["a", 3],
      ["c", 1],
    ]);
    expect(counts(["root"])).toEqual([["root", 4]]);
  });

  it("lists a chain of 5,000 goals without a stack overflow", () => {
    const chain = Array.from({ length: 5_000 }, (_, index) =>
      goalCreated(`g${index}`, index === 0 ? "root" : `g${index - 1}`),
    );
    expect(goalRows(buildGraph(...chain), new Set())).toHaveLength(5_001);
  });
});

describe("goal status", () => {
  it("does not show an open goal as active after its run ended", () => {
    const graph = buildGraph(goalCreated("a"), status("a", "in_progress"));
    const [root, a] = [graph.goals.get("root"), graph.goals.get("a")];
    if (!root || !a) throw new Error("The graph has no such goals.");
    const run = { focusId: "a", rootId: "root" };
    expect(goalStatus(a, { ...run, status: "running" })).toBe("running");
    expect(goalStatus(a, { ...run, status: "waiting" })).toBe("waiting");
    expect(goalStatus(a, { ...run, status: "interrupted" })).toBe("interrupted");
    expect(goalStatus(a, { ...run, status: "completed" })).toBe("pending");
    expect(goalStatus(root, { ...run, status: "completed" })).toBe("completed");
  });
});
