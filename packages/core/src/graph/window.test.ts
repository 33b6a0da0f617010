import { describe, expect, it } from "vitest";
import { outlineLog, type OutlineLog } from "../testing/outline-log.ts";
import { deriveGraph } from "./derive-graph.ts";
import { layoutGraph } from "./layout.ts";
import type { Box, GraphLayout } from "./layout-parts.ts";
import { type GraphWindow, selectWindow, type WindowOptions } from "./window.ts";

function layoutOf(write: (log: OutlineLog) => void): GraphLayout {
  const log = outlineLog();
  write(log);
  return layoutGraph(deriveGraph("task", log.entries));
}

/** Twenty cards below the root: `g0` to `g19`, of which the column is one more. */
const ROW = layoutOf((log) => {
  for (let index = 0; index < 20; index += 1) log.goal(`g${index}`);
});
/** A chain down to lane 20. */
const CHAIN = layoutOf((log) => {
  for (let index = 0; index < 20; index += 1) log.goal(`g${index}`, index === 0 ? "root" : `g${index - 1}`);
});

/** Left edge of a column. */
const left = (column: number): number => 140 + 272 * column;
/** A viewport with this horizontal extent after its margin of 400. */
const between = (from: number, until: number): Box => ({
  ...{ x: from + 400, y: 0, width: until - from - 800, height: 300 },
});
const idsOf = ({ nodes }: GraphWindow): readonly string[] => nodes.map((node) => node.id);
const ids = (from: number, until: number): readonly string[] =>
  Array.from({ length: until - from }, (_, index) => (from + index === 0 ? "root" : `g${from + index - 1}`));

describe("the window of a viewport", () => {
  it("holds the columns within its margin, with the wires into them", () => {
    const window = selectWindow(ROW, between(left(5), left(10)));
    expect(idsOf(window)).toEqual(ids(5, 10));
    expect(new Set(window.edges.map((edge) => edge.id))).toEqual(new Set(ids(5, 10)));
    expect(window.edges).toHaveLength(5);
    expect(window.far).toEqual({ nodeRange: [5, 10], edgeRange: [5, 10], crossing: [] });
  });

  it("includes a column that is partly in view", () => {
    expect(selectWindow(ROW, between(left(5) - 1, left(10) + 1)).far.nodeRange).toEqual([4, 11]);
    expect(selectWindow(ROW, between(left(5) + 1, left(10) - 1)).far.nodeRange).toEqual([5, 10]);
  });

  it("ends at the first and at the last column", () => {
    expect(idsOf(selectWindow(ROW, { x: -5_000, y: 0, width: 20_000, height: 300 }))).toEqual(ids(0, 21));
    const before = selectWindow(ROW, { x: -9_000, y: 0, width: 100, height: 300 });
    expect(before).toEqual({
      ...{ nodes: [], edges: [], far: { nodeRange: [0, 0], edgeRange: [0, 0], crossing: [] } },
    });
    const after = selectWindow(ROW, { x: 90_000, y: 0, width: 100, height: 300 });
    expect(after).toEqual({
      ...{ nodes: [], edges: [], far: { nodeRange: [21, 21], edgeRange: [21, 21], crossing: [] } },
    });
  });

  it("reaches its farther end when the graph begins inside it", () => {
    expect(idsOf(selectWindow(ROW, { x: -1_000, y: 0, width: 2_000, height: 300 }))).toEqual(ids(0, 5));
    expect(idsOf(selectWindow(ROW, { x: left(18), y: 0, width: 3_000, height: 300 }))).toEqual(ids(16, 21));
  });

  it("holds the cards nearest to the middle when there are too many", () => {
    const viewport = between(left(5), left(15));
    expect(idsOf(selectWindow(ROW, viewport, { limit: 1 }))).toEqual(ids(10, 11));
    expect(idsOf(selectWindow(ROW, viewport, { limit: 2 }))).toEqual(ids(9, 11));
    expect(idsOf(selectWindow(ROW, viewport, { limit: 3 }))).toEqual(ids(9, 12));
    expect(idsOf(selectWindow(ROW, viewport, { limit: 10 }))).toEqual(ids(5, 15));
    expect(selectWindow(ROW, viewport, { limit: 2 }).far.nodeRange).toEqual([5, 15]);
    expect(idsOf(selectWindow(ROW, viewport, { limit: 0 }))).toEqual([]);
  });

  it("holds the requested cards wherever they are, within the limit", () => {
    const options: WindowOptions = { always: ["g15", "gone", "root"], limit: 3 };
    const viewport = between(left(5), left(9));
    expect(idsOf(selectWindow(ROW, viewport, options))).toEqual(["root", "g6", "g15"]);
    expect(idsOf(selectWindow(ROW, viewport, { ...options, limit: 1 }))).toEqual(["g15"]);
    expect(idsOf(selectWindow(ROW, viewport, { always: ["g5"] }))).toEqual(ids(5, 9));
  });

  it("holds 300 cards by default", () => {
    const nodes = Array.from({ length: 400 }, (_, index) => ({
      ...(ROW.nodes[1] ?? expect.fail()),
      ...{ id: `n${index}`, x: left(index) },
    }));
    const layout = { ...ROW, nodes, edges: [], longEdges: [] };
    expect(selectWindow(layout, { x: 0, y: 0, width: left(400), height: 300 }).nodes).toHaveLength(300);
  });

  it("leaves out cards above and below its margin", () => {
    const columns = (y: number, height: number): readonly number[] =>
      selectWindow(CHAIN, { x: 0, y, width: CHAIN.width, height }).nodes.map((node) => node.lane);
    // Lane 5 is between 582 and 686.
    expect(columns(686 + 400, 0).at(0)).toBe(5);
    expect(columns(687 + 400, 0).at(0)).toBe(6);
    expect(columns(82, 100).at(-1)).toBe(5);
    expect(columns(81, 100).at(-1)).toBe(4);
  });

  it("keeps a card in view while an open part hangs down from it", () => {
    const log = outlineLog();
    log.goal("a");
    log.goal("b");
    for (let turn = 0; turn < 9; turn += 1) log.turn("a");
    const layout = layoutGraph(deriveGraph("task", log.entries), { openEdges: [{ id: "a" }] });
    const viewport = { x: 0, y: 166 + 104 + 400 + 400, width: 1_000, height: 100 };
    expect(idsOf(selectWindow(layout, viewport))).toEqual(["a", "b"]);
  });
});

