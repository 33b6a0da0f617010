import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OutlineEntry } from "../log/outline.ts";
import { applyEntry, createGraph } from "./apply-event.ts";
import { deriveGraph } from "./derive-graph.ts";
import { expandEdge } from "./expand-edge.ts";
import type { Graph } from "./graph.ts";
import { layoutGraph } from "./layout.ts";
import { treeRows } from "./tree-rows.ts";
import { selectWindow } from "./window.ts";
import { outlineLog } from "../testing/outline-log.ts";

/** 1,000 goals: each tenth goal is the parent of the next nine; every goal has `turns` turns of two messages. */
function wideLog(goals: number, turns: number): OutlineEntry[] {
  const log = outlineLog();
  for (let index = 0; index < goals; index += 1) {
    const parent = index % 10 === 0 ? "root" : `g${index - (index % 10)}`;
    log.goal(`g${index}`, parent);
    for (let turn = 0; turn < turns; turn += 1) log.turn(`g${index}`, [turn % 7 === 6 ? "error" : "ok"]);
    log.status(`g${index}`, index % 13 === 12 ? "abandoned" : "completed");
  }
  return log.entries;
}

const snapshot = (graph: Graph) => ({ ...graph, work: 0 });
const messagesIn = (graph: Graph) =>
  [...graph.edges.values()].reduce((sum, edge) => sum + edge.totals.messages, 0);

describe("the graph of a log", () => {
  it("represents all messages of a goal by one edge that expands into turns", () => {
    const log = outlineLog();
    log.goal("a", "root");
    log.turn("a", ["ok", "error"]);
    log.turn("a");
    const graph = deriveGraph("task", log.entries);
    expect(graph.edges.get("a")).toMatchObject({
      source: "root",
      target: "a",
      totals: { messages: 5, turns: 2, calls: 3, tools: 2, errors: 1, cost: 1 },
    });
    const open = expandEdge(graph, "a");
    expect(open.turns.map(({ turn, calls }) => [turn.sequence, calls.map((call) => call.outcome)])).toEqual([
      [2, ["ok", "error"]],
      [5, ["ok"]],
    ]);
    expect(graph.nodes.get("a")?.markers).toEqual([{ kind: "error", sequence: 4, text: "result" }]);
  });

  it("keeps an abandoned branch and forks the new one at its start", () => {
    const log = outlineLog();
    log.goal("a", "root");
    log.turn("a");
    log.goal("dead", "root");
    log.turn("dead");
    log.status("dead", "abandoned");
    log.goal("other", "root");
    const graph = deriveGraph("task", log.entries);
    expect(graph.edges.get("other")?.source).toBe("a");
    const layout = layoutGraph(graph);
    expect(layout.nodes.map((node) => [node.id, node.abandoned])).toEqual([
      ["root", false],
      ["a", false],
      ["dead", true],
      ["other", false],
    ]);
    expect(layoutGraph(graph, { hideAbandoned: true }).nodes.map((node) => node.id)).toEqual([
      "root",
      "a",
      "other",
    ]);
  });

  it("bundles crossing edges of a collapsed goal with a count and keeps errors visible", () => {
    const log = outlineLog();
    log.goal("a", "root");
    log.goal("a1", "a");
    log.turn("a1", ["error"]);
    log.goal("b", "root");
    log.turn("a");
    log.goal("b1", "b");
    const graph = deriveGraph("task", log.entries);
    const layout = layoutGraph(graph, { collapsed: new Set(["a", "b"]) });
    expect(layout.nodes.map((node) => node.id)).toEqual(["root", "a", "b"]);
    expect(layout.nodes[1]).toMatchObject({
      collapsed: true,
      contents: { goals: 2, marks: new Map([["error", 1]]) },
      inside: { calls: 1 },
    });
    expect(layout.edges.map((edge) => [edge.source, edge.target, edge.edges.length])).toEqual([
      ["start", "root", 1],
      ["root", "a", 1],
      ["a", "b", 2],
    ]);
    expect(
      treeRows(graph, new Set(["a", "b"])).map((row) => [
        row.goal.id,
        row.number,
        row.hiddenGoals,
        row.marks.get("error") ?? 0,
      ]),
    ).toEqual([
      ["root", null, 0, 0],
      ["a", "1", 1, 1],
      ["b", "2", 1, 0],
    ]);
  });

  it("makes the lane of an open edge taller without moving cards sideways", () => {
    const log = outlineLog();
    log.goal("a", "root");
    for (let turn = 0; turn < 30; turn += 1) log.turn("a");
    log.goal("a1", "a");
    const graph = deriveGraph("task", log.entries);
    const closed = layoutGraph(graph);
    const open = layoutGraph(graph, { openEdges: [{ id: "a", around: 31 }] });
    expect(open.nodes.map((node) => node.x)).toEqual(closed.nodes.map((node) => node.x));
    expect(open.nodes.map((node, index) => node.y - (closed.nodes[index]?.y ?? 0))).toEqual([
      0,
      0,
      (12 * 2 + 2) * 24 + 32,
    ]);
    const turns = expandEdge(graph, "a", { around: 31 });
    expect([turns.earlier, turns.turns.length, turns.later]).toEqual([
      { turns: 8, calls: 8 },
      12,
      { turns: 10, calls: 10 },
    ]);
  });

  it("accepts children before parents, unknown goals and calls, and repeated entries", () => {
    const log = outlineLog();
    log.turn("ghost");
    log.goal("child", "late");
    log.goal("late", "root");
    log.entries.push({
      q: 90,
      t: 1,
      g: "child",
      k: "tool",
      d: "lost",
      call: "nowhere",
      name: "grep",
      s: "ok",
      n: 1,
      m: 1,
    });
    const graph = deriveGraph("task", [...log.entries, ...log.entries]);
    expect(graph.goals.get("late")).toMatchObject({ title: "late", parentId: "root" });
    expect(graph.children.get("root")).toEqual(["ghost", "late"]);
    expect(graph.children.get("late")).toEqual(["child"]);
    expect(graph.edges.get("child")?.totals).toMatchObject({ calls: 1, tools: 1 });
    expect(layoutGraph(graph).nodes).toHaveLength(4);
  });

  it("marks retries, loops, limits and resumes on the goal, attempts on the turn, and the end on the root's line", () => {
    const base = { t: 0, g: "root" };
    const graph = deriveGraph("task", [
      { ...base, q: 1, k: "calling", call: "m1" },
      { ...base, q: 2, k: "retry", attempt: 1, d: "429" },
      { ...base, q: 3, k: "assistant", d: "", i: 1, o: 1, c: null, m: 1, calls: [] },
      { ...base, q: 4, k: "loop", detector: "same_call", action: "noted", count: 5, from: 1 },
      { ...base, q: 5, k: "limit", d: "steps" },
      { ...base, q: 6, k: "resumed", unknown: 1 },
      { ...base, q: 7, k: "end", status: "completed", d: "done" },
    ]);
    expect(graph.nodes.get("root")?.markerCounts).toEqual(
      new Map([
        ["retry", 1],
        ["loop", 1],
        ["limit", 1],
        ["resumed", 1],
      ]),
    );
    expect(graph.edges.get("root")).toMatchObject({ totals: { cost: null }, turns: [{ attempts: 2 }] });
    expect(layoutGraph(graph).nodes.at(-1)).toMatchObject({ kind: "outcome", status: "completed", lane: 0 });
  });
});

