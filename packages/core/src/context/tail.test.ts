import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyWithNumbers, createGoalNumbers } from "../goals/goal-numbers.ts";
import { applyGoalOperation, createGoalTree } from "../goals/goal-tree.ts";
import type { GoalChange, GoalStatus, GoalTree } from "../goals/goal.ts";
import { numberGoals } from "../goals/number-goals.ts";
import { tailPrompt } from "../prompts/generated/tail.ts";
import { goalCreated } from "../testing/goal-operations.ts";
import { renderTail } from "./tail.ts";

const tokenizer = { count: (text: string): number => Math.ceil(text.length / 4) };
const fixed = { todos: [], notes: [], stepsLeft: null, tokenizer };
const status = (goalId: string, value: GoalStatus, summary: string | null = null): GoalChange => ({
  ...{ op: "status", goalId, status: value, summary, reason: "why" },
});
const change = (tree: GoalTree, ...operations: readonly GoalChange[]): GoalTree =>
  operations.reduce(applyGoalOperation, tree);
const compacted = change(
  createGoalTree("task"),
  ...["a", "b", "c", "d"].map((id) => goalCreated(id)),
  status("a", "in_progress"),
  { op: "focused", goalId: "a" },
);
const planLines = (
  goals: GoalTree,
  fields: Partial<Parameters<typeof renderTail>[0]> = {},
): readonly string[] =>
  (renderTail({ ...fixed, goals, compactedGoals: compacted, ...fields }) ?? "")
    .split("<plan>\n")[1]
    ?.split("\n</plan>")[0]
    ?.split("\n") ?? [];

describe("renderTail after a compaction that lists the plan", () => {
  it("shows the goal in focus and what has changed since", () => {
    expect(planLines(compacted)).toEqual(["1 [in focus] a", tailPrompt.unchanged]);
    const now = change(
      compacted,
      status("a", "completed", "Found it"),
      { op: "focused", goalId: "b" },
      status("b", "in_progress"),
      status("d", "abandoned"),
      goalCreated("b1", "b"),
    );
    expect(planLines(now)).toEqual([
      "2 [in focus] b",
      "1 [done] a: Found it",
      "[abandoned] d",
      "2.1 [to do] b1",
      tailPrompt.unchanged,
    ]);
  });

  it("says that no goal is in focus", () => {
    const now = change(compacted, { op: "focused", goalId: "root" });
    expect(planLines(now)).toEqual(["No goal is in focus.", tailPrompt.unchanged]);
  });

  it("shows the whole plan where none is listed, where numbers have changed, and where the changes do not fit", () => {
    const whole = ["1 [in focus] a", "2 [to do] b", "3 [to do] c", "4 [to do] d"];
    expect(planLines(compacted, { compactedGoals: null })).toEqual(whole);
    expect(planLines(compacted, { renumbered: new Set(["b"]) })).toEqual(whole);
    const long = change(
      compacted,
      ...Array.from({ length: 60 }, (_, index) =>
        goalCreated(`g${index}`, "root", { title: "t".repeat(90) }),
      ),
    );
    expect(planLines(long)).not.toContain(tailPrompt.unchanged);
  });

  it("always shows the current plan when a listed number names another goal", () => {
    const steps = fc.array(fc.record({ abandons: fc.boolean(), goal: fc.nat(20), index: fc.nat(4) }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(steps, (played) => {
        const numbers = createGoalNumbers();
        let goals = compacted;
        for (const [sequence, { abandons, goal, index }] of played.entries()) {
          const ids = [...goals.goals.keys()];
          const target = ids[goal % ids.length] ?? "root";
          const operation =
            abandons && target !== "root"
              ? status(target, "abandoned")
              : { ...goalCreated(`g${sequence}`, target), index };
          goals = applyWithNumbers(numbers, goals, { operations: [operation], sequence });
        }
        const now = new Map([...numberGoals(goals)].map(([goalId, number]) => [number, goalId]));
        const isStale = [...numberGoals(compacted)].some(
          ([goalId, number]) => now.has(number) && now.get(number) !== goalId,
        );
        const lines = planLines(goals, { renumbered: new Set(numbers.changed.keys()) });
        if (isStale) expect(lines).not.toContain(tailPrompt.unchanged);
      }),
    );
  });
});
