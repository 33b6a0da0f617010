import { expect, it } from "vitest";
import { sumsBelow, treeSums } from "./tree-sums.ts";

it("sums up the runs of a tree", () => {
  const runs = [
    { calls: 3, tokens: 100, cost: 0.5 },
    { calls: 2, tokens: 40, cost: 0.25 },
  ];
  expect(treeSums(runs)).toEqual({ calls: 5, tokens: 140, cost: 0.75 });
  expect(treeSums([])).toEqual({ calls: 0, tokens: 0, cost: 0 });
});

it("has no cost when that of one run is unknown, in any order", () => {
  const known = { calls: 1, tokens: 1, cost: 1 };
  const unknown = { ...known, cost: null };
  expect(treeSums([unknown, known]).cost).toBeNull();
  expect(treeSums([known, unknown]).cost).toBeNull();
});

it("sums up the runs below each run, at any depth", () => {
  const run = (id: string, parentId: string | null, cost: number | null = 1) => {
    return { id, parentId, calls: 1, tokens: 10, cost };
  };
  const below = sumsBelow([run("root", null), run("a", "root"), run("aa", "a"), run("b", "root", null)]);
  expect([...below].toSorted()).toEqual([
    ["a", { calls: 1, tokens: 10, cost: 1 }],
    ["root", { calls: 3, tokens: 30, cost: null }],
  ]);
});
