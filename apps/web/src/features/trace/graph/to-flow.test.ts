import type { SkeletonEntry } from "@goaltrace/core/log";
import { deriveGraph, layoutGraph, windowOf } from "@goaltrace/core/graph";
import { describe, expect, it } from "vitest";
import { farWidth, openWidths, toFlowNodes, visibleBox, wirePath, wiresOf } from "./to-flow.ts";
import { zoomLevel } from "./zoom-level.ts";

/** A run with so many goals, each with one turn of two calls. */
function runOf(goals: number): readonly SkeletonEntry[] {
  const entries: SkeletonEntry[] = [{ q: 0, t: 0, g: "root", k: "begin", d: "task" }];
  const push = (entry: Record<string, unknown>) =>
    entries.push({ q: entries.length, t: 0, ...entry } as SkeletonEntry);
  push({
    g: "root",
    k: "goals",
    ops: Array.from({ length: goals }, (_, index) => ({
      op: "created",
      goalId: `g${index}`,
      parentId: index % 10 === 0 ? "root" : `g${index - (index % 10)}`,
      index: 0,
      title: `goal ${index}`,
      reason: null,
      acceptance: [],
      dependsOn: [],
    })),
  });
  for (let index = 0; index < goals; index += 1) {
    push({
      g: `g${index}`,
      k: "assistant",
      d: "look",
      i: 9,
      o: 2,
      c: 0.1,
      m: 10,
      calls: [`${index}a`, `${index}b`],
    });
    push({ g: `g${index}`, k: "tool", d: "ok", call: `${index}a`, name: "read_file", s: "ok", n: 4, m: 2 });
    push({ g: `g${index}`, k: "tool", d: "ok", call: `${index}b`, name: "read_file", s: "ok", n: 4, m: 2 });
  }
  return entries;
}
const none = { goal: null, sequence: null, tabStop: "root" };
const canvas = { width: 1400, height: 800 };

describe("to flow", () => {
  it("06 Speed · mounts at most 300 cards of a thousand goals at any scale", () => {
    const layout = layoutGraph(deriveGraph("task", runOf(1_000)));
    for (const zoom of [0.05, 0.3, 1, 2]) {
      const window = windowOf(layout, visibleBox({ x: -4_000, y: 0, zoom }, canvas));
      expect(toFlowNodes(window, none).length).toBeLessThanOrEqual(300);
    }
  });

  it("W2 · opening an edge moves no card sideways", () => {
    const graph = deriveGraph("task", runOf(6));
    const all = { x: 0, y: 0, width: 9_000, height: 9_000 };
    const xs = (open: readonly { id: string }[]) =>
      toFlowNodes(windowOf(layoutGraph(graph, { openEdges: open }), all), none).map((node) => [
        node.id,
        node.position.x,
      ]);
    expect(xs([{ id: "g1" }, { id: "g4" }])).toEqual(xs([]));
  });

  it("D1 · marks the card of the selected goal, and the one that holds the selected entry", () => {
    const window = windowOf(layoutGraph(deriveGraph("task", runOf(2))), {
      x: 0,
      y: 0,
      width: 9_000,
      height: 900,
    });
    const of = (sequence: number | null) =>
      toFlowNodes(window, { goal: "g1", sequence, tabStop: "g1" }).map((node) => node.data.selection);
    expect(of(null).filter((one) => one !== "none")).toEqual(["selected"]);
    expect(of(5).filter((one) => one !== "none")).toEqual(["holds"]);
  });

  it("D2 · draws wires through their corners, rounded, and widens open edges only into free room", () => {
    expect(
      wirePath([
        { x: 0, y: 0 },
        { x: 20, y: 0 },
      ]),
    ).toBe("M0 0L20 0");
    expect(
      wirePath([
        { x: 0, y: 0 },
        { x: 20, y: 0 },
        { x: 20, y: 40 },
      ]),
    ).toBe("M0 0L12 0Q20 0 20 8L20 40");
    const graph = deriveGraph("task", runOf(4));
    const layout = layoutGraph(graph, { openEdges: [{ id: "g1" }, { id: "g2" }] });
    const widths = [
      ...openWidths(wiresOf(windowOf(layout, { x: 0, y: 0, width: 9_000, height: 900 }))).values(),
    ];
    expect(widths).toHaveLength(2);
    expect(Math.min(...widths)).toBeLessThan(272);
    expect(Math.max(...widths)).toBe(520);
  });

  it("D3 · has three levels with fixed borders, and wires as wide as their work", () => {
    expect([0.44, 0.45, 1.4, 1.41].map(zoomLevel)).toEqual(["far", "middle", "middle", "near"]);
    expect([farWidth(0), farWidth(1_000_000), farWidth(10_000_000)]).toEqual([1.5, 5, 5]);
  });
});
