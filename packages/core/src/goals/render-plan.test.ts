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
const titled = (goalId: string, title: string) => goalCreated(goalId, "root", { title });
const FOCUS_A = { op: "focused", goalId: "a" } as const;
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

  it("renders nothing without a plan or without room for a single line", () => {
    expect(renderPlan(createGoalTree("task"), { maxTokens: 100, count })).toBe("");
    const focused = applyGoalOperation(goal(createGoalTree("task"), "a", "root"), FOCUS_A);
    expect(renderPlan(focused, { maxTokens: 5, count })).toBe("1 [in focus] Title a");
    expect(renderPlan(focused, { maxTokens: 4, count })).toBe("");
  });

  it("shows the whole first level, with results, while no goal is in focus", () => {
    let tree = createGoalTree("task");
    for (const id of ["a", "b", "c", "d", "e", "f"]) tree = goal(tree, id, "root");
    for (const id of ["b1", "b2", "b3", "b4"]) tree = goal(tree, id, "b");
    for (const [id, value] of [
      ["a", "completed"],
      ["b1", "completed"],
      ["b2", "failed"],
      ["b3", "abandoned"],
      ["b4", "in_progress"],
      ["c", "failed"],
      ["d", "in_progress"],
      ["f", "abandoned"],
    ] as const)
      tree = status(tree, id, value, id === "a" ? " Found\n\n it " : null);
    expect(renderPlan(tree, { maxTokens: 500, count }).split("\n")).toEqual([
      "1 [done] Title a: Found it",
      "2 [to do] Title b (1 of 3 done, 1 failed)",
      "3 [failed] Title c",
      "4 [in progress] Title d",
      "5 [to do] Title e",
      "(2 abandoned goals left out)",
      "No goal is in focus.",
    ]);
  });

  it("shows the criteria and sub-goals of the goal in focus, and neither reasons nor criteria of others", () => {
    const wanted = { reason: "why", acceptance: ["it runs", "it is fast"] };
    let tree = createGoalTree("task");
    tree = applyGoalOperation(tree, { ...goalCreated("a"), ...wanted });
    tree = applyGoalOperation(tree, { ...goalCreated("b"), ...wanted });
    tree = applyGoalOperation(tree, goalCreated("b1", "b"));
    tree = applyGoalOperation(tree, { op: "focused", goalId: "b" });
    expect(renderPlan(tree, { maxTokens: 500, count }).split("\n")).toEqual([
      "1 [to do] a",
      "2 [in focus] b",
      "  Why: why",
      "  Done when: it runs",
      "  Done when: it is fast",
      "2.1 [to do] b1",
    ]);
  });

  it("shows goals in focus below an abandoned one, which have no number", () => {
    let tree = createGoalTree("task");
    for (const [id, parentId] of [
      ["a", "root"],
      ["a1", "a"],
    ] as const)
      tree = applyGoalOperation(tree, goalCreated(id, parentId));
    tree = applyGoalOperation(status(tree, "a", "abandoned"), { op: "focused", goalId: "a1" });
    expect(renderPlan(tree, { maxTokens: 500, count }).split("\n")).toEqual([
      " [abandoned] a",
      " [in focus] a1",
      "(1 abandoned goal left out)",
    ]);
  });

  it("does not count tokens of a text that is far too long", () => {
    const tree = (title: string): GoalTree => applyGoalOperation(createGoalTree("task"), titled("a", title));
    const free = { maxTokens: 3, count: () => 3 };
    const line = (title: string): string => `1 [to do] ${title}\nNo goal is in focus.`;
    const fitting = "x".repeat(48 - line("").length);
    expect(renderPlan(tree(fitting), free)).toBe(line(fitting));
    expect(renderPlan(tree(`${fitting}x`), free)).toBe("No goal is in focus.");
  });
});

