import { describe, expect, it } from "vitest";
import type { OutlineLog } from "../testing/outline-log.ts";
import { fanOut, graphOf, layoutOf } from "../testing/graph-world.ts";
import { goalCreated } from "../testing/goal-operations.ts";
import { layoutGraph } from "./layout.ts";
import type { LayoutOptions } from "./layout-parts.ts";

const stackOf = (write: (log: OutlineLog) => void, options?: LayoutOptions) =>
  layoutOf(write, options).nodes.find((node) => node.kind === "stack");

const ALONE = { goals: 1, failed: 0, done: 0, live: false, marks: new Map() };
const CLOSED = { collapsed: false, inside: null, members: [], hiddenMembers: 0 };
const STACK = { openStacks: new Set(["stack:root"]) };

describe("the cards of a layout", () => {
  it("are goals and outcomes in columns, on the lanes of their depth", () => {
    const layout = layoutOf((log) => {
      log.goal("a");
      log.status("a", "completed");
      log.goal("b", "a");
      log.status("b", "abandoned");
      log.add({ k: "end", status: "cancelled", d: "" });
      log.plan("c", "d");
    });
    const card = { width: 148, height: 68, ...CLOSED };
    expect(layout.nodes).toEqual([
      {
        ...{ ...card, id: "root", kind: "goal", goalId: "root", status: "failed", abandoned: false },
        ...{ lane: 0, placedAt: 0, x: 140, y: 62, contents: { ...ALONE, failed: 1 } },
      },
      {
        ...{ ...card, id: "a", kind: "goal", goalId: "a", status: "completed", abandoned: false },
        ...{ lane: 1, placedAt: 1, x: 412, y: 166, contents: { ...ALONE, done: 1 } },
      },
      {
        ...{ ...card, id: "b", kind: "goal", goalId: "b", status: "abandoned", abandoned: true },
        ...{ lane: 2, placedAt: 3, x: 684, y: 270, contents: ALONE },
      },
      {
        ...{ ...card, id: "end:5", kind: "outcome", goalId: "root", status: "failed", abandoned: false },
        ...{ lane: 0, placedAt: 5, x: 956, y: 62, contents: { ...ALONE, failed: 1 } },
      },
    ]);
    expect(layout.lanes).toEqual([
      { lane: 0, y: 62, height: 104 },
      { lane: 1, y: 166, height: 104 },
      { lane: 2, y: 270, height: 104 },
    ]);
    expect([layout.width, layout.height, layout.planned]).toEqual([1_228, 374, 2]);
    expect(layout.nodeFor("c")).toBeUndefined();
  });

  it("show the outcome of a completed run as completed", () => {
    const layout = layoutOf((log) => void log.add({ k: "end", status: "completed", d: "" }));
    expect(layout.nodes.map((node) => node.status)).toEqual(["completed", "completed"]);
  });

  it("follow the last active goal as the tip", () => {
    const write = (log: OutlineLog): void => {
      log.goal("a");
      log.goal("a1", "a");
    };
    expect(layoutOf(write).tipId).toBe("a1");
    expect(layoutOf(write, { collapsed: new Set(["a"]) }).tipId).toBe("a");
    expect(layoutOf(write, { only: new Set(["a"]) }).tipId).toBe("root");
  });

  it("are found by the id of a node, and by a goal they represent", () => {
    const layout = layoutOf(
      (log) => {
        fanOut(log, 9);
        log.goal("a", "g0");
      },
      { collapsed: new Set(["g0"]) },
    );
    expect(["root", "g0", "a", "g8", "stack:root", "gone"].map((id) => layout.columnIndex(id))).toEqual([
      ...[0, 1, -1, -1, 9, -1],
    ]);
    expect(["root", "g0", "a", "g8", "gone"].map((id) => layout.nodeFor(id)?.id)).toEqual([
      ...["root", "g0", "g0", "stack:root", undefined],
    ]);
  });

  it("sum up the goals, failures, successes and marks that a collapsed card represents", () => {
    const graph = graphOf((log) => {
      log.goal("a");
      log.goal("a1", "a");
      log.turn("a1", ["error"]);
      log.goal("a2", "a");
      log.goal("a3", "a2");
      for (const id of ["a1", "a3"]) log.status(id, "failed");
      log.status("a2", "completed");
      log.add({ k: "error", d: "boom" }, "a");
      log.add({ k: "limit", d: "steps" }, "a3");
      log.add({ k: "calling", call: "m" }, "a1");
    });
    const layout = layoutGraph(graph, { collapsed: new Set(["a", "a1"]) });
    expect(layout.nodes.map((node) => [node.id, node.collapsed, node.contents])).toEqual([
      ["root", false, ALONE],
      [
        "a",
        true,
        {
          ...{ goals: 4, failed: 2, done: 1, live: true },
          marks: new Map([
            ["error", 2],
            ["limit", 1],
          ]),
        },
      ],
    ]);
    // Counting for a card leaves the counts of its goals as they are.
    expect(graph.nodes.get("a")?.markerCounts).toEqual(new Map([["error", 1]]));
    expect(layoutGraph(graph).nodes.map((node) => [node.id, node.contents.live])).toEqual([
      ...[
        ["root", false],
        ["a", false],
        ["a1", true],
        ["a2", false],
        ["a3", false],
      ],
    ]);
  });
});