describe("wires across a window", () => {
  const layout = layoutOf((log) => {
    for (const id of ["g0", "g1", "g2", "g3", "g4", "g5", "g6", "g7"]) log.goal(id);
    log.goal("g8", "root", ["g0", "g3", "g5"]);
    log.goal("g9");
    log.goal("g10");
    log.add({ k: "end", status: "completed", d: "" });
  });
  const crossing = (from: number, until: number): readonly string[] =>
    selectWindow(layout, between(left(from), left(until))).far.crossing.map((edge) => edge.id);

  it("are those that pass it or leave it without ending in it", () => {
    // From columns 1, 4 and 6 to column 9, and from the root to column 12.
    expect(crossing(2, 6)).toEqual(["g0>g8", "g3>g8", "end:12"]);
    expect(crossing(4, 6)).toEqual(["g0>g8", "g3>g8", "end:12"]);
    expect(crossing(5, 7)).toEqual(["g0>g8", "g3>g8", "g5>g8", "end:12"]);
    expect(crossing(0, 5)).toEqual(["g0>g8", "g3>g8", "end:12"]);
    expect(crossing(7, 10)).toEqual(["end:12"]);
    expect(crossing(9, 11)).toEqual(["end:12"]);
    expect(crossing(10, 12)).toEqual(["end:12"]);
    expect(crossing(8, 13)).toEqual([]);
    expect(crossing(0, 1)).toEqual(["end:12"]);
  });

  it("may lead back into a stack to the left", () => {
    const back = layoutOf((log) => {
      for (let index = 0; index < 9; index += 1) {
        log.goal(`g${index}`);
        log.turn("root");
      }
      // The stack has column 9; these follow it.
      log.turn("g0");
      for (const id of ["x", "y", "z"]) log.goal(id, "g0");
      log.goal("g9", "g8");
    });
    const crosses = (from: number, until: number): readonly string[] =>
      selectWindow(back, between(left(from), left(until))).far.crossing.map((edge) => edge.id);
    expect(back.longEdges.map((edge) => [edge.id, edge.sourceColumn, edge.targetColumn])).toContainEqual([
      ...["g9", 12, 9],
    ]);
    expect(crosses(10, 12)).toContain("g9");
    expect(crosses(12, 13)).toContain("g9");
    expect(crosses(7, 10)).not.toContain("g9");
  });

  it("come with each mounted card: all that lead into it, and none that lead to the next one", () => {
    const window = selectWindow(layout, between(left(8), left(11)), { limit: 1 });
    expect(idsOf(window)).toEqual(["g9"]);
    const wide = selectWindow(layout, between(left(8), left(10)));
    expect(idsOf(wide)).toEqual(["g7", "g8"]);
    expect(new Set(wide.edges.map((edge) => edge.id))).toEqual(
      new Set(["g7", "g8", "g0>g8", "g3>g8", "g5>g8"]),
    );
    expect(wide.far.edgeRange).toEqual([8, 13]);
  });

  it("are at most 600", () => {
    const [, edge] = layout.longEdges;
    const edges = Array.from({ length: 700 }, () => ({
      ...(edge ?? expect.fail()),
      ...{ target: "g0", sourceColumn: -1, targetColumn: 1 },
    }));
    const crowded: GraphLayout = { ...layout, edges, longEdges: edges };
    const far = selectWindow(crowded, between(left(2), left(5)));
    expect([far.edges.length, far.far.crossing.length]).toEqual([0, 0]);
    const near = selectWindow(crowded, between(left(0), left(3)));
    expect(near.edges).toHaveLength(600);
    const passing = edges.map((long) => ({ ...long, targetColumn: 9 }));
    const across = selectWindow({ ...layout, edges: passing, longEdges: passing }, between(left(2), left(5)));
    expect(across.far.crossing).toHaveLength(600);
  });
});
