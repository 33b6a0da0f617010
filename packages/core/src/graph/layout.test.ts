import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OutlineEntry } from "../log/outline.ts";
import { applyEntry, createGraph } from "./apply-event.ts";
import { defaultFolding, firstError } from "./default-folding.ts";
import { deriveGraph } from "./derive-graph.ts";
import { edgeMarks } from "./edge-marks.ts";
import { LANE_PITCH } from "./geometry.ts";
import { layoutGraph } from "./layout.ts";
import { treeRows } from "./tree-rows.ts";
import { wireCorners } from "./wires.ts";
import { goalCreated } from "../testing/goal-operations.ts";

/** Writes a log in which the goals are worked on in this order, each under its parent and with `turns` turns of one call. */
function writeLog(parents: Readonly<Record<string, string>>, turns = 2): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const at = (g: string) => ({ q: entries.length + 1, t: entries.length, g });
  for (const [goalId, parentId] of Object.entries(parents)) {
    entries.push({
      ...at(parentId),
      k: "goals",
      ops: [goalCreated(goalId, parentId), { op: "focused", goalId }],
    });
    for (let turn = 0; turn < turns; turn += 1) {
      const call = `${goalId}-${turn}`;
      entries.push({ ...at(goalId), k: "assistant", d: "turn", i: 10, o: 1, c: 0.5, m: 3, calls: [call] });
      entries.push({ ...at(goalId), k: "tool", d: "ok", call, name: "read", s: "ok", n: 2, m: 1 });
    }
  }
  return entries;
}

const status = (q: number, goalId: string, to: "failed" | "abandoned"): OutlineEntry => ({
  q,
  t: q,
  g: goalId,
  k: "goals",
  ops: [{ op: "status", goalId, status: to, summary: null, reason: "why" }],
});

const FAMILY = { a: "root", a1: "a", a2: "a", b: "root", b1: "b", c: "root" };

