import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OutlineEntry } from "../log/outline.ts";
import { applyEntry, createGraph } from "./apply-event.ts";
import { deriveGraph } from "./derive-graph.ts";
import { expandEdge } from "./expand-edge.ts";
import type { Graph } from "./graph.ts";
import { layoutStory } from "./storyboard/layout-story.ts";
import { storyOf } from "./storyboard/story.ts";
import { boardSums } from "./storyboard/sums.ts";
import { boxesToMount } from "./storyboard/window.ts";
import { treeRows } from "./tree-rows.ts";
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
    expect(cardsOf(graph)).toEqual(["a", "dead", "other"]);
    expect(cardsOf(graph, { hideAbandoned: true })).toEqual(["a", "other"]);
  });

  it("keeps errors visible on the header of a folded goal and in its row of the tree", () => {
    const log = outlineLog();
    log.goal("a", "root");
    log.goal("a1", "a");
    log.turn("a1", ["error"]);
    log.goal("b", "root");
    log.turn("a");
    log.goal("b1", "b");
    const graph = deriveGraph("task", log.entries);
    const folded = new Set(["a", "b"]);
    const board = layoutStory(storyOf(graph), { width: 1200, distance: "cards", folded });
    expect([...board.boxes.keys()]).toEqual(["root", "a", "b"]);
    expect(boardSums(graph, board).whole.get("a")).toMatchObject({
      calls: 2,
      marks: new Map([["error", 1]]),
    });
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

  it("opens the steps around an entry and counts the others", () => {
    const log = outlineLog();
    log.goal("a", "root");
    for (let turn = 0; turn < 30; turn += 1) log.turn("a");
    log.goal("a1", "a");
    const graph = deriveGraph("task", log.entries);
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
    expect(cardsOf(graph)).toEqual(["ghost", "child"]);
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
    expect(graph.order.at(-1)).toMatchObject({ kind: "outcome", outcome: { status: "completed" } });
    const board = layoutStory(storyOf(graph), { width: 1200, distance: "cards" });
    expect(board.lines.at(-1)).toMatchObject({ kind: "outcome", sequence: 7 });
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
    const board = layoutStory(storyOf(graph), { width: 2560, distance: "tiles" });
    const everything = { top: 0, height: board.height, margin: 0 };
    expect(boxesToMount(board, everything).length).toBeLessThanOrEqual(300);
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
    const board = layoutStory(storyOf(graph), { width: 1200, distance: "cards" });
    const last = [...board.boxes.values()].at(-1);
    expect([last?.kind, last?.goals.length]).toEqual(["stack", 4_994]);
    expect(board.boxes.size).toBe(8);
    expect(treeRows(graph, new Set())).toHaveLength(5_001);
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
    const board = layoutStory(storyOf(graph), { width: 1200, distance: "cards" });
    const last = [...board.boxes.values()].at(-1);
    expect([last?.kind, last?.goals.length]).toEqual(["stack", 1_976]);
    expect(board.boxes.size).toBe(26);
    const failed = (last?.goals ?? []).filter((id) => graph.goals.get(id)?.status === "failed");
    expect(failed).toHaveLength(4);
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
  });
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
        cardsOf(incremental);
        for (const entry of entries) applyEntry(incremental, entry);
        expect(snapshot(incremental)).toEqual(snapshot(deriveGraph("task", entries)));
      }),
      { numRuns: 100 },
    );
  });

  it("leads edges from earlier nodes to later ones", () => {
    fc.assert(
      fc.property(log, (entries) => {
        const graph = deriveGraph("task", entries);
        for (const edge of graph.edges.values())
          expect(graph.nodes.get(edge.source)?.placedAt ?? 0).toBeLessThanOrEqual(
            graph.nodes.get(edge.target)?.placedAt ?? -1,
          );
      }),
      { numRuns: 100 },
    );
  });
});

/** The goals that are cards, in reading order. */
function cardsOf(graph: Graph, { hideAbandoned = false } = {}): readonly string[] {
  const board = layoutStory(storyOf(graph, { hideAbandoned, only: null }), {
    width: 1200,
    distance: "cards",
  });
  return [...board.boxes.values()].filter(({ kind }) => kind === "card").map(({ id }) => id);
}
