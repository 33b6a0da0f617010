import { describe, expect, it } from "vitest";
import { applyGoalOperation, createGoalTree } from "./goal-tree.ts";
import type { GoalStatus, GoalTree } from "./goal.ts";
import { renderPlan } from "./render-plan.ts";
import { goalCreated } from "../testing/goal-operations.ts";

const count = (text: string) => Math.ceil(text.length / 4);

function goal(tree: GoalTree, goalId: string, parentId: string): GoalTree {
  const texts = { title: `Title ${goalId}`, reason: `Reason ${goalId}` };
  return applyGoalOperation(tree, goalCreated(goalId, parentId, texts));
}
const status = (tree: GoalTree, goalId: string, value: GoalStatus, summary: string | null = null) =>
  applyGoalOperation(tree, { op: "status", goalId, status: value, summary, reason: null });

describe("renderPlan", () => {
  it("shows the focus and its parents in full, siblings in one line, finished ones with their summary", () => {
    let tree = createGoalTree("task");
    for (const id of ["a", "b", "c"]) tree = goal(tree, id, "root");
    for (const id of ["b1", "b2", "b3"]) tree = goal(tree, id, "b");
    tree = goal(tree, "c1", "c");
    tree = status(status(status(tree, "a", "completed", "Found it"), "b", "in_progress"), "b1", "abandoned");
    tree = applyGoalOperation(tree, { op: "focused", goalId: "b2" });
    expect(renderPlan(tree, { maxTokens: 500, count }).split("\n")).toEqual([
      "1 [done] Title a: Found it",
      "2 [in progress] Title b",
      "  Why: Reason b",
      "2.1 [in focus] Title b2",
      "  Why: Reason b2",
      "2.2 [to do] Title b3",
      "3 [to do] Title c (0 of 1 done)",
      "(1 abandoned goal left out)",
    ]);
  });

  it("stays within its token limit for wide plans, deep plans and long texts", () => {
    let wide = createGoalTree("task");
    for (let index = 0; index < 2_000; index += 1)
      wide = status(goal(wide, `w${index}`, "root"), `w${index}`, "completed", "long ".repeat(500));
    wide = applyGoalOperation(wide, { op: "focused", goalId: "w1000" });
    let deep = createGoalTree("task");
    for (let index = 0; index < 2_000; index += 1)
      deep = goal(deep, `d${index}`, index === 0 ? "root" : `d${index - 1}`);
    deep = applyGoalOperation(deep, { op: "focused", goalId: "d1999" });
    for (const tree of [wide, deep]) {
      for (const maxTokens of [40, 200, 1_000]) {
        const text = renderPlan(tree, { maxTokens, count });
        expect(count(text)).toBeLessThanOrEqual(maxTokens);
        expect(text).toContain("[in focus]");
      }
    }
  });

  it("renders nothing without a plan", () => {
    expect(renderPlan(createGoalTree("task"), { maxTokens: 100, count })).toBe("");
  });
});
