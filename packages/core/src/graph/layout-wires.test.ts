import { describe, expect, it } from "vitest";
import type { OutlineLog } from "../testing/outline-log.ts";
import { fanOut, graphOf, layoutOf } from "../testing/graph-world.ts";
import { layoutGraph } from "./layout.ts";

describe("the wires of a layout", () => {
  const rows = (layout: ReturnType<typeof layoutGraph>): unknown =>
    layout.edges.map((edge) => [edge.id, edge.kind, edge.sourceColumn, edge.targetColumn, edge.edges.length]);

  it("connect the cards in the order of their targets", () => {
    const graph = graphOf((log) => {
      log.turn("root");
      log.goal("a");
      log.turn("root");
      log.goal("b", "root", ["a"]);
      log.status("b", "abandoned");
      log.add({ k: "calling", call: "m" }, "a");
      log.add({ k: "end", status: "completed", d: "" });
      log.add({ k: "calling", call: "m" }, "a");
    });
    const layout = layoutGraph(graph);
    const edge = (id: string) => graph.edges.get(id);
    const wire = { abandoned: false, live: false, forks: false, open: null };
    expect(layout.edges).toEqual([
      {
        ...{ ...wire, id: "root", kind: "work", source: "start", target: "root" },
        ...{ sourceColumn: -1, targetColumn: 0, edges: [edge("root")], totals: edge("root")?.totals },
      },
      {
        ...{ ...wire, id: "a", kind: "work", source: "root", target: "a", live: true, forks: true },
        ...{ sourceColumn: 0, targetColumn: 1, edges: [edge("a")], totals: edge("a")?.totals },
      },
      {
        ...{ ...wire, id: "b", kind: "work", source: "root", target: "b", abandoned: true, forks: true },
        ...{ sourceColumn: 0, targetColumn: 2, edges: [edge("b")], totals: edge("b")?.totals },
      },
      {
        ...{ ...wire, id: "a>b", kind: "depends", source: "a", target: "b", abandoned: true },
        ...{ sourceColumn: 1, targetColumn: 2, edges: [edge("a>b")], totals: edge("a>b")?.totals },
      },
      {
        ...{ ...wire, id: "end:9", kind: "end", source: "root", target: "end:9" },
        ...{ sourceColumn: 0, targetColumn: 3, edges: [edge("end:9")], totals: edge("end:9")?.totals },
      },
    ]);
    expect(layout.longEdges.map((long) => long.id)).toEqual(["b", "end:9"]);
  });

  it("join the edges between two cards of which one represents several goals", () => {
    const layout = layoutOf(
      (log) => {
        log.goal("a");
        log.goal("a1", "a");
        log.turn("a1");
        log.goal("b");
        log.turn("b");
        log.turn("a1");
        log.goal("c");
        log.turn("a");
        log.goal("b1", "b");
        log.goal("b2", "b", ["a1", "a"]);
      },
      { collapsed: new Set(["a", "b"]) },
    );
    expect(rows(layout)).toEqual([
      ["root", "work", -1, 0, 1],
      ["a", "work", 0, 1, 1],
      ["a>b", "work", 1, 2, 2],
      ["depends:a>b", "depends", 1, 2, 2],
      ["c", "work", 1, 3, 1],
    ]);
    const [, , work] = layout.edges;
    expect(work?.totals).toEqual({
      ...{ messages: 2, turns: 1, calls: 1, tools: 1, errors: 0, tokens: 13, cost: 0.5, durationMs: 4 },
    });
    expect(layout.nodes.map((node) => [node.id, node.inside?.messages ?? null])).toEqual([
      ...[
        ["root", null],
        ["a", 4],
        ["b", 0],
        ["c", null],
      ],
    ]);
  });

  it("add up every number of the joined edges, and count their tools once", () => {
    const write =
      (cost: number | null) =>
      (log: OutlineLog): void => {
        log.goal("a");
        log.goal("a1", "a");
        log.turn("a1", ["ok", "error"]);
        log.goal("a2", "a");
        log.turn("a2", ["error"]);
        log.add({ k: "assistant", d: "", i: 1, o: 1, c: cost, m: 10, calls: [] }, "a2");
        log.turn("a2", []);
      };
    const inside = (cost: number | null) =>
      layoutOf(write(cost), { collapsed: new Set(["a"]) }).nodes[1]?.inside;
    expect(inside(0.25)).toEqual({
      ...{ messages: 7, turns: 4, calls: 3, tools: 2, errors: 2, tokens: 41, cost: 1.75, durationMs: 22 },
    });
    expect(inside(null)?.cost).toBeNull();
  });

  it("fork only where the run continued in more than one way", () => {
    const layout = layoutOf((log) => {
      log.goal("a");
      log.goal("a1", "a");
      log.turn("a");
      log.goal("a2", "a", ["a1"]);
      log.goal("a3", "a");
    });
    expect(layout.edges.map((edge) => [edge.id, edge.forks])).toEqual([
      ...[
        ["root", false],
        ["a", false],
        ["a1", true],
        ["a2", true],
        ["a1>a2", false],
        ["a3", false],
      ],
    ]);
  });

  it("keep apart which goal is depended on when cards represent several goals", () => {
    const layout = layoutOf(
      (log) => {
        log.goal("s");
        log.goal("s1", "s");
        for (const [first, second] of [
          ["x", "x1"],
          ["y", "y1"],
          ["z", "z1"],
        ] as const) {
          log.turn("s");
          log.goal(first, "root", ["s1"]);
          log.goal(second, first, ["s"]);
        }
      },
      { collapsed: new Set(["s", "x", "y", "z"]) },
    );
    expect(rows(layout)).toEqual([
      ["root", "work", -1, 0, 1],
      ["s", "work", 0, 1, 1],
      ["x", "work", 1, 2, 1],
      ["depends:s>x", "depends", 1, 2, 2],
      ["y", "work", 1, 3, 1],
      ["depends:s>y", "depends", 1, 3, 2],
      ["z", "work", 1, 4, 1],
      ["depends:s>z", "depends", 1, 4, 2],
    ]);
  });

  it("are live when one of the joined edges is", () => {
    const live = (goalId: string) =>
      layoutOf(
        (log) => {
          log.goal("a");
          log.goal("a1", "a");
          log.goal("b");
          log.turn("a");
          log.goal("b1", "b");
          log.add({ k: "calling", call: "m" }, goalId);
        },
        { collapsed: new Set(["a", "b"]) },
      ).edges.map((edge) => [edge.id, edge.live]);
    expect(live("b1")).toEqual([
      ...[
        ["root", false],
        ["a", false],
        ["a>b", true],
      ],
    ]);
    expect(live("a1")).toEqual([
      ...[
        ["root", false],
        ["a", false],
        ["a>b", false],
      ],
    ]);
  });

  it("start at the nearest drawn source when their own is hidden", () => {
    const write = (log: OutlineLog): void => {
      for (const id of ["a", "b", "c", "d"]) log.goal(id);
      log.goal("e", "root", ["b"]);
      log.goal("f");
    };
    expect(rows(layoutOf(write, { only: new Set(["a", "d", "e"]) }))).toEqual([
      ["root", "work", -1, 0, 1],
      ["a", "work", 0, 1, 1],
      ["d", "work", 1, 2, 1],
      ["e", "work", 2, 3, 1],
    ]);
    expect(rows(layoutOf(write, { only: new Set(["e", "f"]) }))).toEqual([
      ["root", "work", -1, 0, 1],
      ["e", "work", 0, 1, 1],
      ["f", "work", 1, 2, 1],
    ]);
  });

  it("are left out with a hidden target, and with everything below an abandoned goal", () => {
    const layout = layoutOf(
      (log) => {
        log.goal("a");
        log.status("a", "abandoned");
        log.goal("a1", "a");
        log.goal("b");
      },
      { hideAbandoned: true },
    );
    expect(layout.nodes.map((node) => node.id)).toEqual(["root", "b"]);
    expect(rows(layout)).toEqual([
      ["root", "work", -1, 0, 1],
      ["b", "work", 0, 1, 1],
    ]);
  });
});

