import fc from "fast-check";
import { expect, it } from "vitest";
import { applyGoalOperation, createGoalTree } from "./goal-tree.ts";
import type { GoalChange } from "./goal.ts";
import { numberGoals, numberOfGoal } from "./number-goals.ts";
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

it("gives a single goal the same number as numbering all of them", () => {
  const change = fc.oneof(
    fc.tuple(fc.nat(12), fc.nat(12)).map(([id, parent]) => goalCreated(`g${id}`, `g${parent}`)),
    fc.nat(12).map((id) => goalCreated(`g${id}`)),
    fc.nat(12).map((id): GoalChange => ({
      ...{ op: "status", goalId: `g${id}`, status: "abandoned", summary: null, reason: "r" },
    })),
  );
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const tree = changes.reduce(applyGoalOperation, createGoalTree("task"));
      const numbers = numberGoals(tree);
      for (const goalId of [...tree.goals.keys(), "unknown"])
        expect(numberOfGoal(tree, goalId)).toBe(numbers.get(goalId) ?? null);
    }),
  );
});
