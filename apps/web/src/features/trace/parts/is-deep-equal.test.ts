import { applyEntry, deriveGraph } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { expect, it } from "vitest";
import { goalRows } from "../shell/goal-rows.ts";
import type { GoalRow } from "../shell/goal-rows.ts";
import { isDeepEqual } from "./is-deep-equal.ts";

const GOALS = 200;

function turn(sequence: number, goal: string): OutlineEntry {
  return { q: sequence, t: 0, g: goal, k: "assistant", d: "look", i: 9, o: 2, c: 0.1, m: 10, calls: [] };
}

it("keeps other plan rows equal when a live run appends to one goal", () => {
  const plan: OutlineEntry = {
    ...{ q: 1, t: 0, g: "root", k: "goals" },
    ops: Array.from({ length: GOALS }, (_, index) => ({
      op: "created" as const,
      goalId: `g${index}`,
      parentId: index < 4 ? "root" : `g${Math.floor(index / 4) - 1}`,
      ...{ index: index % 4, title: `goal ${index}`, reason: null, acceptance: [], dependsOn: [] },
    })),
  };
  const graph = deriveGraph("task", [plan, turn(2, "g7")]);
  const rows = (): readonly GoalRow[] => goalRows(graph, new Set());
  const before = rows();
  for (let sequence = 3; sequence < 9; sequence += 1) applyEntry(graph, turn(sequence, "g7"));
  const now = rows();
  expect(now).toHaveLength(GOALS + 1);
  const changed = now.filter((row, index) => !isDeepEqual(row, before[index]));
  expect(changed.map((row) => row.id)).toEqual(["g7"]);
});

it("detects every visible difference", () => {
  const goal = { title: "a", tags: ["x"], totals: { calls: 1 }, marks: new Map([["error", 1]]) };
  expect(isDeepEqual(goal, structuredClone(goal))).toBe(true);
  for (const other of [
    { ...goal, title: "b" },
    { ...goal, tags: ["x", "y"] },
    { ...goal, totals: { calls: 2 } },
    { ...goal, totals: null },
    { title: "a", tags: ["x"] },
    { ...goal, marks: new Map([["error", 2]]) },
    { ...goal, marks: new Map([["retry", 1]]) },
    { ...goal, marks: {} },
  ])
    expect(isDeepEqual(goal, other)).toBe(false);
});
