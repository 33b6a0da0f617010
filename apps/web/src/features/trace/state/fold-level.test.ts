import { describe, expect, it } from "vitest";
import { foldLevel } from "./fold-level.ts";

const graph = {
  rootId: "root",
  children: new Map([
    ["root", ["a", "b"]],
    ["a", ["a1"]],
    ["a1", ["a2"]],
    ["b", ["b1"]],
  ]),
};

describe("foldLevel", () => {
  it("closes the deepest open level and opens the highest closed one", () => {
    const once = foldLevel(graph, [], -1);
    expect(once).toEqual(["a1"]);
    const twice = foldLevel(graph, once, -1);
    expect(twice).toEqual(["a1", "a", "b"]);
    expect(foldLevel(graph, twice, -1)).toEqual(twice);
    expect(foldLevel(graph, twice, 1)).toEqual(["a1"]);
    expect(foldLevel(graph, ["a1"], 1)).toEqual([]);
    expect(foldLevel(graph, [], 1)).toEqual([]);
  });
});
