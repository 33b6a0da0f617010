import { expect, it } from "vitest";
import { applyGoalOperation, createGoalTree } from "./goal-tree.ts";
import type { GoalChange } from "./goal.ts";
import { numberGoals } from "./number-goals.ts";
import { goalCreated } from "../testing/goal-operations.ts";

it("numbers goals in plan order and leaves out abandoned ones with everything below them", () => {
  const changes: readonly GoalChange[] = [
    ...[goalCreated("a"), goalCreated("b"), goalCreated("c"), goalCreated("d")],
    ...[goalCreated("b1", "b"), goalCreated("c1", "c"), goalCreated("c2", "c"), goalCreated("c21", "c2")],
    goalCreated("x", "unknown"),
    { op: "status", goalId: "b", status: "abandoned", summary: null, reason: "r" },
    { op: "status", goalId: "a", status: "failed", summary: null, reason: null },
  ];
  expect([...numberGoals(changes.reduce(applyGoalOperation, createGoalTree("task")))]).toEqual([
    ["a", "1"],
    ["c", "2"],
    ["c1", "2.1"],
    ["c2", "2.2"],
    ["c21", "2.2.1"],
    ["d", "3"],
  ]);
});