describe("a plan in less detail", () => {
  /** Accepts the text of the last detail, or the single line that is tried after it. */
  const renderAs = (tree: GoalTree, form: "last detail" | "single line"): readonly string[] => {
    let refused = form === "last detail" ? 4 : 5;
    const text = renderPlan(tree, { maxTokens: 1_000, count: () => ((refused -= 1) < 0 ? 0 : Infinity) });
    return text.split("\n");
  };
  const add = (tree: GoalTree, parentId: string, ...ids: readonly string[]): GoalTree =>
    ids.reduce((grown, id) => applyGoalOperation(grown, goalCreated(id, parentId)), tree);
  const focus = (tree: GoalTree, goalId: string): GoalTree =>
    applyGoalOperation(tree, { op: "focused", goalId });

  it("keeps the siblings next to the path and counts the others", () => {
    let tree = add(createGoalTree("task"), "root", "a", "b", "c", "d", "e", "f");
    tree = add(tree, "c", "c1", "c2", "c3", "c4", "c5");
    tree = add(tree, "c3", "x", "y", "z");
    tree = status(status(tree, "a", "completed"), "e", "failed");
    tree = focus(tree, "c3");
    expect(renderAs(tree, "last detail")).toEqual([
      "… 1 earlier: 1 of 1 done",
      "2 [to do] b",
      "3 [to do] c",
      "… 1 earlier: 0 of 1 done",
      "3.2 [to do] c2",
      "3.3 [in focus] c3",
      "3.3.1 [to do] x",
      "… 2 more: 0 of 2 done",
      "3.4 [to do] c4",
      "… 1 more: 0 of 1 done",
      "4 [to do] d",
      "… 2 more: 0 of 2 done, 1 failed",
    ]);
  });

  it("folds the levels far above the focus into one line, without siblings of the first level shown", () => {
    let tree = add(createGoalTree("task"), "root", "a", "b", "c");
    tree = add(tree, "b", "b1", "b2", "b3");
    tree = add(tree, "b2", "x", "y", "z");
    tree = add(tree, "y", "y1", "y2", "y3");
    const folded = ["2.2.2 [to do] y", "2.2.2.1 [to do] y1", "2.2.2.2 [in focus] y2", "2.2.2.3 [to do] y3"];
    expect(renderAs(focus(tree, "y2"), "last detail")).toEqual(["… 2 levels between", ...folded]);
    expect(renderAs(focus(tree, "b2"), "last detail").slice(0, 2)).toEqual(["1 [to do] a", "2 [to do] b"]);
  });

  it("cuts texts visibly and joins their lines", () => {
    let tree = applyGoalOperation(createGoalTree("task"), titled("a", "x".repeat(30)));
    tree = applyGoalOperation(tree, {
      ...titled("b", "y".repeat(60)),
      ...{ reason: "z".repeat(61), acceptance: [` one\n\n two ${"z".repeat(60)}`, "three"] },
    });
    tree = applyGoalOperation(tree, titled("c", "x".repeat(31)));
    tree = status(tree, "a", "completed", "s".repeat(31));
    expect(renderAs(focus(tree, "b"), "last detail")).toEqual([
      `1 [done] ${"x".repeat(30)}: ${"s".repeat(29)}…`,
      `2 [in focus] ${"y".repeat(60)}`,
      `  Why: ${"z".repeat(59)}…`,
      `  Done when: one two ${"z".repeat(51)}…`,
      `3 [to do] ${"x".repeat(29)}…`,
    ]);
  });

  it("names only the goal in focus when nothing else fits", () => {
    const tree = applyGoalOperation(createGoalTree("task"), titled("a", "x".repeat(41)));
    expect(renderAs(focus(tree, "a"), "single line")).toEqual([`1 [in focus] ${"x".repeat(39)}…`]);
    expect(renderAs(tree, "single line")).toEqual(["No goal is in focus."]);
    expect(renderAs({ ...tree, focusId: "unknown" }, "single line")).toEqual(["No goal is in focus."]);
  });

  it("shortens the number of a very deep goal at its start", () => {
    let tree = add(createGoalTree("task"), "root", ..."123456789", "d0");
    for (let depth = 1; depth <= 40; depth += 1) tree = add(tree, `d${depth - 1}`, `d${depth}`);
    const number = `10${".1".repeat(39)}`;
    expect(number).toHaveLength(80);
    expect(renderAs(focus(tree, "d39"), "single line")).toEqual([`${number} [in focus] d39`]);
    expect(renderAs(focus(tree, "d40"), "single line")).toEqual([
      `…${`${number}.1`.slice(-80)} [in focus] d40`,
    ]);
  });
});
