import { describe, expect, it } from "vitest";
import type { GoalChange } from "../goals/goal.ts";
import { goalCreated } from "../testing/goal-operations.ts";
import { type OutlineLog, outlineLog } from "../testing/outline-log.ts";
import { applyEntry, createGraph } from "./apply-event.ts";
import { deriveGraph } from "./derive-graph.ts";
import type { Graph } from "./graph.ts";
import { layoutStory } from "./storyboard/layout-story.ts";
import { storyOf } from "./storyboard/story.ts";

function graphOf(write: (log: OutlineLog) => void): Graph {
  const log = outlineLog();
  write(log);
  return deriveGraph("task", log.entries);
}

const edgesOf = (graph: Graph): readonly string[] =>
  [...graph.edges.values()].map((edge) => `${edge.source} -${edge.kind}-> ${edge.target}`);
describe("the place of a node", () => {
  it("is after those of the goals worked on before", () => {
    const graph = graphOf((log) => {
      log.goal("a");
      log.goal("a1", "a");
      log.goal("a2", "a");
      log.goal("b");
    });
    expect(graph.order).toEqual(
      ["root", "a", "a1", "a2", "b"].map((id, index) => ({
        ...{ id, kind: "goal", goalId: id, rank: index, placedAt: index },
        ...{ outcome: null, markers: [], markerCounts: new Map() },
      })),
    );
    expect(edgesOf(graph)).toEqual([
      ...["start -work-> root", "root -work-> a", "a -work-> a1", "a1 -work-> a2", "a2 -work-> b"],
    ]);
    expect(graph.placedGoals).toBe(5);
  });

  it("is under the parents of the first work, whatever the plan says later", () => {
    const graph = createGraph("task");
    const ops: GoalChange[] = [goalCreated("a"), goalCreated("b", "a"), goalCreated("c", "b")];
    applyEntry(graph, { q: 1, t: 0, g: "root", k: "goals", ops });
    expect([...graph.nodes.keys()]).toEqual(["root"]);
    applyEntry(graph, { q: 2, t: 0, g: "c", k: "user", d: "", n: 1 });
    applyEntry(graph, { q: 3, t: 0, g: "late", k: "user", d: "", n: 1 });
    applyEntry(graph, { q: 4, t: 0, g: "root", k: "goals", ops: [goalCreated("late", "a")] });
    expect(graph.goals.get("late")?.parentId).toBe("a");
    expect(Object.fromEntries(graph.placedUnder)).toEqual({
      ...{ root: "root", a: "root", b: "a", c: "b", late: "root" },
    });
  });

  it("stays finite when goals are each other's parents", () => {
    const graph = createGraph("task");
    const ops: GoalChange[] = [goalCreated("a", "b"), goalCreated("b", "a")];
    applyEntry(graph, { q: 1, t: 0, g: "root", k: "goals", ops });
    applyEntry(graph, { q: 2, t: 0, g: "a", k: "user", d: "", n: 1 });
    const board = layoutStory(storyOf(graph), { width: 1200, distance: "cards" });
    expect([...board.boxes.values()].map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      "header root",
      "card a",
    ]);
    expect(graph.work).toBeLessThan(12);
  });

  it("is assigned once", () => {
    const log = outlineLog();
    log.goal("a");
    const graph = deriveGraph("task", log.entries);
    const again = { q: 9, t: 0, g: "root", k: "goals", ops: [{ op: "focused", goalId: "a" }] } as const;
    expect(applyEntry(graph, again)).toEqual({ nodes: ["a"], edges: ["a"], structure: true });
    expect(graph.order).toHaveLength(2);
  });
});

describe("the source of an edge", () => {
  it("is the goal that was active before", () => {
    const graph = graphOf((log) => {
      log.goal("a");
      log.goal("b");
      log.turn("a");
      log.goal("c");
    });
    expect(edgesOf(graph)).toEqual([
      ...["start -work-> root", "root -work-> a", "a -work-> b", "a -work-> c"],
    ]);
  });

  it("is the node that a chain of abandoned goals forked from", () => {
    const graph = graphOf((log) => {
      for (const id of ["a", "b", "c"]) log.goal(id);
      for (const id of ["b", "c"]) log.status(id, "abandoned");
      log.goal("d");
    });
    expect(graph.edges.get("d")?.source).toBe("a");
  });

  it("is the root when the active goal has no node", () => {
    const graph = graphOf((log) => log.goal("a"));
    graph.activeId = "planned";
    applyEntry(graph, { q: 9, t: 0, g: "b", k: "user", d: "", n: 1 });
    expect(graph.edges.get("b")?.source).toBe("root");
  });

  it("stays the root while the root itself is abandoned", () => {
    const graph = graphOf((log) => {
      log.status("root", "abandoned");
      log.goal("a");
    });
    expect(graph.edges.get("a")?.source).toBe("root");
  });
});

describe("dependencies", () => {
  it("are edges from placed goals, besides the edge from the goal before", () => {
    const graph = graphOf((log) => {
      for (const id of ["a", "b", "c"]) log.goal(id);
      log.goal("d", "root", ["a", "b", "c", "planned"]);
    });
    expect(edgesOf(graph).slice(4)).toEqual(["c -work-> d", "a -depends-> d", "b -depends-> d"]);
    expect(graph.edges.get("a>d")).toEqual({
      ...{ id: "a>d", source: "a", target: "d", kind: "depends", firstSequence: null, lastSequence: null },
      totals: {
        ...{ messages: 0, turns: 0, calls: 0, tools: 0, errors: 0 },
        ...{ tokens: 0, cost: 0, durationMs: 0 },
      },
      ...{ turns: [], toolNames: new Set(), worked: { tokens: 0, ms: 0, until: 0 } },
    });
  });
});

