import type { OutlineEntry } from "@goaltrace/core/log";
import { applyEntry, deriveGraph, layoutGraph, selectWindow } from "@goaltrace/core/graph";
import type { LayoutOptions } from "@goaltrace/core/graph";
import { goalCreated } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { farWidth, toFlowNodes, visibleBox, wirePath } from "./to-flow.ts";
import type { CardNode, CardSource } from "./to-flow.ts";
import { minimumZoom, stepZoom, zoomLevel } from "./zoom-level.ts";

/** Returns the outline of a run with this many goals, each with one turn of two calls. */
function buildRun(goals: number): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = [{ q: 0, t: 0, g: "root", k: "begin", d: "task" }];
  const push = (entry: Record<string, unknown>) =>
    entries.push({ q: entries.length, t: 0, ...entry } as OutlineEntry);
  push({
    g: "root",
    k: "goals",
    ops: Array.from({ length: goals }, (_, index) =>
      goalCreated(`g${index}`, index % 10 === 0 ? "root" : `g${index - (index % 10)}`, {
        index: 0,
        title: `goal ${index}`,
      }),
    ),
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
const run = { status: "completed" as const, focusId: "root", rootId: "root" };
const none = { goal: null, sequence: null, tabStop: "root" };
const canvas = { width: 1400, height: 800 };

function buildSource(goals: number, options: LayoutOptions = {}): CardSource {
  const graph = deriveGraph("task", buildRun(goals));
  return { graph, layout: layoutGraph(graph, options), run };
}
const everything = { x: 0, y: 0, width: 9_000, height: 9_000 };

describe("to flow", () => {
  it("mounts at most 300 of a thousand cards at any scale", () => {
    const source = buildSource(1_000);
    for (const zoom of [0.05, 0.3, 1, 2]) {
      const window = selectWindow(source.layout, visibleBox({ x: -4_000, y: 0, zoom }, canvas));
      expect(toFlowNodes(source, window, { selection: none }).length).toBeLessThanOrEqual(300);
    }
  });

  it("gives React Flow nothing to measure or search in a card", () => {
    const source = buildSource(20);
    const cards = toFlowNodes(source, selectWindow(source.layout, everything), { selection: none });
    expect(cards.length).toBeGreaterThan(10);
    for (const card of cards) {
      expect(card.measured).toEqual({ width: card.width, height: card.height });
      expect(card.handles).toEqual([]);
    }
  });

  it("moves no card sideways when an edge opens", () => {
    const xs = (open: readonly { id: string }[]) => {
      const source = buildSource(6, { openEdges: open });
      return toFlowNodes(source, selectWindow(source.layout, everything), { selection: none }).map((node) => [
        node.id,
        node.position.x,
      ]);
    };
    expect(xs([{ id: "g1" }, { id: "g4" }])).toEqual(xs([]));
  });

  it("marks the card of the selected goal, of the selected entry, and of the folded ancestor", () => {
    const of = (source: CardSource, goal: string, sequence: number | null) =>
      toFlowNodes(source, selectWindow(source.layout, everything), {
        selection: { goal, sequence, tabStop: goal },
      }).flatMap((node) => (node.data.selection === "none" ? [] : [[node.id, node.data.selection]]));
    expect(of(buildSource(2), "g1", null)).toEqual([["g1", "selected"]]);
    expect(of(buildSource(2), "g1", 5)).toEqual([["g1", "holds"]]);
    expect(of(buildSource(2, { collapsed: new Set(["g0"]) }), "g1", null)).toEqual([["g0", "holds"]]);
  });

  it("recreates only the card of a live entry", () => {
    const graph = deriveGraph("task", buildRun(20));
    const cards = (before: readonly CardNode[] = []) => {
      const source = { graph, layout: layoutGraph(graph), run };
      return toFlowNodes(source, selectWindow(source.layout, everything), { selection: none, before });
    };
    const before = cards();
    applyEntry(graph, {
      q: 900,
      t: 1,
      g: "g7",
      k: "assistant",
      d: "more",
      i: 1,
      o: 1,
      c: 0,
      m: 5,
      calls: [],
    });
    const after = cards(before);
    expect(after.filter((node, index) => node !== before[index]).map((node) => node.id)).toEqual(["g7"]);
  });

  it("draws wires with rounded corners", () => {
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
  });

  it("has three zoom levels with fixed borders and scales wires with their work", () => {
    expect([0.29, 0.3, 1.4, 1.41].map(zoomLevel)).toEqual(["far", "middle", "middle", "near"]);
    expect([stepZoom(1, 1), stepZoom(1, -1), stepZoom(2, 1)]).toEqual([1.75, 0.25, 1.75]);
    expect(minimumZoom({ width: 2_720_000, height: 900 }, { width: 800, height: 600 })).toBeLessThan(0.0003);
    expect([farWidth(0), farWidth(1_000_000), farWidth(10_000_000)]).toEqual([1.5, 5, 5]);
  });
});