describe("worst cases, as counts", () => {
  it("does work proportional to 10,000 messages for 1,000 goals", () => {
    const entries = wideLog(1_000, 5);
    const graph = deriveGraph("task", entries);
    expect(messagesIn(graph)).toBe(10_000);
    expect(graph.work).toBeLessThan(3 * entries.length);
    const half = deriveGraph("task", wideLog(500, 5));
    expect(graph.work / half.work).toBeCloseTo(2, 1);
    const layout = layoutGraph(graph);
    const everything = { x: 0, y: 0, width: layout.width, height: layout.height };
    expect(selectWindow(layout, everything).nodes.length).toBeLessThanOrEqual(300);
    expect(treeRows(graph, new Set())).toHaveLength(1_001);
  });

  it("folds a chain of depth 5,000 into one stack without overflowing", () => {
    const log = outlineLog();
    for (let index = 0; index < 5_000; index += 1) {
      log.goal(`g${index}`, index === 0 ? "root" : `g${index - 1}`);
      log.turn(`g${index}`);
    }
    const graph = deriveGraph("task", log.entries);
    expect(messagesIn(graph)).toBe(10_000);
    expect(graph.work).toBeLessThan(6 * log.entries.length);
    const layout = layoutGraph(graph);
    expect(layout.nodes.at(-1)).toMatchObject({ kind: "stack", contents: { goals: 4_976 } });
    expect(treeRows(graph, new Set())).toHaveLength(5_001);
    expect(layoutGraph(graph, { collapsed: new Set(["g0"]) }).nodes.map((node) => node.id)).toEqual([
      "root",
      "g0",
    ]);
  });

  it("stacks a fan-out of 2,000 with its failures", () => {
    const log = outlineLog();
    for (let index = 0; index < 2_000; index += 1) {
      log.goal(`g${index}`, "root");
      log.turn(`g${index}`);
      log.status(`g${index}`, index % 500 === 499 ? "failed" : "completed");
      // Returning to the root makes all edges leave the same node.
      log.turn("root");
    }
    const graph = deriveGraph("task", log.entries);
    const layout = layoutGraph(graph, { openStacks: new Set(["stack:root"]) });
    expect(layout.nodes).toHaveLength(10);
    expect(layout.nodes.at(-1)).toMatchObject({
      kind: "stack",
      status: "failed",
      contents: { goals: 1_992, failed: 4 },
      hiddenMembers: 1_980,
    });
    expect(graph.work).toBeLessThan(3 * log.entries.length);
  });

  it("spends no more on the last of 100,000 messages than on the first", () => {
    const entries = wideLog(1_000, 50);
    const graph = createGraph("task");
    let maxWork = 0;
    for (const entry of entries) {
      const before = graph.work;
      applyEntry(graph, entry);
      maxWork = Math.max(maxWork, graph.work - before);
    }
    expect(messagesIn(graph)).toBe(100_000);
    expect(maxWork).toBeLessThanOrEqual(10);
  }, 30_000);
});

