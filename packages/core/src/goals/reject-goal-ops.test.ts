import { describe, expect, it } from "vitest";
import { resolveGoalOperations } from "./apply-goal-ops.ts";
import { applyGoalOperation, createGoalTree } from "./goal-tree.ts";
import type { GoalOperation, GoalTree } from "./goal.ts";
import { goalCreated } from "../testing/goal-operations.ts";

const ids = { next: () => "new" };
const goals = (...created: readonly (readonly [id: string, parentId: string])[]): GoalTree =>
  created.reduce(
    (tree, [id, parentId]) => applyGoalOperation(tree, goalCreated(id, parentId)),
    createGoalTree("task"),
  );
const close = (tree: GoalTree, goalId: string): GoalTree =>
  applyGoalOperation(tree, { op: "status", goalId, status: "completed", summary: "s", reason: null });
const rejection = (tree: GoalTree, ...operations: readonly GoalOperation[]): string | null => {
  const resolved = resolveGoalOperations(tree, operations, { ids });
  return resolved.ok ? null : resolved.message;
};
const TREE = goals(["a", "root"], ["b", "root"], ["b1", "b"], ["b2", "b"], ["c", "root"], ["c1", "c"]);

describe("rejected goal operations", () => {
  it.each<[string, GoalOperation]>([
    ["A goal needs a title.", { op: "add", title: " " }],
    ["A goal needs a title.", { op: "after", goal: "1", title: " \n" }],
    ["A goal needs a title.", { op: "under", goal: "1", titles: ["x", ""] }],
    ["Splitting a goal needs at least one title.", { op: "under", goal: "1", titles: [] }],
    ["A goal needs a title.", { op: "change", goal: "1", title: " " }],
    ["A goal needs a title.", { op: "abandon", goal: "1", reason: "r", instead: " " }],
    ["Abandoning a goal needs a reason.", { op: "abandon", goal: "1", reason: " " }],
    ["Abandoning a goal needs a reason.", { op: "abandon", goal: "1", reason: " ", instead: "x" }],
    ["Abandoning a goal needs a reason.", { op: "change", goal: "1", title: "x", reason: " " }],
    ["Finishing goal #1 needs a summary.", { op: "done", goal: "#1", summary: " " }],
    [
      "Goal 2 still has 2 open sub-goals: finish or abandon them first.",
      { op: "done", goal: "2", summary: "s" },
    ],
    [
      "Goal 3 still has 1 open sub-goal: finish or abandon it first.",
      { op: "done", goal: "3", summary: "s" },
    ],
    ['There is no goal "9" in the plan. Valid numbers: 1, 2, 2.1, 2.2, 3, 3.1.', { op: "focus", goal: "9" }],
  ])("are answered with: %s (%j)", (message, operation) => {
    expect(rejection(TREE, operation)).toBe(`${message} Nothing was changed.`);
  });

  it("name the failed operation when there are several", () => {
    expect(
      rejection(TREE, { op: "focus", goal: "1" }, { op: "add", title: "" }, { op: "add", title: "" }),
    ).toBe("Operation 2 (add): A goal needs a title. Nothing was changed.");
  });

  it("explain that an earlier operation of the same call abandoned the goal", () => {
    const abandon: GoalOperation = { op: "abandon", goal: "2", reason: "r" };
    const message = (goal: string): string =>
      `Operation 2 (focus): Goal ${goal} was abandoned by an earlier operation of this call. Nothing was changed.`;
    expect(rejection(TREE, abandon, { op: "focus", goal: "2" })).toBe(message("2"));
    expect(rejection(TREE, abandon, { op: "focus", goal: "Goal 2.1" })).toBe(message("2.1"));
  });

  it("list only open goals when a closed one is to be focused", () => {
    expect(rejection(close(TREE, "b1"), { op: "focus", goal: "2.1" })).toBe(
      "Goal 2.1 is already closed. Valid numbers: 1, 2, 2.2, 3, 3.1. Nothing was changed.",
    );
  });

  it("ask for a first goal when the plan is empty", () => {
    expect(rejection(createGoalTree("task"), { op: "focus", goal: "1" })).toBe(
      'There is no goal "1" in the plan. The plan has no goals yet; add one first. Nothing was changed.',
    );
  });

  it("list at most 40 numbers and repeat at most 80 characters of a reference", () => {
    const wide = (count: number): GoalTree =>
      goals(...Array.from({ length: count }, (_, index) => [`g${index}`, "root"] as const));
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1).join(", ");
    const message = (list: string): string =>
      `There is no goal "${"x".repeat(80)}" in the plan. Valid numbers: ${list}. Nothing was changed.`;
    const operation: GoalOperation = { op: "focus", goal: "x".repeat(90) };
    expect(rejection(wide(40), operation)).toBe(message(numbers));
    expect(rejection(wide(42), operation)).toBe(message(`${numbers} and 2 more`));
  });

  it("shorten the numbers of very deep goals to 40 characters", () => {
    const tops = [..."0123456789"].map((id) => [id, "root"] as const);
    const chain = Array.from({ length: 20 }, (_, depth) => [`d${depth + 1}`, `d${depth}`] as const);
    const tree = goals(...tops, ["d0", "9"], ...chain);
    const longest = `10${".1".repeat(19)}`;
    expect(longest).toHaveLength(40);
    const message = rejection(tree, { op: "focus", goal: "x" }) ?? "";
    expect(message.split(", ").slice(-3)).toEqual([
      longest,
      `${longest}…`,
      `${longest}…. Nothing was changed.`,
    ]);
  });
});

describe("references to goals", () => {
  it.each(["2.1", " 2.1 ", "#2.1", "goal 2.1", "Goal   2.1", "2.1."])("accept %j as goal 2.1", (goal) => {
    const resolved = resolveGoalOperations(TREE, [{ op: "focus", goal }], { ids });
    expect(resolved.ok && resolved.tree.focusId).toBe("b1");
  });

  it.each(["2.1#", "21", "goal2.1", "2.1..", "my goal 2.1", ""])("reject %j", (goal) => {
    expect(rejection(TREE, { op: "focus", goal })).toMatch(/^There is no goal/u);
  });
});
