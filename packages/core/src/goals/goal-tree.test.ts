import { describe, expect, it } from "vitest";
import { applyGoalOperation, childIds, createGoalTree, isOpen, noteMessage } from "./goal-tree.ts";
import { foldGoals } from "./fold-goals.ts";
import type { GoalChange, GoalTree } from "./goal.ts";
import { buildLog } from "../testing/builders.ts";
import { goalCreated } from "../testing/goal-operations.ts";

const ROOT = {
  ...{ id: "root", parentId: null, title: "task", reason: null, acceptance: [], dependsOn: [] },
  ...{
    status: "in_progress",
    summary: null,
    evidence: [],
    verified: null,
    abandonReason: null,
    firstMessage: null,
    lastMessage: null,
  },
};
const A = { ...ROOT, id: "a", parentId: "root", title: "a", status: "pending" };
const fold = (...changes: readonly GoalChange[]): GoalTree =>
  changes.reduce(applyGoalOperation, createGoalTree("task"));

it("starts with the task as root, in progress and in focus", () => {
  const { goals, ...tree } = createGoalTree("task");
  expect(tree).toEqual({ rootId: "root", focusId: "root", children: new Map() });
  expect([...goals]).toEqual([["root", ROOT]]);
});

describe("applyGoalOperation", () => {
  it("creates a pending goal at its index among its siblings", () => {
    const wanted = { reason: "why", acceptance: ["it runs"], dependsOn: ["b"] };
    const tree = fold(goalCreated("b"), { ...goalCreated("a", "root", { index: 0 }), ...wanted });
    expect(tree.goals.get("a")).toEqual({ ...A, ...wanted });
    expect(childIds(tree, "root")).toEqual(["a", "b"]);
    expect(childIds(tree, "a")).toEqual([]);
  });

  it("rewords a goal and replaces its reason", () => {
    const tree = fold(goalCreated("a"), { op: "changed", goalId: "a", title: "better", reason: "r" });
    expect(tree.goals.get("a")).toEqual({ ...A, title: "better", reason: "r" });
  });

  it("sets status and summary, and the reason of an abandoned goal only", () => {
    const status = { op: "status", goalId: "a", summary: "s", reason: "r" } as const;
    const tree = fold(goalCreated("a"), { ...status, status: "abandoned" });
    expect(tree.goals.get("a")).toEqual({ ...A, status: "abandoned", summary: "s", abandonReason: "r" });
    expect(applyGoalOperation(tree, { ...status, status: "completed" }).goals.get("a")).toEqual({
      ...A,
      ...{ status: "completed", summary: "s", abandonReason: null },
    });
  });

  it("moves the focus", () => {
    expect(fold(goalCreated("a"), { op: "focused", goalId: "a" }).focusId).toBe("a");
  });

  it.each<GoalChange>([
    goalCreated("a", "b"),
    { op: "changed", goalId: "unknown", title: "t", reason: null },
    { op: "status", goalId: "unknown", status: "completed", summary: null, reason: null },
    { op: "focused", goalId: "unknown" },
    { op: "focused", goalId: "a" },
  ])("returns the same tree for an operation without effect: %j", (operation) => {
    const tree = fold(goalCreated("a"), goalCreated("b"), { op: "focused", goalId: "a" });
    expect(applyGoalOperation(tree, operation)).toBe(tree);
  });
});

it("notes the first and the last message of a goal, in any order", () => {
  const tree = [7, 5, 9, 6].reduce(
    (now, sequence) => noteMessage(now, "a", sequence),
    fold(goalCreated("a")),
  );
  expect(tree.goals.get("a")).toEqual({ ...A, firstMessage: 5, lastMessage: 9 });
  expect(noteMessage(tree, "unknown", 5)).toBe(tree);
});

it("counts pending goals and those in progress as open, and unknown ones as closed", () => {
  const statuses = ["pending", "in_progress", "completed", "failed", "abandoned", undefined] as const;
  expect(statuses.map(isOpen)).toEqual([true, true, false, false, false, false]);
});

it("folds a log into its plan, with the messages of each goal", () => {
  const log = buildLog();
  log.user("hello");
  log.event({ type: "compaction.pinned", data: { signalId: "s", personId: null, text: "pin" } });
  log.goals(goalCreated("a"), { op: "focused", goalId: "a" });
  const { sequence } = log.assistant({ text: "hi" });
  const tree = foldGoals("task", log.entries);
  expect(tree.focusId).toBe("a");
  expect([...tree.goals.values()]).toEqual([
    { ...ROOT, firstMessage: 1, lastMessage: 1 },
    { ...A, firstMessage: sequence, lastMessage: sequence },
  ]);
});
