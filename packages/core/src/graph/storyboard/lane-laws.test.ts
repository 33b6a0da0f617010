import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OutlineEntry } from "../../log/outline.ts";
import { outlineArbitrary, treeStoryArbitrary, widthArbitrary } from "../../testing/story-world.ts";
import { deriveGraph } from "../derive-graph.ts";
import { type Distance, LEVELS } from "./distance.ts";
import { layoutStory } from "./layout-story.ts";
import { type Story, storyOf } from "./story.ts";
import type { Storyboard, StoryBox } from "./storyboard.ts";

/** The map folds bands, with the sub-agents in them. */
const openDistance = (): fc.Arbitrary<Distance> => fc.constantFrom<Distance>("tiles", "cards", "detail");

const storyOfLog = (entries: readonly OutlineEntry[]): Story => storyOf(deriveGraph("task", entries));

/** Headers, results and sub-agents from top to bottom, and from left to right in a line. */
function inReadingOrder(board: Storyboard): readonly StoryBox[] {
  return board.lines
    .filter(({ kind }) => kind !== "panel" && kind !== "planned" && kind !== "members")
    .flatMap(({ boxes }) => boxes);
}

/** A sub-agent on its own with its start, as it is in the story. */
type Lane = Extract<Story["items"][number], { kind: "lane" }>;

const lanesOf = ({ items }: Story): readonly Lane[] => items.filter((item) => item.kind === "lane");

/** Logs of this length have no band with so many results that further ones are stacked. */
const SHORT = 22;

/** The goals from the root down to one. */
function pathTo(story: Story, goalId: string): readonly string[] {
  const path = [goalId];
  for (let id = goalId; id !== story.rootId; id = story.parentOf(id)) path.unshift(story.parentOf(id));
  return path;
}

const anyStory = (): fc.Arbitrary<Story> =>
  fc.oneof(outlineArbitrary(60).map(storyOfLog), treeStoryArbitrary(60));

describe("the lane of a sub-agent", () => {
  it("comes after all that was placed before it was started, and before all that came later", () => {
    fc.assert(
      fc.property(anyStory(), widthArbitrary(), openDistance(), (story, width, distance) => {
        const order = inReadingOrder(layoutStory(story, { width, distance }));
        for (const { id, sequence } of lanesOf(story)) {
          const at = order.findIndex((box) => box.id === id);
          expect(at, id).toBeGreaterThan(0);
          expect(order.slice(0, at).filter((box) => box.sequence > sequence)).toEqual([]);
          expect(order.slice(at + 1).filter((box) => box.sequence < sequence)).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("is below the header of the goal that started it, however often that goal is worked on", () => {
    fc.assert(
      fc.property(outlineArbitrary(SHORT), widthArbitrary(), openDistance(), (entries, width, distance) => {
        const story = storyOfLog(entries);
        const board = layoutStory(story, { width, distance });
        for (const { id, parentId } of lanesOf(story)) {
          const { part } = board.boxes.get(id) ?? {};
          const path = pathTo(story, parentId);
          expect(board.boxes.get(part?.id ?? "")?.kind).toBe("header");
          // Goals that are too deep for a header are stacked below one that has it.
          expect(part?.goalId, id).toBe(path[Math.min(path.length - 1, LEVELS)]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("is where it was in every longer log, beside goals that begin, end and are worked on again", () => {
    fc.assert(
      fc.property(
        ...([outlineArbitrary(60), fc.nat({ max: 100 }), widthArbitrary(), openDistance()] as const),
        (entries, percent, width, distance) => {
          const early = storyOfLog(entries.slice(0, Math.ceil((entries.length * percent) / 100)));
          const [before, after] = [early, storyOfLog(entries)].map((story) =>
            layoutStory(story, { width, distance }),
          );
          for (const { id } of lanesOf(early)) {
            const { x, y, width: wide, height } = before?.boxes.get(id) ?? {};
            expect(after?.boxes.get(id), id).toMatchObject({ x, y, width: wide, height });
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
