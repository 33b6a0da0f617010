import { expect, it } from "vitest";
import { applyGoalOperation, createGoalTree } from "./goal-tree.ts";
import { formatGoals } from "./format-goals.ts";
import { type GoalChange, type GoalTree, ROOT_GOAL_ID } from "./goal.ts";

const created = (goalId: string, parentId: string, index: number): GoalChange => ({
  ...{ op: "created", goalId, parentId, index, title: `Goal ${goalId}` },
  ...{ reason: null, acceptance: [], dependsOn: [] },
});
const plan = (...operations: readonly GoalChange[]): GoalTree =>
  operations.reduce(applyGoalOperation, createGoalTree("Travel"));

it("prints one line per goal with status, number, title and remark", () => {
  const tree = plan(
    created("a", ROOT_GOAL_ID, 0),
    created("b", ROOT_GOAL_ID, 1),
    created("c", ROOT_GOAL_ID, 2),
    created("d", ROOT_GOAL_ID, 3),
    created("d1", "d", 0),
    created("a1", "a", 0),
    created("a2", "a", 1),
    { op: "status", goalId: "a1", status: "completed", summary: "two flights", reason: null },
    { op: "status", goalId: "a", status: "in_progress", summary: null, reason: null },
    { op: "status", goalId: "b", status: "abandoned", summary: null, reason: "too far" },
    { op: "status", goalId: "c", status: "failed", summary: "sold out", reason: null },
  );
  expect(formatGoals(tree).split("\n")).toEqual([
    "Travel",
    "├─ ▸ 1 Goal a",
    "│  ├─ ✓ 1.1 Goal a1: two flights",
    "│  └─ ○ 1.2 Goal a2",
    "├─ – Goal b: too far",
    "├─ ✗ 2 Goal c: sold out",
    "└─ ○ 3 Goal d",
    "   └─ ○ 3.1 Goal d1",
  ]);
});

it("prints only the task when there is no plan", () => {
  expect(formatGoals(createGoalTree("Travel"))).toBe("Travel");
});

it("prints a chain of any depth", () => {
  let tree = createGoalTree("Travel");
  for (let depth = 0; depth < 3_000; depth += 1)
    tree = applyGoalOperation(tree, created(`${depth}`, depth === 0 ? ROOT_GOAL_ID : `${depth - 1}`, 0));
  expect(formatGoals(tree).split("\n")).toHaveLength(3_001);
});