describe("open edges", () => {
  const twoTurns = (log: OutlineLog): void => {
    for (const id of ["a", "b", "c"]) {
      log.goal(id);
      log.turn(id);
    }
    log.goal("c1", "c");
  };
  const boxes = (layout: ReturnType<typeof layoutGraph>): unknown =>
    layout.edges.flatMap((edge) => (edge.open === null ? [] : [[edge.id, edge.open.box]]));

  it("hang below their card, one line per turn and call, and make their lane taller", () => {
    const layout = layoutOf(twoTurns, { openEdges: [{ id: "a" }] });
    // Two lines of 24 and a padding of 16 above and below.
    expect(boxes(layout)).toEqual([["a", { x: 412 - 62, y: 166 + 68 + 16, width: 520, height: 64 }]]);
    expect(layout.lanes.map((lane) => lane.height)).toEqual([104, 104 + 80, 104]);
    expect(layout.edges[1]?.open?.turns.turns.map((open) => open.turn.sequence)).toEqual([2]);
  });

  it("avoid each other from the right to the left when they are less than two columns apart", () => {
    const layout = layoutOf(twoTurns, { openEdges: [{ id: "a" }, { id: "b" }, { id: "c" }, { id: "c1" }] });
    expect(boxes(layout)).toEqual([
      ["a", { x: 350, y: 250 + 160, width: 520, height: 64 }],
      ["b", { x: 622, y: 250 + 80, width: 520, height: 64 }],
      ["c", { x: 894, y: 250, width: 520, height: 64 }],
      ["c1", { x: 1_166, y: 270 + 240 + 68 + 16, width: 520, height: 40 }],
    ]);
    expect(layout.lanes.map((lane) => lane.height)).toEqual([104, 104 + 240, 104 + 56]);
    const apart = layoutOf(twoTurns, { openEdges: [{ id: "a" }, { id: "c" }] });
    expect(boxes(apart)).toEqual([
      ["a", { x: 350, y: 250, width: 520, height: 64 }],
      ["c", { x: 894, y: 250, width: 520, height: 64 }],
    ]);
  });

  it("add a line for earlier turns, for later turns, and for calls that do not fit", () => {
    const height = (around: number | undefined, calls: number, turns: number): number | undefined => {
      const layout = layoutOf(
        (log) => {
          for (let turn = 0; turn < turns; turn += 1)
            log.turn(
              "root",
              Array.from({ length: calls }, () => "ok" as const),
            );
        },
        { openEdges: [{ id: "root", around }] },
      );
      return layout.lanes[0]?.height;
    };
    const lines = (count: number): number => 104 + 24 * count + 32;
    expect(height(undefined, 1, 12)).toBe(lines(24));
    expect(height(undefined, 1, 13)).toBe(lines(25));
    expect(height(27, 1, 14)).toBe(lines(25));
    expect(height(15, 1, 14)).toBe(lines(26));
    expect(height(undefined, 12, 1)).toBe(lines(13));
    expect(height(undefined, 13, 1)).toBe(lines(14));
    expect(height(undefined, 0, 0)).toBe(lines(1));
  });

  it("do not open when they are unknown, joined with others, stacked, or folded away", () => {
    const layout = layoutOf(
      (log) => {
        log.goal("a");
        log.goal("a1", "a");
        log.goal("b");
        log.turn("a1");
        log.goal("b1", "b");
      },
      {
        collapsed: new Set(["b", "a"]),
        openEdges: [{ id: "gone" }, { id: "b" }, { id: "b1" }, { id: "a>b" }, { id: "a1" }],
      },
    );
    expect(boxes(layout)).toEqual([]);
    expect(boxes(layoutOf((log) => fanOut(log, 10), { openEdges: [{ id: "g8" }, { id: "g9" }] }))).toEqual(
      [],
    );
  });
});