describe("the plan of a graph", () => {
  const childrenOf = (graph: Graph): unknown => Object.fromEntries(graph.children);

  it("keeps planned goals out of the graph, in the order of their places", () => {
    const graph = createGraph("task");
    const ops: GoalChange[] = [
      goalCreated("b"),
      goalCreated("a", "root", { index: 0 }),
      goalCreated("d", "root", { index: 2 }),
      goalCreated("c", "root", { index: 2, title: "Third", reason: "because" }),
    ];
    const change = applyEntry(graph, { q: 1, t: 0, g: "root", k: "goals", ops });
    expect(change).toEqual({ nodes: [], edges: [], structure: true });
    expect(childrenOf(graph)).toEqual({ root: ["a", "b", "c", "d"] });
    expect(graph.goals.get("c")).toEqual({
      ...{ id: "c", parentId: "root", title: "Third", reason: "because", acceptance: [], dependsOn: [] },
      ...{
        status: "pending",
        summary: null,
        evidence: [],
        verified: null,
        abandonReason: null,
        firstMessage: null,
        lastMessage: null,
      },
    });
    expect([graph.nodes.size, graph.placedGoals, graph.focusId]).toEqual([1, 1, "root"]);
  });

  it("ignores a second creation of a goal and a change of an unknown one", () => {
    const graph = createGraph("task");
    const ops: GoalChange[] = [
      goalCreated("a", "root", { title: "First" }),
      goalCreated("a", "root", { title: "Second" }),
      { op: "changed", goalId: "b", title: "b", reason: null },
    ];
    applyEntry(graph, { q: 1, t: 0, g: "root", k: "goals", ops });
    expect(graph.goals.get("a")?.title).toBe("First");
    expect([...graph.goals.keys()]).toEqual(["root", "a"]);
    expect(childrenOf(graph)).toEqual({ root: ["a"] });
  });

  it("changes title and reason of a goal only", () => {
    const graph = graphOf((log) => {
      log.plan("a");
      log.add({ k: "goals", ops: [{ op: "changed", goalId: "a", title: "New", reason: "why" }] });
    });
    expect(graph.goals.get("a")).toMatchObject({ parentId: "root", title: "New", reason: "why" });
  });

  it.each([
    ["completed", true],
    ["failed", true],
    ["abandoned", false],
    ["pending", false],
    ["in_progress", false],
  ] as const)("places a goal that becomes %s without work: %s", (status, placed) => {
    const graph = graphOf((log) => {
      log.plan("a");
      log.status("a", status);
    });
    expect(graph.nodes.has("a")).toBe(placed);
    expect(graph.goals.get("a")).toMatchObject({
      ...{ parentId: "root", title: "a", status, summary: null },
      abandonReason: status === "abandoned" ? "why" : null,
    });
  });

  it("keeps the status of a goal that is created afterward, and its place under the root before that", () => {
    const graph = createGraph("task");
    const change = (q: number, ...ops: readonly GoalChange[]): void =>
      void applyEntry(graph, { q, t: 0, g: "root", k: "goals", ops });
    change(1, { op: "status", goalId: "late", status: "completed", summary: "done", reason: null });
    change(2, { op: "status", goalId: "other", status: "abandoned", summary: null, reason: "no" });
    expect(childrenOf(graph)).toEqual({ root: ["late", "other"] });
    expect(graph.goals.get("other")).toMatchObject({ parentId: "root", title: "", status: "abandoned" });
    const fields = { title: "Late", reason: "because" };
    change(3, { ...goalCreated("late", "other", fields), acceptance: ["it works"], dependsOn: ["x"] });
    expect(childrenOf(graph)).toEqual({ root: ["other"], other: ["late"] });
    expect(graph.goals.get("late")).toEqual({
      ...{ id: "late", parentId: "other", ...fields, acceptance: ["it works"], dependsOn: ["x"] },
      ...{
        status: "completed",
        summary: "done",
        evidence: [],
        verified: null,
        abandonReason: null,
        firstMessage: null,
        lastMessage: null,
      },
    });
    expect(graph.placeholders).toEqual(new Set(["other"]));
  });

  it("moves focus and activity to a focused goal, even an unknown one", () => {
    const graph = graphOf((log) => void log.add({ k: "goals", ops: [{ op: "focused", goalId: "a" }] }));
    expect([graph.focusId, graph.activeId]).toEqual(["a", "a"]);
    expect(graph.nodes.has("a")).toBe(true);
    expect(graph.goals.get("a")).toMatchObject({ parentId: "root", title: "" });
  });

  it("reports the changed goals that have a node", () => {
    const log = outlineLog();
    log.goal("a");
    const graph = deriveGraph("task", log.entries);
    const ops: GoalChange[] = [
      { op: "changed", goalId: "a", title: "A", reason: null },
      goalCreated("b"),
      { op: "focused", goalId: "a" },
    ];
    expect(applyEntry(graph, { q: 9, t: 0, g: "root", k: "goals", ops })).toEqual({
      ...{ nodes: ["a"], edges: ["a"], structure: true },
    });
  });
});
