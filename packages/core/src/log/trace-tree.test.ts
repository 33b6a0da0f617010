import fc from "fast-check";
import { expect, it } from "vitest";
import { buildTrace } from "../testing/builders.ts";
import { buildTraceTree, type TraceTree } from "./trace-tree.ts";
import type { Trace } from "./trace.ts";

const ROOT = buildTrace({ id: "root", createdAt: 0 });
const child = (id: string, parentId: string | null, createdAt: number): Trace =>
  buildTrace({ id, rootId: "root", parentId, createdAt });

type Shape = readonly [id: string, ...children: Shape[]];
function toShape({ trace, children }: TraceTree): Shape {
  return [trace.id, ...children.map(toShape)];
}
function collectIds({ trace, children }: TraceTree): readonly string[] {
  return [trace.id, ...children.flatMap(collectIds)];
}

it("nests runs under the run that spawned them, siblings oldest first", () => {
  const family = [child("b", "root", 2), child("a1", "a", 3), child("a", "root", 1), ROOT];
  expect(toShape(buildTraceTree(ROOT, family))).toEqual(["root", ["a", ["a1"]], ["b"]]);
});

it("returns only the subtree of a child", () => {
  const [a, a1, b] = [child("a", "root", 1), child("a1", "a", 2), child("b", "root", 3)];
  expect(toShape(buildTraceTree(a, [ROOT, a, a1, b]))).toEqual(["a", ["a1"]]);
});

it("leaves out runs of another root", () => {
  const other = buildTrace({ id: "other", rootId: "elsewhere", parentId: "root" });
  expect(toShape(buildTraceTree(ROOT, [other]))).toEqual(["root"]);
});

it("attaches a run with a deleted parent, and its children, to the root", () => {
  const family = [child("lost", "deleted", 1), child("found", "lost", 2)];
  expect(toShape(buildTraceTree(ROOT, family))).toEqual(["root", ["lost", ["found"]]]);
});

it("shows every run exactly once for any parent references", () => {
  const names = ["root", "a", "b", "c", "d", "gone"];
  const parents = fc.tuple(...["a", "b", "c", "d"].map(() => fc.constantFrom(...names)));
  fc.assert(
    fc.property(parents, (chosen) => {
      const family = chosen.map((parent, index) => child(names[index + 1] ?? "", parent, 4 - index));
      expect([...collectIds(buildTraceTree(ROOT, family))].sort()).toEqual(["a", "b", "c", "d", "root"]);
    }),
  );
});

it("orders runs of the same age by their ids, wherever they are", () => {
  const family = ["c", "a", "b"].map((id) => child(id, "root", 1));
  expect(toShape(buildTraceTree(ROOT, family))).toEqual(["root", ["a"], ["b"], ["c"]]);
  expect(toShape(buildTraceTree(ROOT, family.toReversed()))).toEqual(["root", ["a"], ["b"], ["c"]]);
  const below = [child("p", "root", 1), ...["c", "a", "b"].map((id) => child(id, "p", 2))];
  expect(toShape(buildTraceTree(ROOT, below))).toEqual(["root", ["p", ["a"], ["b"], ["c"]]]);
});

it("puts runs with a deleted parent among the other children by age", () => {
  const family = [child("old", "root", 1), child("new", "root", 3), child("lost", "deleted", 2)];
  expect(toShape(buildTraceTree(ROOT, family))).toEqual(["root", ["old"], ["lost"], ["new"]]);
});

it("keeps a run below its parent when that parent lost its own, whichever is older", () => {
  const family = [child("found", "lost", 1), child("lost", "deleted", 2), child("other", "root", 3)];
  expect(toShape(buildTraceTree(ROOT, family))).toEqual(["root", ["lost", ["found"]], ["other"]]);
});

it("starts a cycle of parents at its oldest run", () => {
  const family = [child("a", "b", 2), child("b", "a", 1)];
  expect(toShape(buildTraceTree(ROOT, family))).toEqual(["root", ["b", ["a"]]]);
});

it("does not repeat the root when it is listed with its family, nor when it is its own parent", () => {
  const root = buildTrace({ id: "root", createdAt: 0, parentId: "root" });
  expect(toShape(buildTraceTree(root, [root, child("a", "root", 1)]))).toEqual(["root", ["a"]]);
});
