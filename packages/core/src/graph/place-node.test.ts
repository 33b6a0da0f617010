import { describe, expect, it } from "vitest";
import type { GoalChange } from "../goals/goal.ts";
import { goalCreated } from "../testing/goal-operations.ts";
import { type OutlineLog, outlineLog } from "../testing/outline-log.ts";
import { applyEntry, createGraph } from "./apply-event.ts";
import { deriveGraph } from "./derive-graph.ts";
import type { Graph } from "./graph.ts";
import { layoutGraph } from "./layout.ts";

function graphOf(write: (log: OutlineLog) => void): Graph {
  const log = outlineLog();
  write(log);
  return deriveGraph("task", log.entries);
}

const edgesOf = (graph: Graph): readonly string[] =>
  [...graph.edges.values()].map((edge) => `${edge.source} -${edge.kind}-> ${edge.target}`);
const placeOf = (graph: Graph, id: string): readonly unknown[] => {
  const node = graph.nodes.get(id);
  return [node?.rank, node?.lane, node?.stackId];
};
const names = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `g${index}`);

describe("the place of a node", () => {
  it("is the next column, on the lane of the goal's depth", () => {
    const graph = graphOf((log) => {
      log.goal("a");
      log.goal("a1", "a");
      log.goal("a2", "a");
      log.goal("b");
    });
    expect(graph.order).toEqual(
      [
        { id: "root", rank: 0, lane: 0, placedAt: 0 },
        { id: "a", rank: 1, lane: 1, placedAt: 1 },
        { id: "a1", rank: 2, lane: 2, placedAt: 2 },
        { id: "a2", rank: 3, lane: 2, placedAt: 3 },
        { id: "b", rank: 4, lane: 1, placedAt: 4 },
      ].map((node) => ({
        ...{ ...node, kind: "goal", goalId: node.id, stackId: null },
        ...{ outcome: null, markers: [], markerCounts: new Map() },
      })),
    );
    expect(edgesOf(graph)).toEqual([
      ...["start -work-> root", "root -work-> a", "a -work-> a1", "a1 -work-> a2", "a2 -work-> b"],
    ]);
    expect(graph.fanOut).toEqual(
      new Map([
        ["root", 1],
        ["a", 1],
        ["a1", 1],
        ["a2", 1],
      ]),
    );
    expect([graph.placedGoals, graph.nextRank]).toEqual([5, 5]);
  });

  it("counts levels that have no node yet", () => {
    const graph = createGraph("task");
    const ops: GoalChange[] = [goalCreated("a"), goalCreated("b", "a"), goalCreated("c", "b")];
    applyEntry(graph, { q: 1, t: 0, g: "root", k: "goals", ops });
    expect([...graph.nodes.keys()]).toEqual(["root"]);
    applyEntry(graph, { q: 2, t: 0, g: "c", k: "user", d: "", n: 1 });
    applyEntry(graph, { q: 3, t: 0, g: "a", k: "user", d: "", n: 1 });
    expect(["c", "a"].map((id) => placeOf(graph, id))).toEqual([
      [1, 3, null],
      [2, 1, null],
    ]);
    expect(graph.branching).toEqual(
      new Map([
        ["root", { depth: 0, placed: 1, stackId: null }],
        ["a", { depth: 1, placed: 0, stackId: null }],
        ["b", { depth: 2, placed: 1, stackId: null }],
        ["c", { depth: 3, placed: 0, stackId: null }],
      ]),
    );
  });

  it("stays finite when goals are each other's parents", () => {
    const graph = createGraph("task");
    const ops: GoalChange[] = [goalCreated("a", "b"), goalCreated("b", "a")];
    applyEntry(graph, { q: 1, t: 0, g: "root", k: "goals", ops });
    applyEntry(graph, { q: 2, t: 0, g: "a", k: "user", d: "", n: 1 });
    expect(layoutGraph(graph).nodes.map((node) => node.id)).toEqual(["root", "a"]);
    expect(graph.nodes.get("a")?.lane).toBeGreaterThan(0);
    expect(graph.work).toBeLessThan(12);
  });

  it("is placed once", () => {
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
    expect(graph.fanOut.get("a")).toBe(2);
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
      ...{ turns: [], toolNames: new Set() },
    });
  });
});

