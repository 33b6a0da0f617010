import fc from "fast-check";
import { expect, it } from "vitest";
import { numberGoals } from "../goals/number-goals.ts";
import { outlineArbitrary } from "../testing/story-world.ts";
import { applyEntry, createGraph } from "./apply-event.ts";
import { layoutStory } from "./storyboard/layout-story.ts";
import { storyOf } from "./storyboard/story.ts";
import { treeRows } from "./tree-rows.ts";

it("keeps places, numbers and rows of the plan while the structure stays the same", () => {
  fc.assert(
    fc.property(outlineArbitrary(40), (entries) => {
      const graph = createGraph("task");
      let before = { structure: -1, picture: "" };
      for (const entry of entries) {
        applyEntry(graph, entry);
        const board = layoutStory(storyOf(graph), { width: 900, distance: "cards" });
        const boxes = [...board.boxes.values()].map(({ id, x, y, width, goals }) => [id, x, y, width, goals]);
        const rows = treeRows(graph, new Set()).map(({ goal, number, marks }) => [
          ...[goal.id, goal.status, goal.title, number],
          [...marks],
        ]);
        const picture = JSON.stringify([boxes, rows, [...board.owners], [...numberGoals(graph)]]);
        if (graph.structure === before.structure) expect(picture).toBe(before.picture);
        before = { structure: graph.structure, picture };
      }
    }),
  );
});
