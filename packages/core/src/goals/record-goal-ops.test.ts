import { describe, expect, it } from "vitest";
import { resolveGoalOperations } from "./apply-goal-ops.ts";
import { applyGoalOperation, createGoalTree, noteMessage } from "./goal-tree.ts";
import type { GoalChange, GoalOperation, GoalStatus, GoalTree } from "./goal.ts";
import { goalCreated } from "../testing/goal-operations.ts";

const counter = () => {
  let count = 0;
  return { next: () => `g${(count += 1)}` };
};

describe("recorded operations", () => {
  const status = (
    goalId: string,
    value: GoalStatus,
    texts: { readonly summary?: string; readonly reason?: string } = {},
  ): GoalChange => ({
    ...{ op: "status", goalId, status: value, summary: null, reason: null, evidence: [], verified: null },
    ...texts,
  });
  const created = (
    goalId: string,
    parentId: string,
    fields: Partial<ReturnType<typeof goalCreated>>,
  ): GoalChange => ({ ...goalCreated(goalId, parentId, {}), index: 0, ...fields });
  const focused = (goalId: string): GoalChange => ({ op: "focused", goalId });
  const fold = (...changes: readonly GoalChange[]): GoalTree =>
    changes.reduce(applyGoalOperation, createGoalTree("task"));
  /** Goals 1 (a), 1.1 (a1), 1.2 (a2) and 2 (b), none begun. */
  const BASE = [goalCreated("a"), goalCreated("a1", "a"), goalCreated("a2", "a"), goalCreated("b")] as const;
  const recorded = (tree: GoalTree, ...operations: readonly GoalOperation[]): readonly GoalChange[] => {
    const resolved = resolveGoalOperations(tree, operations, { ids: counter() });
    if (!resolved.ok) throw new Error(resolved.message);
    expect(resolved.tree).toEqual(resolved.operations.reduce(applyGoalOperation, tree));
    return resolved.operations;
  };

  it("add a goal at the end, after another, or under it, with trimmed titles", () => {
    const wish = { reason: "why", acceptance: ["it runs"] };
    expect(recorded(fold(...BASE), { op: "add", title: " New ", ...wish })).toEqual([
      created("g1", "root", { index: 2, title: "New", ...wish }),
    ]);
    expect(recorded(fold(...BASE), { op: "after", goal: "1.1", title: " New ", ...wish })).toEqual([
      created("g1", "a", { index: 1, title: "New", ...wish }),
    ]);
    expect(recorded(fold(...BASE), { op: "under", goal: "1", titles: [" X ", "Y"] })).toEqual([
      created("g1", "a", { index: 2, title: "X" }),
      created("g2", "a", { index: 3, title: "Y" }),
    ]);
  });

  it("put goals added after the same one in the order of the request", () => {
    const after = (goal: string, title: string): GoalOperation => ({ op: "after", goal, title });
    expect(recorded(fold(...BASE), after("1", "x"), after("2", "y"), after("1", "z"))).toEqual([
      created("g1", "root", { index: 1, title: "x" }),
      created("g2", "root", { index: 3, title: "y" }),
      created("g3", "root", { index: 2, title: "z" }),
    ]);
  });

  it("reopen every closed goal above new work", () => {
    const closed = fold(
      ...BASE,
      ...["a1", "a2", "a"].map((goalId) => status(goalId, "completed", { summary: "s" })),
    );
    expect(recorded(closed, { op: "under", goal: "1.1", titles: ["x"] })).toEqual([
      status("a1", "in_progress"),
      status("a", "in_progress"),
      created("g1", "a1", { title: "x" }),
    ]);
    expect(recorded(closed, { op: "add", title: "x" })).toHaveLength(1);
  });

  it("do not reopen a closed task", () => {
    const closed = fold(...BASE, status("root", "completed"));
    expect(recorded(closed, { op: "add", title: "x" })).toHaveLength(1);
  });

  it("focus a goal and begin the pending goals above it", () => {
    expect(recorded(fold(...BASE), { op: "focus", goal: "1.1" })).toEqual([
      status("a1", "in_progress"),
      status("a", "in_progress"),
      focused("a1"),
    ]);
    const begun = fold(...BASE, status("a", "in_progress"), focused("a"));
    expect(recorded(begun, { op: "focus", goal: "1" })).toEqual([]);
    expect(recorded(begun, { op: "focus", goal: "1.2" })).toEqual([
      status("a2", "in_progress"),
      focused("a2"),
    ]);
  });

  it("complete a goal with a trimmed summary and leave a focus on other work alone", () => {
    const done: GoalOperation = { op: "done", goal: "1.1", summary: " found " };
    const completed = status("a1", "completed", { summary: "found" });
    expect(recorded(fold(...BASE, focused("b")), done)).toEqual([completed]);
    expect(recorded(fold(...BASE, focused("a2")), done)).toEqual([completed]);
  });

  it("move the focus from a closed goal, or from one above it, to the next open sibling", () => {
    const expected = [
      status("a1", "completed", { summary: "s" }),
      status("a2", "in_progress"),
      status("a", "in_progress"),
      focused("a2"),
    ];
    for (const focus of ["a1", "a", "root"])
      expect(recorded(fold(...BASE, focused(focus)), { op: "done", goal: "1.1", summary: "s" })).toEqual(
        expected,
      );
  });

  it("move the focus up when no open sibling follows", () => {
    const tree = fold(...BASE, status("a", "in_progress"), focused("a2"));
    expect(recorded(tree, { op: "done", goal: "1.2", summary: "s" })).toEqual([
      status("a2", "completed", { summary: "s" }),
      focused("a"),
    ]);
    const last = fold(goalCreated("a"), focused("a"));
    expect(recorded(last, { op: "done", goal: "1", summary: "s" })).toEqual([
      status("a", "completed", { summary: "s" }),
      focused("root"),
    ]);
  });

  it("complete the goals above the last open one, keep their summaries, and continue with the next goal", () => {
    const tree = fold(
      ...BASE,
      goalCreated("a11", "a1"),
      status("a2", "abandoned", { reason: "r" }),
      status("a1", "in_progress", { summary: "so far" }),
      focused("a11"),
    );
    expect(recorded(tree, { op: "done", goal: "1.1.1", summary: "s" })).toEqual([
      status("a11", "completed", { summary: "s" }),
      status("a1", "completed", { summary: "so far" }),
      status("a", "completed"),
      status("b", "in_progress"),
      focused("b"),
    ]);
  });

  it("do not complete a goal with a failed sub-goal, without a completed one, or that is closed already", () => {
    const done: GoalOperation = { op: "done", goal: "1.1", summary: "s" };
    const completed = status("a1", "completed", { summary: "s" });
    const elsewhere = [...BASE, focused("b")];
    expect(recorded(fold(...elsewhere, status("a2", "failed")), done)).toEqual([completed]);
    expect(recorded(fold(...elsewhere, status("a2", "pending")), done)).toEqual([completed]);
    const closed = fold(...elsewhere, status("a2", "completed"), status("a", "failed"));
    expect(recorded(closed, done)).toEqual([completed]);
    const abandon: GoalOperation = { op: "abandon", goal: "1.1", reason: " no " };
    expect(recorded(fold(...elsewhere, status("a2", "abandoned")), abandon)).toEqual([
      status("a1", "abandoned", { reason: "no" }),
    ]);
  });

  it("focus the task when it is closed and nothing else is open", () => {
    const tree = fold(goalCreated("a"), status("root", "completed"), focused("a"));
    expect(recorded(tree, { op: "done", goal: "1", summary: "s" })).toEqual([
      status("a", "completed", { summary: "s" }),
      focused("root"),
    ]);
  });

  it("abandon a goal with its open sub-goals and keep the results of the others", () => {
    const tree = fold(
      ...BASE,
      status("a1", "completed", { summary: "found" }),
      status("a2", "in_progress", { summary: "half" }),
      goalCreated("a21", "a2"),
    );
    expect(recorded(tree, { op: "abandon", goal: "1", reason: " wrong " })).toEqual([
      status("a", "abandoned", { reason: "wrong" }),
      status("a2", "abandoned", { summary: "half", reason: "wrong" }),
      status("a21", "abandoned", { reason: "wrong" }),
      status("b", "in_progress"),
      focused("b"),
    ]);
  });

  it("reword a goal without messages in place and abandon its sub-goals, which the new title replaces", () => {
    const tree = fold(...BASE, status("a", "in_progress"), focused("a2"));
    expect(recorded(tree, { op: "change", goal: "1", title: " Better ", reason: "r" })).toEqual([
      status("a1", "abandoned", { reason: "r" }),
      status("a2", "abandoned", { reason: "r" }),
      { op: "changed", goalId: "a", title: "Better", reason: "r" },
      focused("a"),
    ]);
    expect(recorded(fold(...BASE), { op: "change", goal: "1.1", title: " Better " })).toEqual([
      { op: "changed", goalId: "a1", title: "Better", reason: null },
    ]);
  });

  it("abandon a closed sub-goal too when its parent is reworded", () => {
    const tree = fold(...BASE, status("a1", "completed", { summary: "s" }));
    expect(recorded(tree, { op: "change", goal: "1", title: "Better" })).toEqual([
      status("a1", "abandoned", { summary: "s", reason: 'Replaced by "Better"' }),
      status("a2", "abandoned", { reason: 'Replaced by "Better"' }),
      { op: "changed", goalId: "a", title: "Better", reason: null },
    ]);
  });

  it("focus the nearest open goal when a closed one is reworded in focus", () => {
    const tree = fold(...BASE, status("a", "in_progress"), status("a1", "completed"), focused("a1"));
    expect(recorded(tree, { op: "change", goal: "1.1", title: "Better" }).at(-1)).toEqual(focused("a"));
  });

  it("replace a goal with messages in it or below it by a new one beside it", () => {
    for (const goalId of ["a1", "a11"]) {
      const tree = noteMessage(fold(...BASE, goalCreated("a11", "a1"), focused("b")), goalId, 5);
      expect(recorded(tree, { op: "change", goal: "1.1", title: " Better " })).toEqual([
        status("a1", "abandoned", { reason: 'Replaced by "Better"' }),
        status("a11", "abandoned", { reason: 'Replaced by "Better"' }),
        created("g1", "a", { index: 1, title: "Better" }),
      ]);
    }
  });

  it("move a focus within the replaced goal to its replacement", () => {
    const tree = noteMessage(fold(...BASE, status("a", "in_progress"), focused("a2")), "a2", 5);
    expect(recorded(tree, { op: "abandon", goal: "1", reason: "dead end", instead: "Other" })).toEqual([
      status("a", "abandoned", { reason: "dead end" }),
      status("a1", "abandoned", { reason: "dead end" }),
      status("a2", "abandoned", { reason: "dead end" }),
      created("g1", "root", { index: 1, title: "Other", reason: "dead end" }),
      status("g1", "in_progress"),
      focused("g1"),
    ]);
  });
});
