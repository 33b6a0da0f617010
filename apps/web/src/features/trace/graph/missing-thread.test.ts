import { deriveGraph, layoutStory, storyOf } from "@goaltrace/core/graph";
import type { WireRow } from "@goaltrace/core/graph";
import type { GoalChange } from "@goaltrace/core/goals";
import type { OutlineEntry } from "@goaltrace/core/log";
import { describe, expect, it } from "vitest";
import { goalOfSeam, missingThread, seamBefore } from "./missing-thread.ts";

const SEAM = 4;
const created = (goalId: string, parentId: string, index: number): GoalChange => ({
  ...{ op: "created", goalId, parentId, index, title: goalId, reason: null },
  ...{ acceptance: [], dependsOn: [] },
});
const call = (q: number, g: string, id: string, s: "ok" | "error" = "ok"): readonly OutlineEntry[] => [
  { ...{ q, t: q, g, k: "assistant", d: "", i: 0, o: 0, c: 0, m: 0 }, calls: [id] },
  { ...{ q: q + 1, t: q + 1, g, k: "tool", d: "", call: id, name: "run", s }, n: 1, m: 1 },
];
const LOG: readonly OutlineEntry[] = [
  {
    ...{ q: 1, t: 1, g: "root", k: "goals" },
    ops: [
      created("first", "root", 0),
      created("one", "first", 0),
      created("second", "root", 1),
      created("two", "second", 0),
    ],
  },
  ...call(2, "one", "a"),
  { q: SEAM, t: SEAM, g: "one", k: "compacted", layer: "summarise", n: 3, before: 900, after: 100 },
  ...call(5, "two", "b", "error"),
];
const graph = deriveGraph("task", LOG);
const boardAt = (width: number, shownAt: string): ReturnType<typeof layoutStory> =>
  layoutStory(storyOf(graph), {
    ...{ width, distance: "cards" },
    verdict: { goalId: shownAt, height: 132 },
  });
const seams = (x: number): WireRow["seams"] => [{ x, sequence: SEAM, before: 900, after: 100 }];
const wireOf = (): WireRow => ({
  ...{ radius: 2.4, band: null, beads: [], brackets: [], groups: [] },
  seams: seams(40),
});

describe("missingThread", () => {
  it("leads from the seam to the verdict below it, beside every text", () => {
    for (const width of [320, 808, 1160, 2000]) {
      const board = boardAt(width, "two");
      const points = missingThread(graph, board, { missing: SEAM, wireOf }) ?? [];
      const box = board.boxes.get("one");
      const verdict = board.boxes.get("verdict");
      expect(points[0]?.[0]).toBe((box?.x ?? 0) + 40);
      expect(points.at(-1)).toEqual([
        (verdict?.x ?? 0) + (verdict?.width ?? 0),
        (verdict?.y ?? 0) + (verdict?.height ?? 0) / 2,
      ]);
      // Below the card of the seam it runs where no box is.
      for (const [[x, y], [nextX, nextY]] of pairs(points.slice(1)))
        for (const other of board.boxes.values()) {
          const beside =
            Math.max(x, nextX) <= other.x ||
            Math.min(x, nextX) >= other.x + other.width ||
            Math.max(y, nextY) <= other.y ||
            Math.min(y, nextY) >= other.y + other.height;
          expect([width, other.id, beside]).toEqual([width, other.id, true]);
        }
    }
  });

  it("leads up where the verdict is above the line of the seam", () => {
    const board = boardAt(808, "one");
    const verdict = board.boxes.get("verdict");
    const points = missingThread(graph, board, { missing: SEAM, wireOf }) ?? [];
    expect(points).toHaveLength(2);
    expect(points[1]?.[1]).toBe((verdict?.y ?? 0) + (verdict?.height ?? 0));
  });

  it("is nowhere without the seam or the verdict on the board", () => {
    const without = layoutStory(storyOf(graph), { width: 808, distance: "cards" });
    expect(missingThread(graph, without, { missing: SEAM, wireOf })).toBeNull();
    expect(missingThread(graph, boardAt(808, "two"), { missing: 99, wireOf })).toBeNull();
  });
});

it("knows the goal of a compaction and whether one came before an entry", () => {
  expect([goalOfSeam(graph, SEAM), goalOfSeam(graph, 99)]).toEqual(["one", null]);
  expect([seamBefore(graph, SEAM + 1), seamBefore(graph, SEAM)]).toEqual([true, false]);
});

type Point = readonly [number, number];

function pairs(points: readonly Point[]): readonly (readonly [Point, Point])[] {
  return points.slice(1).map((point, index) => [points[index] ?? point, point] as const);
}
