import { describe, expect, it } from "vitest";
import { layoutStory } from "./layout-story.ts";
import type { Story, StoryItem } from "./story.ts";

/** A band with a fork of two branches, before a later goal of the run and a late goal of the first branch. */
const ITEMS: readonly StoryItem[] = [
  { kind: "goal", id: "band", sequence: 1 },
  { kind: "fork", id: "fork", sequence: 2, parentId: "band", mode: "explore", branches: 2 },
  { kind: "goal", id: "after", sequence: 3 },
  { kind: "goal", id: "late", sequence: 4 },
];

const storyOf = (items: readonly StoryItem[]): Story => ({
  ...{ rootId: "root", items, rootWork: 0, planned: [] },
  parentOf: (id) => (id === "late" ? "band" : "root"),
  branchOf: (id) => (id === "late" ? { forkId: "fork", index: 0 } : null),
});

describe("the bars of a folded band", () => {
  it("include every branch from the beginning, so that a late goal of a branch moves nothing", () => {
    const [before, after] = [ITEMS.slice(0, 3), ITEMS].map((items) =>
      layoutStory(storyOf(items), { width: 808, distance: "map" }),
    );
    const barsOf = (board: typeof before): unknown =>
      board?.lines.flatMap(({ barRows }) => barRows.flatMap(({ bars }) => bars.map(({ goals }) => goals)));
    expect(barsOf(before)).toEqual([[], []]);
    expect(barsOf(after)).toEqual([["late"], []]);
    expect(after?.boxes.get("after")?.y).toBe(before?.boxes.get("after")?.y);
  });
});
