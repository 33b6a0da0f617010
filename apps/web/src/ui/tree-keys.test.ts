import { describe, expect, it } from "vitest";
import { treeMove } from "./tree-keys.ts";
import type { TreeRow } from "./tree-keys.ts";

const row = (id: string, level: number, expanded: boolean | null): TreeRow => ({
  id,
  level,
  expanded,
  position: 1,
  siblings: 1,
});

const ROWS = [row("1", 1, true), row("1.1", 2, null), row("1.2", 2, false), row("2", 1, true)];

describe("treeMove", () => {
  it.each([
    ["1", "ArrowDown", { kind: "focus", id: "1.1" }],
    ["1", "ArrowUp", null],
    ["2", "ArrowDown", null],
    ["1.1", "End", { kind: "focus", id: "2" }],
    ["2", "Home", { kind: "focus", id: "1" }],
    ["1", "ArrowRight", { kind: "focus", id: "1.1" }],
    ["1.2", "ArrowRight", { kind: "toggle", id: "1.2" }],
    ["1.1", "ArrowRight", null],
    ["2", "ArrowRight", null],
    ["1", "ArrowLeft", { kind: "toggle", id: "1" }],
    ["1.2", "ArrowLeft", { kind: "focus", id: "1" }],
    ["1.1", "Enter", { kind: "select", id: "1.1" }],
    ["1", " ", { kind: "toggle", id: "1" }],
    ["1.1", " ", { kind: "select", id: "1.1" }],
    ["1", "x", null],
    [null, "ArrowDown", { kind: "focus", id: "1.1" }],
    ["gone", "Enter", { kind: "select", id: "1" }],
  ])("on row %s, %s gives %o", (focusedId, key, move) => {
    expect(treeMove(ROWS, focusedId, key)).toEqual(move);
  });

  it("does nothing in an empty tree", () => {
    expect(treeMove([], null, "ArrowDown")).toBeNull();
  });
});
