import { deriveGraph, layoutStory, storyOf } from "@goaltrace/core/graph";
import type { Storyboard } from "@goaltrace/core/graph";
import { outlineLog } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { moveBox, readingOrder, selectedBox } from "./box-moves.ts";
import type { BoxMove } from "./box-moves.ts";

/** Works on goals in order: `child` under `parent`. */
function boardOf(goals: readonly (readonly [child: string, parent: string])[]): Storyboard {
  const log = outlineLog();
  for (const [child, parent] of goals) log.goal(child, parent);
  return layoutStory(storyOf(deriveGraph("task", log.entries)), { width: 808, distance: "cards" });
}

/** Three slots per line: a band of four, then one more result of the run. */
const BOARD = boardOf([
  ...([
    ["a", "root"],
    ["a1", "a"],
    ["a2", "a"],
    ["a3", "a"],
    ["a4", "a"],
  ] as const),
  ["b", "root"],
]);

const move = (from: string | null, by: BoxMove): string | null => moveBox(BOARD, from, by)?.id ?? null;

describe("moves in the graph", () => {
  it("reads boxes in the order of first work", () => {
    expect(readingOrder(BOARD).map(({ id }) => id)).toEqual(["root", "a", "a1", "a2", "a3", "a4", "b"]);
  });

  it("steps through results over the ends of lines and bands", () => {
    expect(["a3", "a4"].map((id) => move(id, "next"))).toEqual(["a4", "b"]);
    expect(["a4", "a1"].map((id) => move(id, "previous"))).toEqual(["a3", null]);
    expect(move("b", "next")).toBeNull();
  });

  it("goes to the nearest slot of the line above and below, headers included", () => {
    expect([move("a2", "down"), move("a4", "up"), move("a1", "up"), move("a", "up")]).toEqual([
      ...["a4", "a1", "a", "root"],
    ]);
    expect(move("root", "up")).toBeNull();
  });

  it("goes to the header above and to the first result below", () => {
    expect([move("a2", "header"), move("a", "header"), move("b", "header")]).toEqual(["a", "root", "root"]);
    expect([move("a", "child"), move("root", "child"), move("a1", "child")]).toEqual(["a1", "a", null]);
  });

  it("starts at the card of the selected goal, or of the goal of the selected step", () => {
    expect(selectedBox(BOARD, { goal: "a3", sequence: null })).toBe("a3");
    expect(selectedBox(BOARD, { goal: "a3", sequence: 4 })).toBe("a3");
    expect(selectedBox(BOARD, { goal: null, sequence: null })).toBeNull();
  });

  it("begins at the first box, and jumps to both ends", () => {
    expect([move(null, "next"), move("a2", "first")]).toEqual(["root", "root"]);
    expect([move(null, "last"), move("a2", "last")]).toEqual(["b", "b"]);
  });
});