describe("the layout of a graph", () => {
  it("moves no card sideways when edges open, and only cards in lower lanes down", () => {
    const graph = deriveGraph("task", writeLog(FAMILY));
    const closed = layoutGraph(graph);
    fc.assert(
      fc.property(fc.subarray(Object.keys(FAMILY)), (open) => {
        const layout = layoutGraph(graph, { openEdges: open.map((id) => ({ id })) });
        const highest = Math.min(...open.map((id) => closed.nodes[closed.columnIndex(id)]?.lane ?? 0));
        for (const [index, node] of layout.nodes.entries()) {
          const before = closed.nodes[index];
          expect(node.x).toBe(before?.x);
          expect(node.y).toBeGreaterThanOrEqual(before?.y ?? 0);
          if (node.lane <= highest) expect(node.y).toBe(before?.y);
        }
      }),
    );
  });

  it("stacks overlapping open edges of a lane below each other, inside their lane", () => {
    const graph = deriveGraph("task", writeLog({ a: "root", b: "root", c: "root", d: "root" }));
    const layout = layoutGraph(graph, { openEdges: ["a", "b", "d"].map((id) => ({ id })) });
    const boxes = layout.edges.flatMap((edge) => (edge.open ? [edge.open.box] : []));
    expect(boxes).toHaveLength(3);
    for (const [index, box] of boxes.entries())
      for (const other of boxes.slice(index + 1)) {
        const apartX = box.x + box.width <= other.x || other.x + other.width <= box.x;
        const apartY = box.y + box.height <= other.y || other.y + other.height <= box.y;
        expect(apartX || apartY).toBe(true);
      }
    const lane = layout.lanes[1];
    for (const box of boxes)
      expect(box.y + box.height).toBeLessThanOrEqual((lane?.y ?? 0) + (lane?.height ?? 0));
  });

  it("moves nothing when an entry arrives, whatever is open", () => {
    const entries = writeLog(FAMILY);
    fc.assert(
      fc.property(
        fc.subarray(Object.keys(FAMILY)),
        fc.integer({ min: 6, max: entries.length }),
        (ids, count) => {
          const openEdges = ids.map((id) => ({ id, around: 1 }));
          const graph = createGraph("task");
          for (const entry of entries.slice(0, count)) applyEntry(graph, entry);
          const before = new Map(layoutGraph(graph).nodes.map((node) => [node.id, node]));
          for (const entry of entries.slice(count)) {
            applyEntry(graph, entry);
            for (const node of layoutGraph(graph).nodes)
              expect({ x: node.x, y: node.y }).toEqual({
                x: before.get(node.id)?.x ?? node.x,
                y: before.get(node.id)?.y ?? node.y,
              });
            for (const node of layoutGraph(graph, { openEdges }).nodes)
              expect(node.x).toBe(before.get(node.id)?.x ?? node.x);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it("draws the root's line straight to the end of the run", () => {
    const entries = writeLog(FAMILY);
    entries.push({ q: 900, t: 9, g: "root", k: "end", status: "completed", d: "done" });
    const layout = layoutGraph(deriveGraph("task", entries));
    const end = layout.edges.find((edge) => edge.kind === "end");
    expect(end && new Set(wireCorners(layout, end).map((point) => point.y)).size).toBe(1);
    expect(layout.lanes.map((lane) => lane.height)).toEqual([LANE_PITCH, LANE_PITCH, LANE_PITCH]);
  });

  it("removes the columns of hidden nodes and starts later edges at a visible source", () => {
    const entries = [...writeLog({ a: "root", dead: "root" }), status(50, "dead", "abandoned")];
    const more = writeLog({ a: "root", dead: "root", next: "root" }).slice(-5);
    const graph = deriveGraph("task", [
      ...entries,
      ...more.map((entry, index) => ({ ...entry, q: 60 + index })),
    ]);
    const hidden = layoutGraph(graph, { hideAbandoned: true });
    expect(hidden.nodes.map((node) => node.id)).toEqual(["root", "a", "next"]);
    const only = layoutGraph(graph, { only: new Set(["next"]) });
    expect(only.nodes.map((node) => node.id)).toEqual(["root", "next"]);
    expect(only.edges.map((edge) => [edge.source, edge.target])).toEqual([
      ["start", "root"],
      ["root", "next"],
    ]);
    expect(treeRows(graph, new Set(), { hideAbandoned: true, only: null }).map((row) => row.goal.id)).toEqual(
      ["root", "a", "next"],
    );
  });

  it("opens two levels, the path to a failure and the path to the active goal", () => {
    const deep = { a: "root", a1: "a", a2: "a1", b: "root", b1: "b", b2: "b1", c: "root", c1: "c", c2: "c1" };
    const entries = [...writeLog(deep), status(90, "b2", "failed")];
    expect([...defaultFolding(deriveGraph("task", entries))]).toEqual(["a1"]);
    const ended: OutlineEntry = { q: 91, t: 9, g: "root", k: "end", status: "failed", d: "" };
    expect(new Set(defaultFolding(deriveGraph("task", [...entries, ended])))).toEqual(new Set(["a1", "c1"]));
  });

  it("marks an edge with its longest loop and cost, limits, resumes and compactions", () => {
    const graph = deriveGraph("task", [
      ...writeLog({ a: "root" }, 3),
      { q: 20, t: 1, g: "a", k: "loop", detector: "same_call", action: "polling", count: 2, from: 2 },
      { q: 21, t: 1, g: "a", k: "loop", detector: "same_call", action: "noted", count: 3, from: 4 },
      { q: 22, t: 1, g: "a", k: "limit", d: "steps" },
      { q: 23, t: 1, g: "a", k: "resumed", unknown: 1 },
      { q: 24, t: 1, g: "a", k: "resumed", unknown: 2 },
      { q: 25, t: 1, g: "a", k: "compacted", layer: "summarise", n: 94, before: 182_000, after: 31_000 },
      { q: 26, t: 1, g: "a", k: "error", d: "boom" },
    ]);
    const edge = graph.edges.get("a");
    expect(edge && edgeMarks(graph, edge)).toEqual({
      loop: { sequence: 21, from: 4, count: 3, cost: 1, polling: false },
      retries: 0,
      limit: { sequence: 22, text: "steps" },
      resumed: { sequence: 24, unknown: 3, times: 2 },
      compaction: { sequence: 25, messages: 94, before: 182_000, after: 31_000, times: 1 },
    });
    expect(firstError(graph)).toEqual({ goalId: "a", sequence: 26 });
  });
});
