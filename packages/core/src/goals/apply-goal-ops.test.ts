import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolveGoalOperations } from "./apply-goal-ops.ts";
import { applyGoalOperation, createGoalTree, isOpen, noteMessage } from "./goal-tree.ts";
import type { GoalOperation, GoalTree } from "./goal.ts";
import { numberGoals } from "./number-goals.ts";

const counter = () => {
  let count = 0;
  return { next: () => `g${(count += 1)}` };
};

/** Applies each list as one call; throws with the message of the first rejected call. */
function plan(...calls: GoalOperation[][]): { tree: GoalTree; ids: { next(): string } } {
  const ids = counter();
  let tree = createGoalTree("task");
  for (const operations of calls) {
    const resolved = resolveGoalOperations(tree, operations, { ids });
    if (!resolved.ok) throw new Error(resolved.message);
    tree = resolved.tree;
  }
  return { tree, ids };
}

const add = (title: string): GoalOperation => ({ op: "add", title });
const listGoals = (tree: GoalTree) =>
  [...numberGoals(tree)].map(
    ([id, number]) => `${number} ${tree.goals.get(id)?.title} ${tree.goals.get(id)?.status}`,
  );
const focusTitle = (tree: GoalTree) => tree.goals.get(tree.focusId)?.title;

describe("resolveGoalOperations", () => {
  it("moves focus to the next open sibling after done, otherwise to the parent", () => {
    const { tree } = plan(
      [add("A"), add("B")],
      [{ op: "under", goal: "1", titles: ["A1", "A2", "A3"] }],
      [
        { op: "focus", goal: "1.1" },
        { op: "done", goal: "1.1", summary: "found" },
      ],
    );
    expect(focusTitle(tree)).toBe("A2");
    const last = resolveGoalOperations(
      tree,
      [
        { op: "focus", goal: "1.3" },
        { op: "done", goal: "1.3", summary: "s" },
      ],
      { ids: counter() },
    );
    expect(last.ok && focusTitle(last.tree)).toBe("A");
  });

  it("completes a parent whose children are closed and moves on to its sibling", () => {
    const { tree } = plan(
      [add("A"), add("B")],
      [
        { op: "under", goal: "1", titles: ["A1", "A2"] },
        { op: "focus", goal: "1" },
      ],
      [
        { op: "done", goal: "1.1", summary: "s" },
        { op: "abandon", goal: "1.2", reason: "not needed" },
      ],
    );
    expect(listGoals(tree)).toEqual(["1 A completed", "1.1 A1 completed", "2 B in_progress"]);
    expect(focusTitle(tree)).toBe("B");
  });

  it("resolves all numbers of a call against the plan before it", () => {
    const { tree } = plan(
      [add("A"), add("B"), add("C")],
      [
        { op: "abandon", goal: "1", reason: "wrong" },
        { op: "done", goal: "2", summary: "s" },
        { op: "after", goal: "2", title: "B2" },
        { op: "after", goal: "2", title: "B3" },
      ],
    );
    expect(listGoals(tree)).toEqual(["1 B completed", "2 B2 pending", "3 B3 pending", "4 C in_progress"]);
  });

  it("changes a goal without messages in place", () => {
    const { tree } = plan([add("A")], [{ op: "change", goal: "1", title: "Better" }]);
    expect(listGoals(tree)).toEqual(["1 Better pending"]);
    expect(tree.goals.size).toBe(2);
  });

  it("abandons a goal with messages and adds the new branch next to it", () => {
    const { tree, ids } = plan([add("A"), add("B")], [{ op: "focus", goal: "1" }]);
    const worked = noteMessage(tree, tree.focusId, 7);
    const resolved = resolveGoalOperations(
      worked,
      [{ op: "abandon", goal: "1", reason: "dead end", instead: "Other way" }],
      { ids },
    );
    expect(resolved.ok && listGoals(resolved.tree)).toEqual(["1 Other way in_progress", "2 B pending"]);
    expect(resolved.ok && resolved.tree.goals.get(worked.focusId)).toMatchObject({
      status: "abandoned",
      abandonReason: "dead end",
    });
    expect(resolved.ok && resolved.tree.children.get("root")?.length).toBe(3);
  });

  it("reopens a closed parent when work is added below it", () => {
    const { tree } = plan(
      [add("A")],
      [{ op: "under", goal: "1", titles: ["A1"] }],
      [{ op: "done", goal: "1.1", summary: "s" }],
      [{ op: "after", goal: "1.1", title: "A2" }],
    );
    expect(listGoals(tree)).toEqual(["1 A in_progress", "1.1 A1 completed", "1.2 A2 pending"]);
  });
});

const reference = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.option(fc.integer({ min: 1, max: 3 })))
  .map(([top, sub]) => (sub === null ? `${top}` : `${top}.${sub}`));
const operation: fc.Arbitrary<GoalOperation> = fc.oneof(
  fc.constant(add("new")),
  reference.map((goal): GoalOperation => ({ op: "after", goal, title: "after" })),
  reference.map((goal): GoalOperation => ({ op: "under", goal, titles: ["x", "y"] })),
  reference.map((goal): GoalOperation => ({ op: "done", goal, summary: "s" })),
  reference.map((goal): GoalOperation => ({ op: "abandon", goal, reason: "r" })),
  reference.map((goal): GoalOperation => ({ op: "abandon", goal, reason: "r", instead: "other" })),
  reference.map((goal): GoalOperation => ({ op: "focus", goal })),
  reference.map((goal): GoalOperation => ({ op: "change", goal, title: "changed" })),
);

describe("laws of the plan", () => {
  it("keeps numbers consecutive, the focus open and closed goals without open work, and folds to the same plan", () => {
    const calls = fc.array(
      fc.record({ operations: fc.array(operation, { minLength: 1, maxLength: 3 }), message: fc.boolean() }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(calls, (sequence) => {
        const ids = counter();
        let tree = createGoalTree("task");
        let folded = createGoalTree("task");
        for (const [index, { operations, message }] of sequence.entries()) {
          const resolved = resolveGoalOperations(tree, operations, { ids });
          if (!resolved.ok) continue;
          tree = resolved.tree;
          for (const recorded of resolved.operations) folded = applyGoalOperation(folded, recorded);
          if (message) {
            tree = noteMessage(tree, tree.focusId, index);
            folded = noteMessage(folded, folded.focusId, index);
          }
          expectLaws(tree);
        }
        expect([...folded.goals]).toEqual([...tree.goals]);
        expect([...folded.children]).toEqual([...tree.children]);
        expect(folded.focusId).toBe(tree.focusId);
      }),
      { numRuns: 200 },
    );
  });
});

function expectLaws(tree: GoalTree): void {
  const next = new Map<string, number>();
  for (const number of numberGoals(tree).values()) {
    const parts = number.split(".");
    const last = Number(parts.pop());
    const parent = parts.join(".");
    expect(last).toBe((next.get(parent) ?? 0) + 1);
    next.set(parent, last);
  }
  expect(isOpen(tree.goals.get(tree.focusId)?.status ?? "failed")).toBe(true);
  for (const goal of tree.goals.values()) {
    const parent = goal.parentId === null ? undefined : tree.goals.get(goal.parentId);
    if (parent !== undefined && isOpen(goal.status)) expect(isOpen(parent.status)).toBe(true);
  }
}
