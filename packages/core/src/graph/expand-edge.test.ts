import { expect, it } from "vitest";
import { outlineLog } from "../testing/outline-log.ts";
import { deriveGraph } from "./derive-graph.ts";
import { type ExpandOptions, expandEdge } from "./expand-edge.ts";

/** Expands an edge whose turns have these numbers of calls; turns are shown as the numbers of their calls by sequence. */
function expand(calls: readonly number[], options?: ExpandOptions): unknown {
  const log = outlineLog();
  for (const count of calls)
    log.turn(
      "root",
      Array.from({ length: count }, () => "ok" as const),
    );
  const { turns, earlier, later } = expandEdge(deriveGraph("task", log.entries), "root", options);
  return [
    earlier,
    turns.map((open) => [
      open.turn.sequence,
      open.calls.map((call) => call.sequence),
      ...(open.hiddenCalls === 0 ? [] : [open.hiddenCalls]),
    ]),
    later,
  ];
}
const NONE = { turns: 0, calls: 0 };

it("shows all turns of a short edge with their calls", () => {
  expect(expand([1, 2, 0])).toEqual([
    NONE,
    [
      [1, [2]],
      [3, [4, 5]],
      [6, []],
    ],
    NONE,
  ]);
});

it("expands an edge without turns, or an unknown one, to nothing", () => {
  expect(expand([])).toEqual([NONE, [], NONE]);
  expect(expandEdge(deriveGraph("task", []), "unknown")).toEqual({ turns: [], earlier: NONE, later: NONE });
});

it("shows twelve calls from the first turn on and counts the rest", () => {
  expect(expand(Array.from({ length: 14 }, () => 1))).toEqual([
    NONE,
    Array.from({ length: 12 }, (_, index) => [2 * index + 1, [2 * index + 2]]),
    { turns: 2, calls: 2 },
  ]);
});

it.each([
  // Turns begin at 1, 3, 5, 7, 9.
  ["the requested turn and its neighbors on both sides", 5, 3, [1, 4], [3, 5, 7]],
  ["an earlier turn before a later one", 5, 2, [1, 3], [3, 5]],
  ["the turn of a call", 6, 1, [2, 3], [5]],
  ["the turn before a sequence between turns", 4, 1, [1, 2], [3]],
  ["the first turn for a sequence before it", 0, 1, [0, 1], [1]],
  ["the last turn for a sequence after it", 99, 2, [3, 5], [7, 9]],
  ["everything within the limit", 5, 5, [0, 5], [1, 3, 5, 7, 9]],
  ["nothing for no room", 5, 0, [2, 2], []],
])("shows %s", (_, around, limit, [from, until], sequences) => {
  expect(expand([1, 1, 1, 1, 1], { around, limit })).toEqual([
    { turns: from, calls: from },
    sequences.map((sequence) => [sequence, [sequence + 1]]),
    { turns: 5 - (until ?? 0), calls: 5 - (until ?? 0) },
  ]);
});

it("counts a turn without calls as one line", () => {
  expect(expand([0, 0, 0, 0], { limit: 3 })).toEqual([
    NONE,
    [
      [1, []],
      [2, []],
      [3, []],
    ],
    { turns: 1, calls: 0 },
  ]);
});

it("leaves out neighbors that do not fit as a whole, on either side", () => {
  expect(expand([4, 1, 3], { around: 6, limit: 4 })).toEqual([
    { turns: 1, calls: 4 },
    [
      [6, [7]],
      [8, [9, 10, 11]],
    ],
    NONE,
  ]);
  expect(expand([3, 1, 4], { around: 5, limit: 4 })).toEqual([
    NONE,
    [
      [1, [2, 3, 4]],
      [5, [6]],
    ],
    { turns: 1, calls: 4 },
  ]);
  expect(expand([4, 1, 4], { around: 6, limit: 4 })).toEqual([
    { turns: 1, calls: 4 },
    [[6, [7]]],
    { turns: 1, calls: 4 },
  ]);
});

it("shows a turn with more calls than fit from its first call, or around the requested one", () => {
  const from = (first: number, hidden: number): unknown => [
    ...[{ turns: 0, calls: 0 }, [[1, [first, first + 1, first + 2, first + 3], hidden]], NONE],
  ];
  expect(expand([10], { limit: 4 })).toEqual(from(2, 6));
  // Calls have sequences 2 to 11.
  expect(expand([10], { limit: 4, around: 1 })).toEqual(from(2, 6));
  expect(expand([10], { limit: 4, around: 4 })).toEqual(from(2, 6));
  expect(expand([10], { limit: 4, around: 5 })).toEqual(from(3, 6));
  expect(expand([10], { limit: 4, around: 11 })).toEqual(from(8, 6));
  expect(expand([5], { limit: 4, around: 6 })).toEqual(from(3, 1));
  expect(expand([4], { limit: 4, around: 5 })).toEqual([NONE, [[1, [2, 3, 4, 5]]], NONE]);
});
