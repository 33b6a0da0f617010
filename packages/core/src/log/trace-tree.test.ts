import fc from "fast-check";
import { expect, it } from "vitest";
import { buildTrace } from "../testing/builders.ts";
import { buildTraceTree, type TraceTree } from "./trace-tree.ts";
import type { Trace } from "./trace.ts";

const ROOT = buildTrace({ id: "root", createdAt: 0 });
const child = (id: string, parentId: string | null, createdAt: number): Trace =>
  buildTrace({ id, rootId: "root", parentId, createdAt });

type Shape = readonly [id: string, ...children: Shape[]];
function shapeOf({ trace, children }: TraceTree): Shape {
  return [trace.id, ...children.map(shapeOf)];
}
function idsOf({ trace, children }: TraceTree): readonly string[] {
  return [trace.id, ...children.flatMap(idsOf)];
}

it("nests runs under the run that spawned them, siblings oldest first", () => {
  const family = [child("b", "root", 2), child("a1", "a", 3), child("a", "root", 1), ROOT];
  expect(shapeOf(buildTraceTree(ROOT, family))).toEqual(["root", ["a", ["a1"]], ["b"]]);
});

it("gives a child the tree below it alone", () => {
  const [a, a1, b] = [child("a", "root", 1), child("a1", "a", 2), child("b", "root", 3)];
  expect(shapeOf(buildTraceTree(a, [ROOT, a, a1, b]))).toEqual(["a", ["a1"]]);
});

it("leaves out the runs of another root", () => {
  const other = buildTrace({ id: "other", rootId: "elsewhere", parentId: "root" });
  expect(shapeOf(buildTraceTree(ROOT, [other]))).toEqual(["root"]);
});

it("hangs a run whose parent is gone under the root, with what it spawned", () => {
  const family = [child("lost", "deleted", 1), child("found", "lost", 2)];
  expect(shapeOf(buildTraceTree(ROOT, family))).toEqual(["root", ["lost", ["found"]]]);
});

it("shows every run exactly once, whatever runs name as their parents", () => {
  const names = ["root", "a", "b", "c", "d", "gone"];
  const parents = fc.tuple(...["a", "b", "c", "d"].map(() => fc.constantFrom(...names)));
  fc.assert(
    fc.property(parents, (chosen) => {
      const family = chosen.map((parent, index) => child(names[index + 1] ?? "", parent, 4 - index));
      expect([...idsOf(buildTraceTree(ROOT, family))].sort()).toEqual(["a", "b", "c", "d", "root"]);
    }),
  );
});
