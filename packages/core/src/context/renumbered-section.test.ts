import fc from "fast-check";
import { expect, it } from "vitest";
import { applyWithNumbers, createGoalNumbers, forgetNumbers } from "../goals/goal-numbers.ts";
import { createGoalTree } from "../goals/goal-tree.ts";
import type { GoalChange, GoalTree } from "../goals/goal.ts";
import { numberGoals } from "../goals/number-goals.ts";
import { goalCreated } from "../testing/goal-operations.ts";
import { RENUMBERED_TOKENS } from "../tunables.ts";
import { renumberedSection } from "./renumbered-section.ts";

const count = (text: string): number => Math.ceil(text.length / 4);
const abandon = (goalId: string): GoalChange => ({
  ...{ op: "status", goalId, status: "abandoned", summary: null, reason: "hopeless" },
});

/** Changes of a plan: a goal under one of the goals, at a position, or the end of one. */
const changes = fc.array(
  fc.record({
    abandons: fc.boolean(),
    goal: fc.nat(30),
    index: fc.nat(4),
    /** True if everything before is folded after this change. */
    folds: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
  }),
  { maxLength: 40 },
);

/** Plays changes of a plan; returns what the model can still read of numbers, and what the tail says. */
function play(steps: readonly { abandons: boolean; goal: number; index: number; folds: boolean }[]): {
  readonly tree: GoalTree;
  readonly readable: readonly (readonly [string, string])[];
  readonly section: string;
} {
  const numbers = createGoalNumbers();
  let tree = createGoalTree("task");
  let readable: (readonly [string, string])[] = [];
  for (const [sequence, { abandons, goal, index, folds }] of steps.entries()) {
    const ids = [...tree.goals.keys()];
    const target = ids[goal % ids.length] ?? "root";
    const operation =
      abandons && target !== "root" ? abandon(target) : { ...goalCreated(`g${sequence}`, target), index };
    tree = applyWithNumbers(numbers, tree, { operations: [operation], sequence });
    if (folds) {
      forgetNumbers(numbers, sequence);
      readable = [];
    }
    readable.push(...[...numberGoals(tree)].map(([goalId, number]) => [number, goalId] as const));
  }
  return { tree, readable, section: renumberedSection(tree, new Set(numbers.changed.keys()), count) };
}

it("restates every number that the model can read and that names another goal now", () => {
  fc.assert(
    fc.property(changes, (steps) => {
      const { tree, readable, section } = play(steps);
      const current = new Map([...numberGoals(tree)].map(([goalId, number]) => [number, goalId]));
      const lines = section.split("\n");
      const isVoid = section.includes("is void");
      for (const [number, goalId] of readable) {
        const now = current.get(number);
        if (now === undefined || now === goalId || isVoid) continue;
        expect(lines).toContain(`${number} ${tree.goals.get(now)?.title ?? ""}`);
      }
    }),
    { numRuns: 300 },
  );
});

it("is empty while no number has changed, and after the messages with earlier numbers are folded", () => {
  const add = { abandons: false, goal: 0, index: 9, folds: false };
  expect(play([add, add, add]).section).toBe("");
  expect(play([add, add, { ...add, abandons: true, goal: 1 }]).section).toContain("1 g1");
  expect(play([add, add, { ...add, abandons: true, goal: 1, folds: true }]).section).toBe("");
});

it("declares earlier numbers void when the goals do not fit", () => {
  let tree = createGoalTree("task");
  const numbers = createGoalNumbers();
  const operations = Array.from({ length: 400 }, (_, index) => ({
    ...goalCreated(`g${index}`, "root", { title: `A goal with a long title, number ${index}` }),
    index,
  }));
  tree = applyWithNumbers(numbers, tree, { operations, sequence: 1 });
  tree = applyWithNumbers(numbers, tree, { operations: [abandon("g0")], sequence: 2 });
  const section = renumberedSection(tree, new Set(numbers.changed.keys()), count);
  expect(section).toContain("\n1 A goal with a long");
  expect(section).toContain("is void");
  expect(count(section)).toBeLessThanOrEqual(RENUMBERED_TOKENS);
});
