import { expect, it } from "vitest";
import { treeSums } from "./tree-sums.ts";

it("adds up the runs of a tree", () => {
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