const step = fc.oneof(
  fc.record({ kind: fc.constant("goal" as const), goal: fc.nat(12), parent: fc.nat(12) }),
  fc.record({
    kind: fc.constant("turn" as const),
    goal: fc.nat(12),
    outcomes: fc.array(fc.constantFrom("ok" as const, "error" as const), { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant("status" as const),
    goal: fc.nat(12),
    status: fc.constantFrom("completed" as const, "failed" as const, "abandoned" as const),
  }),
);
const log = fc.array(step, { maxLength: 60 }).map((steps) => {
  const written = outlineLog();
  for (const next of steps) {
    if (next.kind === "goal")
      written.goal(`g${next.goal}`, next.parent >= next.goal ? "root" : `g${next.parent}`);
    else if (next.kind === "turn") written.turn(`g${next.goal}`, next.outcomes);
    else written.status(`g${next.goal}`, next.status);
  }
  return written.entries;
});

describe("laws of the graph", () => {
  it("equals the fold of the whole log when entries are applied one by one, with repeats", () => {
    fc.assert(
      fc.property(log, fc.nat(60), (entries, cut) => {
        const incremental = deriveGraph("task", entries.slice(0, cut));
        layoutGraph(incremental);
        for (const entry of entries) applyEntry(incremental, entry);
        expect(snapshot(incremental)).toEqual(snapshot(deriveGraph("task", entries)));
      }),
      { numRuns: 100 },
    );
  });

  it("never moves a card on append, and leads edges from earlier nodes to later ones", () => {
    fc.assert(
      fc.property(log, fc.uniqueArray(fc.nat(12)), (entries, folded) => {
        const graph = createGraph("task");
        const collapsed = new Set(folded.map((index) => `g${index}`));
        const places = new Map<string, string>();
        for (const entry of entries) {
          applyEntry(graph, entry);
          for (const node of layoutGraph(graph).nodes) {
            expect(places.get(node.id) ?? `${node.x},${node.y}`).toBe(`${node.x},${node.y}`);
            places.set(node.id, `${node.x},${node.y}`);
          }
        }
        for (const edge of graph.edges.values())
          expect(graph.nodes.get(edge.source)?.placedAt ?? 0).toBeLessThanOrEqual(
            graph.nodes.get(edge.target)?.placedAt ?? -1,
          );
        expect(layoutGraph(graph, { collapsed }).nodes.length).toBeLessThanOrEqual(graph.nodes.size);
      }),
      { numRuns: 100 },
    );
  });

  it("includes every visible card in the window up to its limit", () => {
    const layout = layoutGraph(deriveGraph("task", wideLog(23, 1)));
    fc.assert(
      fc.property(
        fc.nat(layout.width),
        fc.nat(layout.height),
        fc.integer({ min: 1, max: 3_000 }),
        (x, y, width) => {
          const shown = new Set(
            selectWindow(layout, { x, y, width, height: 600 }).nodes.map((node) => node.id),
          );
          for (const node of layout.nodes) {
            const inView =
              node.x + node.width >= x &&
              node.x <= x + width &&
              node.y + node.height >= y &&
              node.y <= y + 600;
            if (inView) expect(shown).toContain(node.id);
          }
        },
      ),
    );
  });
});