describe("folded and hidden parts", () => {
  const nodesOf = (write: (log: OutlineLog) => void, options: LayoutOptions): readonly string[] =>
    layoutOf(write, options).nodes.map((node) => node.id);

  it("leave the sub-goals of a collapsed goal in place while it is only planned", () => {
    const write = (log: OutlineLog): void => {
      log.plan("p");
      log.add({ k: "goals", ops: [goalCreated("p1", "p"), { op: "focused", goalId: "p1" }] });
    };
    expect(nodesOf(write, { collapsed: new Set(["p"]) })).toEqual(["root", "p1"]);
  });

  it("draw an outcome after each end, whatever is hidden and even when the run continues", () => {
    const write = (log: OutlineLog): void => {
      log.goal("a");
      log.add({ k: "end", status: "completed", d: "" });
      log.add({ k: "begin", d: "next" });
    };
    const layout = layoutOf(write, { collapsed: new Set(["root"]) });
    expect(layout.nodes.map((node) => [node.id, node.status, node.contents.goals])).toEqual([
      ["root", "in_progress", 2],
      ["end:2", "completed", 1],
    ]);
    expect(nodesOf(write, { only: new Set() })).toEqual(["root", "end:2"]);
  });

  it("draw nothing when the root is hidden", () => {
    const layout = layoutOf(
      (log) => {
        log.goal("a");
        log.status("root", "abandoned");
      },
      { hideAbandoned: true },
    );
    expect([layout.nodes, layout.edges, layout.lanes]).toEqual([[], [], []]);
    expect([layout.width, layout.height, layout.tipId]).toEqual([140, 62, "root"]);
  });

  it("draw goals outside the tree without the wire from a hidden root", () => {
    const layout = layoutOf(
      (log) => {
        log.add({ k: "goals", ops: [goalCreated("a", "b"), goalCreated("b", "a")] });
        log.turn("a");
        log.status("root", "abandoned");
      },
      { hideAbandoned: true },
    );
    expect(layout.nodes.map((node) => node.id)).toEqual(["a"]);
    expect(layout.edges).toEqual([]);
  });

  it("show abandoned goals unless they are to be hidden", () => {
    const write = (log: OutlineLog): void => {
      log.goal("a");
      log.goal("b");
      log.status("b", "abandoned");
    };
    expect(nodesOf(write, { collapsed: new Set(["a"]) })).toEqual(["root", "a", "b"]);
    expect(nodesOf(write, { collapsed: new Set(["a"]), hideAbandoned: true })).toEqual(["root", "a"]);
  });
});

describe("a stack", () => {
  it("is one card for all its members", () => {
    const stack = stackOf((log) => fanOut(log, 10));
    expect(stack).toEqual({
      ...{ id: "stack:root", kind: "stack", goalId: "root", status: "pending", abandoned: false, lane: 1 },
      ...{ placedAt: 25, x: 140 + 9 * 272, y: 166, width: 148, height: 68 },
      contents: { ...ALONE, goals: 2 },
      ...{ ...CLOSED, hiddenMembers: 2 },
    });
    expect(layoutOf((log) => fanOut(log, 10)).lanes.map((lane) => lane.height)).toEqual([104, 104]);
  });

  it("lists its members when it is open, and makes its lane taller", () => {
    const layout = layoutOf((log) => fanOut(log, 10), STACK);
    expect(layout.nodes.at(-1)).toMatchObject({
      ...{ height: 68 + 2 * 28, members: ["g8", "g9"], hiddenMembers: 0 },
    });
    expect(layout.lanes).toEqual([
      { lane: 0, y: 62, height: 104 },
      { lane: 1, y: 166, height: 104 + 2 * 28 },
    ]);
    expect(layout.height).toBe(166 + 160);
  });

  it.each([
    [12, 12, 0, 12],
    [13, 12, 1, 13],
    [20, 12, 8, 13],
  ])("of %i lists its last %i members and counts %i others", (count, shown, hidden, lines) => {
    const stack = stackOf((log) => fanOut(log, 8 + count), STACK);
    expect(stack?.members).toEqual(
      Array.from({ length: shown }, (_, index) => `g${8 + count - shown + index}`),
    );
    expect([stack?.hiddenMembers, stack?.height]).toEqual([hidden, 68 + lines * 28]);
  });

  it.each([
    [["failed", "completed", "abandoned"], "failed"],
    [["completed", "in_progress"], "in_progress"],
    [["completed", "pending", "abandoned"], "pending"],
    [["completed", "abandoned"], "completed"],
    [["abandoned", "abandoned"], "abandoned"],
  ] as const)("of goals that are %j has the status %s", (statuses, status) => {
    const stack = stackOf((log) => {
      fanOut(log, 8 + statuses.length);
      for (const [index, to] of statuses.entries()) log.status(`g${8 + index}`, to);
    });
    expect(stack?.status).toBe(status);
  });
});
