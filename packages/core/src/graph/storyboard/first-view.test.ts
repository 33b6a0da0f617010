import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bandsLog, fanLog } from "../../testing/story-shapes.ts";
import { outlineArbitrary, treeStoryArbitrary, widthArbitrary } from "../../testing/story-world.ts";
import { deriveGraph } from "../derive-graph.ts";
import {
  clampScroll,
  firstCamera,
  firstDistance,
  fittingDistance,
  followCamera,
  keepAnchor,
} from "./first-view.ts";
import { BOTTOM, layoutStory } from "./layout-story.ts";
import { type Story, storyOf } from "./story.ts";
import type { Storyboard } from "./storyboard.ts";

const PANE = { width: 808, height: 697 };

const fan = (goals: number): Story => storyOf(deriveGraph("task", fanLog(goals)));
const bands = (goals: number): Story => storyOf(deriveGraph("task", bandsLog(goals)));
const inCards = (story: Story): Storyboard => layoutStory(story, { width: PANE.width, distance: "cards" });
const NOTHING = { selected: null, firstFailing: null, following: false };

describe("the first distance", () => {
  it("is the nearest that is not too high: one screen of Detail, one and a half of Cards, two of Tiles", () => {
    expect([2, 4, 20].map((goals) => firstDistance(fan(goals), PANE))).toEqual(["detail", "detail", "cards"]);
    expect([36, 400].map((goals) => firstDistance(bands(goals), PANE))).toEqual(["tiles", "map"]);
  });

  it("is Cards or farther while the run works, because it will grow", () => {
    const working = { isWorking: true };
    expect([2, 4, 20].map((goals) => firstDistance(fan(goals), PANE, working))).toEqual([
      ...["cards", "cards", "cards"],
    ]);
    expect([36, 400].map((goals) => firstDistance(bands(goals), PANE, working))).toEqual(["tiles", "map"]);
  });

  it("is found from far to near, because a nearer distance is never lower", () => {
    const stories = fc.oneof(
      outlineArbitrary().map((entries) => storyOf(deriveGraph("task", entries))),
      treeStoryArbitrary(),
    );
    fc.assert(
      fc.property(stories, widthArbitrary(), (story, width) => {
        const heights = (["tiles", "cards", "detail"] as const).map(
          (distance) => layoutStory(story, { width, distance }).height,
        );
        expect([...heights].sort((left, right) => left - right)).toEqual(heights);
      }),
      { numRuns: 100 },
    );
  });

  it("fits the whole run into the pane when asked to", () => {
    expect([2, 12, 20].map((goals) => fittingDistance(fan(goals), PANE, PANE))).toEqual([
      ...["detail", "cards", "tiles"],
    ]);
    expect(fittingDistance(bands(400), PANE, PANE)).toBe("map");
  });
});

describe("the first camera", () => {
  const board = inCards(bands(120));
  const last = board.lines.at(-1);
  const lastBox = last?.boxes[0]?.id ?? null;

  it("is at the top", () => {
    expect(firstCamera(board, PANE.height, NOTHING)).toBe(0);
  });

  it("puts the line of the selection at a third of the pane", () => {
    const scroll = firstCamera(board, PANE.height, { ...NOTHING, selected: "g60", following: true });
    const y = board.boxes.get("g60")?.y ?? 0;
    expect(Math.abs(y - board.metrics.wireRow - scroll - PANE.height / 3)).toBeLessThan(1);
  });

  it("puts the newest line at two thirds of the pane while following", () => {
    const scroll = firstCamera(board, PANE.height, { ...NOTHING, following: true });
    expect(scroll).toBe(followCamera(board, PANE.height, 0));
    expect((last?.y ?? 0) - scroll).toBeGreaterThanOrEqual((PANE.height * 2) / 3 - 1);
  });

  it("is at the top while following as long as every line is in view, although controls have room below", () => {
    const least = board.height - BOTTOM;
    const newest = board.lines.findLast(({ kind }) => kind !== "planned" && kind !== "panel");
    const shown = (newest?.y ?? 0) + (newest?.height ?? 0);
    expect([least, shown - 1].map((height) => followCamera(board, height, 0) === 0)).toEqual([true, false]);
  });

  it("follows only to a line that is not in view, and shows it whole", () => {
    const newest = board.lines.findLast(({ kind }) => kind !== "planned" && kind !== "panel");
    const bottom = (newest?.y ?? 0) + (newest?.height ?? 0);
    const least = bottom - PANE.height;
    expect(followCamera(board, PANE.height, least)).toBe(least);
    const end = board.height - PANE.height;
    expect(followCamera(board, PANE.height, end)).toBe(end);
    expect(followCamera(board, PANE.height, least - 1)).toBe(followCamera(board, PANE.height, 0));
    expect(followCamera(board, PANE.height, least - 1)).toBeGreaterThan(least);
    // In a low pane, two thirds would cut the line off.
    const low = (newest?.height ?? 0) + 10;
    expect(bottom - followCamera(board, low, 0)).toBeLessThanOrEqual(low);
  });

  it("goes to the first failing line only when that is below the fold", () => {
    const aim = { ...NOTHING, firstFailing: "g1" };
    expect(firstCamera(board, PANE.height, aim)).toBe(0);
    expect(firstCamera(board, PANE.height, { ...NOTHING, firstFailing: lastBox })).toBeGreaterThan(0);
  });

  it("ignores boxes that are not drawn", () => {
    expect(firstCamera(board, PANE.height, { ...NOTHING, selected: "gone", firstFailing: "gone" })).toBe(0);
  });
});

describe("scrolling", () => {
  const board = inCards(bands(120));

  it("stays within the storyboard", () => {
    expect([-5, 1e9].map((scroll) => clampScroll(board, 700, scroll))).toEqual([0, board.height - 700]);
    expect(clampScroll({ height: 100 }, 700, 50)).toBe(0);
  });

  it("keeps the anchor in place in another layout, or the offset without one", () => {
    const tiles = layoutStory(bands(120), { width: PANE.width, distance: "tiles" });
    const y = board.boxes.get("g60")?.y ?? 0;
    const after = { board: tiles, height: 100 };
    const kept = keepAnchor({ board, scroll: y - 40 }, after, "g60");
    expect((tiles.boxes.get("g60")?.y ?? 0) - kept).toBe(40);
    expect(keepAnchor({ board, scroll: 77 }, after, null)).toBe(77);
    expect(keepAnchor({ board, scroll: 77 }, after, "gone")).toBe(77);
  });
});