describe("stacks", () => {
  /** Works on goals one after the other, each from the root. */
  const fanOut = (log: OutlineLog, count: number): void => {
    for (const id of names(count)) {
      log.goal(id);
      log.turn("root");
    }
  };

  it("hold what leaves a node after its eighth edge", () => {
    const graph = graphOf((log) => fanOut(log, 11));
    expect(names(11).map((id) => placeOf(graph, id))).toEqual([
      ...Array.from({ length: 8 }, (_, index) => [index + 1, 1, null]),
      ...Array.from({ length: 3 }, () => [9, 1, "stack:root"]),
    ]);
    expect([...graph.stacks.values()]).toEqual([
      {
        ...{ id: "stack:root", parentGoalId: "root", source: "root", rank: 9, lane: 1 },
        members: ["g8", "g9", "g10"],
      },
    ]);
    expect(graph.branching.get("root")).toEqual({ depth: 0, placed: 11, stackId: "stack:root" });
    expect(graph.branching.get("g8")).toEqual({ depth: 1, placed: 0, stackId: "stack:root" });
    expect(graph.nextRank).toBe(10);
  });

  it("hold what a goal has after twenty-four sub-goals in a row", () => {
    const graph = graphOf((log) => {
      for (const id of names(26)) log.goal(id);
    });
    expect(placeOf(graph, "g23")).toEqual([24, 1, null]);
    expect(graph.stacks.get("stack:root")).toEqual({
      ...{ id: "stack:root", parentGoalId: "root", source: "g23", rank: 25, lane: 1 },
      members: ["g24", "g25"],
    });
  });

  it("hold what is deeper than twenty-four levels, on the last lane", () => {
    const graph = graphOf((log) => {
      for (const [index, id] of names(26).entries()) log.goal(id, index === 0 ? "root" : `g${index - 1}`);
    });
    expect(placeOf(graph, "g23")).toEqual([24, 24, null]);
    expect(graph.stacks).toEqual(
      new Map([
        [
          "stack:g23",
          {
            ...{ id: "stack:g23", parentGoalId: "g23", source: "g23", rank: 25, lane: 24 },
            members: ["g24", "g25"],
          },
        ],
      ]),
    );
  });

  it("hold the sub-goals of their members, but not of other goals", () => {
    const graph = graphOf((log) => {
      fanOut(log, 9);
      log.goal("inner", "g8");
      log.goal("other", "g0");
      log.goal("innermost", "inner");
    });
    expect(graph.stacks.get("stack:root")?.members).toEqual(["g8", "inner", "innermost"]);
    expect(placeOf(graph, "inner")).toEqual([9, 1, "stack:root"]);
    expect(placeOf(graph, "other")).toEqual([10, 2, null]);
    expect(graph.branching.get("g8")).toEqual({ depth: 1, placed: 1, stackId: "stack:root" });
  });

  it("keep a parent's number of placed sub-goals when it is placed after them", () => {
    const graph = createGraph("task");
    const ops: GoalChange[] = [goalCreated("p"), ...names(25).map((id) => goalCreated(id, "p"))];
    applyEntry(graph, { q: 1, t: 0, g: "root", k: "goals", ops });
    const work = ["g0", "p", ...names(25).slice(1)];
    for (const [index, g] of work.entries())
      applyEntry(graph, { q: 2 + index, t: 0, g, k: "user", d: "", n: 1 });
    expect(graph.branching.get("p")).toEqual({ depth: 1, placed: 25, stackId: "stack:p" });
    expect(graph.stacks.get("stack:p")?.members).toEqual(["g24"]);
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
      ...{ status: "pending", summary: null, abandonReason: null, firstMessage: null, lastMessage: null },
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
      ...{ status: "completed", summary: "done", abandonReason: null, firstMessage: null, lastMessage: null },
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
