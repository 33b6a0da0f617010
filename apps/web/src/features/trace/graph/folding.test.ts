import { deriveGraph } from "@goaltrace/core/graph";
import type { Graph } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { goalCreated } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { INITIAL_VIEW } from "../state/url-state.ts";
import type { ViewState } from "../state/url-state.ts";
import { foldedGoals, foldingChanges, openEdges, toggleFolding, toggleOpen } from "./folding.ts";

/** a > b > c, and d > e > f with a failed f: two levels below the root have sub-goals. */
function buildGraph(): Graph {
  const parents = { a: "root", b: "a", c: "b", d: "root", e: "d", f: "e" };
  const created = Object.entries(parents).map(([goalId, parentId]) => goalCreated(goalId, parentId));
  const failed = { op: "status", goalId: "f", status: "failed", summary: null, reason: "no" } as const;
  const entries: OutlineEntry[] = [
    { q: 1, t: 0, g: "root", k: "goals", ops: [...created, failed] },
    { q: 2, t: 0, g: "root", k: "end", status: "failed", d: "" },
  ];
  return deriveGraph("task", entries);
}
const view = (change: Partial<ViewState>): ViewState => ({ ...INITIAL_VIEW, ...change });

describe("folding", () => {
  it("starts with two levels and the path to failed goals", () => {
    expect([...foldedGoals(buildGraph(), view({}))]).toEqual(["b"]);
  });

  it("unfolds the ancestors of a selection until the selection changes", () => {
    const graph = buildGraph();
    expect([...foldedGoals(graph, view({ goal: "c" }))]).toEqual([]);
    expect([...foldedGoals(graph, view({ goal: "a" }))]).toEqual(["b"]);
  });

  it("stores only the differences from the initial folding, so that links stay short", () => {
    const graph = buildGraph();
    const unfolded = view(toggleFolding(graph, view({}), "b"));
    expect([unfolded.folded, [...foldedGoals(graph, unfolded)]]).toEqual([["b"], []]);
    expect(toggleFolding(graph, unfolded, "b").folded).toEqual([]);
    expect(foldingChanges(graph, ["a"])).toEqual(["a", "b"]);
    expect([...foldedGoals(graph, view({ folded: foldingChanges(graph, ["a"]) }))]).toEqual(["a"]);
  });

  it("selects a goal when it is folded around the selection", () => {
    expect(toggleFolding(buildGraph(), view({ goal: "c", sequence: 4 }), "a")).toEqual({
      folded: ["a"],
      goal: "a",
      sequence: null,
    });
  });

  it("opens the edge of a selected entry and closes it with the entry", () => {
    expect(openEdges(view({ goal: "a", sequence: 3 }))).toEqual(["a"]);
    expect(openEdges(view({ goal: "a" }))).toEqual([]);
    expect(toggleOpen(view({ goal: "a", sequence: 3 }), "a")).toEqual({ open: [], sequence: null });
    expect(toggleOpen(view({ open: ["b"] }), "a")).toEqual({ open: ["b", "a"] });
  });
});
