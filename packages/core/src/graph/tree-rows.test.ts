import { expect, it } from "vitest";
import { goalCreated } from "../testing/goal-operations.ts";
import { type OutlineLog, outlineLog } from "../testing/outline-log.ts";
import { deriveGraph } from "./derive-graph.ts";
import type { Graph } from "./graph.ts";
import { type TreeFilter, treeRows } from "./tree-rows.ts";

function graphOf(write: (log: OutlineLog) => void): Graph {
  const log = outlineLog();
  write(log);
  return deriveGraph("task", log.entries);
}

/** `a` with `a1` and `a2`, of which `a1` has `a11`; then `b`, which is abandoned, and `c`, which is only planned. */
const family = (log: OutlineLog): void => {
  log.goal("a");
  log.goal("a1", "a");
  log.goal("a11", "a1");
  log.turn("a11", ["error", "error"]);
  log.goal("a2", "a");
  log.add({ k: "limit", d: "steps" }, "a");
  log.goal("b");
  log.status("b", "abandoned");
  log.plan("c");
  log.add({ k: "calling", call: "m1" }, "a2");
};

const ids = (collapsed: readonly string[], filter?: TreeFilter): readonly string[] =>
  treeRows(graphOf(family), new Set(collapsed), filter).map((row) => row.goal.id);

it("lists the goals in plan order with the data of a tree view", () => {
  const graph = graphOf(family);
  const closed = { expandable: false, expanded: false, inFocus: false, live: false };
  const none = { hiddenGoals: 0, marks: new Map() };
  expect(treeRows(graph, new Set())).toEqual(
    [
      {
        ...{ ...closed, ...none, id: "root", number: null, depth: 0, expandable: true, expanded: true },
        ...{ positionInSet: 1, setSize: 1 },
      },
      {
        ...{ ...closed, ...none, id: "a", number: "1", depth: 1, expandable: true, expanded: true },
        ...{ positionInSet: 1, setSize: 3, marks: new Map([["limit", 1]]) },
      },
      {
        ...{ ...closed, ...none, id: "a1", number: "1.1", depth: 2, expandable: true, expanded: true },
        ...{ positionInSet: 1, setSize: 2 },
      },
      {
        ...{ ...closed, ...none, id: "a11", number: "1.1.1", depth: 3 },
        ...{ positionInSet: 1, setSize: 1, marks: new Map([["error", 2]]) },
      },
      { ...closed, ...none, id: "a2", number: "1.2", depth: 2, positionInSet: 2, setSize: 2, live: true },
      { ...closed, ...none, id: "b", number: null, depth: 1, positionInSet: 2, setSize: 3, inFocus: true },
      { ...closed, ...none, id: "c", number: "2", depth: 1, positionInSet: 3, setSize: 3 },
    ].map(({ id, ...row }) => ({ ...row, goal: graph.goals.get(id) })),
  );
});

it("adds the number and the marks of hidden goals to a collapsed goal", () => {
  const graph = graphOf(family);
  const rows = treeRows(graph, new Set(["a", "c"]));
  expect(rows.map((row) => [row.goal.id, row.expandable, row.expanded, row.hiddenGoals])).toEqual([
    ["root", true, true, 0],
    ["a", true, false, 3],
    ["b", false, false, 0],
    ["c", false, false, 0],
  ]);
  expect(rows[1]?.marks).toEqual(
    new Map([
      ["error", 2],
      ["limit", 1],
    ]),
  );
  expect(graph.nodes.get("a")?.markerCounts).toEqual(new Map([["limit", 1]]));
});

it("counts planned goals below a collapsed one", () => {
  const graph = graphOf((log) => {
    log.goal("a");
    log.add({ k: "goals", ops: [goalCreated("a1", "a"), goalCreated("a2", "a")] });
  });
  expect(treeRows(graph, new Set(["a"])).map((row) => [row.goal.id, row.hiddenGoals])).toEqual([
    ["root", 0],
    ["a", 2],
  ]);
});

it("leaves out what the filter hides, with everything below it", () => {
  expect(ids([], { hideAbandoned: true, only: null })).toEqual(["root", "a", "a1", "a11", "a2", "c"]);
  expect(ids([], { hideAbandoned: false, only: null })).toEqual(["root", "a", "a1", "a11", "a2", "b", "c"]);
  expect(ids([], { hideAbandoned: false, only: new Set(["a", "a11", "b"]) })).toEqual(["root", "a", "b"]);
  expect(ids([], { hideAbandoned: true, only: new Set(["a", "b"]) })).toEqual(["root", "a"]);
});

it("counts positions among the shown siblings, and the hidden ones of a goal without shown sub-goals", () => {
  const rows = treeRows(graphOf(family), new Set(), { hideAbandoned: false, only: new Set(["a", "c"]) });
  expect(
    rows.map((row) => [row.goal.id, row.positionInSet, row.setSize, row.expandable, row.hiddenGoals]),
  ).toEqual([
    ["root", 1, 1, true, 0],
    ["a", 1, 2, false, 3],
    ["c", 2, 2, false, 0],
  ]);
});

it("leaves out children without a goal", () => {
  const graph = graphOf((log) => log.goal("a"));
  graph.goals.delete("a");
  expect(treeRows(graph, new Set()).map((row) => row.goal.id)).toEqual(["root"]);
});
