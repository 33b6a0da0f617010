import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OutlineEntry } from "../../log/outline.ts";
import { bandsLog, chainLog, fanLog, planFirstLog, returningLog } from "../../testing/story-shapes.ts";
import {
  distanceArbitrary,
  outlineArbitrary,
  treeStoryArbitrary,
  widthArbitrary,
} from "../../testing/story-world.ts";
import { applyEntry, createGraph } from "../apply-event.ts";
import { deriveGraph } from "../derive-graph.ts";
import { columnsOf, DISTANCES, isNarrow, metricsOf } from "./distance.ts";
import { keepAnchor } from "./first-view.ts";
import { layoutStory } from "./layout-story.ts";
import { type Story, storyOf } from "./story.ts";
import type { Storyboard, StoryboardOptions, StoryBox } from "./storyboard.ts";
import { boardSums } from "./sums.ts";
import { boxAt, boxesToMount } from "./window.ts";
import { wireRow } from "./wire-row.ts";

const storyOfLog = (entries: readonly OutlineEntry[]): Story => storyOf(deriveGraph("task", entries));

const cut = (story: Story, length: number): Story => ({ ...story, items: story.items.slice(0, length) });

/** A log or a tree of agents, as the stories after each of its entries. The last one is the whole. */
function growingStories(): fc.Arbitrary<readonly Story[]> {
  const ofLog = outlineArbitrary(25).map((entries) =>
    entries.map((_, index) => storyOfLog(entries.slice(0, index + 1))),
  );
  const ofTree = treeStoryArbitrary(25).map((story) =>
    Array.from({ length: story.items.length + 1 }, (_, length) => cut(story, length)),
  );
  return fc.oneof(ofLog, ofTree);
}

function anyStory(): fc.Arbitrary<Story> {
  return fc.oneof(outlineArbitrary().map(storyOfLog), treeStoryArbitrary());
}

/** Boxes that a person may have opened and folded, as numbers that pick boxes. */
const openings = (): fc.Arbitrary<readonly number[]> => fc.array(fc.nat({ max: 200 }), { maxLength: 4 });

function opened(story: Story, picks: readonly number[], options: StoryboardOptions): StoryboardOptions {
  const board = layoutStory(story, options);
  // A goal without work has nothing to open, and what is open of the last result moves with it.
  const isFinal = (goalId: string): boolean =>
    board.owners.get(goalId) !== board.tipId && (goalId !== "root" || story.rootWork !== null);
  const ids = [...board.boxes.values()].filter(
    ({ goalId, kind }) => kind !== "planned" && kind !== "outcome" && isFinal(goalId),
  );
  const chosen = picks.flatMap((pick) => ids[pick % Math.max(1, ids.length)] ?? []);
  return {
    ...options,
    panels: chosen
      .filter(({ kind }) => kind === "card" || kind === "own" || kind === "header")
      .map(({ goalId }, index) => ({ goalId, height: 54 + index * 24 })),
    verdict: chosen[0]?.kind === "card" ? { goalId: chosen[0].goalId, height: 134 } : null,
    openStacks: new Set(chosen.filter(({ kind }) => kind === "stack").map(({ id }) => id)),
  };
}

const geometry = ({ x, y, width, height }: StoryBox): readonly number[] => [x, y, width, height];

describe("the laws of the storyboard", () => {
  it("moves and resizes no box but the tip and the planned lines when the run grows", () => {
    fc.assert(
      fc.property(
        growingStories(),
        widthArbitrary(),
        distanceArbitrary(),
        openings(),
        (stories, width, distance, picks) => {
          const whole = stories.at(-1);
          if (whole === undefined) return;
          for (const story of stories) {
            const options = opened(story, picks, { width, distance });
            const before = layoutStory(story, options);
            const after = layoutStory(whole, options);
            for (const box of before.boxes.values()) {
              if (box.kind === "planned" || box.id === before.tipId) continue;
              const now = after.boxes.get(box.id);
              expect([box.id, now && geometry(now)]).toEqual([box.id, geometry(box)]);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("moves what is below an opening by one amount, and nothing else", () => {
    fc.assert(
      fc.property(
        ...([anyStory(), widthArbitrary(), distanceArbitrary(), openings(), fc.nat({ max: 500 })] as const),
        (story, width, distance, picks, pick) => {
          const base = { width, distance };
          const options = opened(story, picks, base);
          const closed = layoutStory(story, options);
          const boxes = [...closed.boxes.values()].filter(
            ({ kind }) => kind !== "panel" && kind !== "planned",
          );
          const target = boxes[pick % boxes.length];
          // The work of the root is on its card while it has one.
          if (target === undefined || (target.id === "root" && closed.boxes.has("own:root"))) return;
          for (const change of changesOf(options, target)) {
            const open = layoutStory(story, change);
            expectOneShift(closed, open, target);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it("keeps every box inside the width and apart from all others", () => {
    fc.assert(
      fc.property(
        anyStory(),
        widthArbitrary(),
        distanceArbitrary(),
        openings(),
        (story, width, distance, picks) => {
          const base = { width, distance };
          const board = layoutStory(story, opened(story, picks, base));
          const boxes = [...board.boxes.values()];
          for (const [index, box] of boxes.entries()) {
            expect(box.x).toBeGreaterThanOrEqual(0);
            expect(box.x + box.width).toBeLessThanOrEqual(width);
            expect(box.y + box.height).toBeLessThanOrEqual(board.height);
            for (const other of boxes.slice(index + 1)) expect(overlap(box, other)).toBe(false);
          }
          for (const [index, line] of board.lines.entries()) {
            const before = board.lines[index - 1];
            expect(line.y).toBeGreaterThanOrEqual(before === undefined ? 0 : before.y + before.height);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it("places boxes in the order of first work, the same at every distance and width", () => {
    fc.assert(
      fc.property(anyStory(), widthArbitrary(), widthArbitrary(), (story, width, otherWidth) => {
        const hasBranches = story.items.some(({ kind }) => kind === "fork");
        const orders = DISTANCES.flatMap((distance) =>
          [width, otherWidth].map((each) => layoutStory(story, { width: each, distance })),
        );
        for (const board of orders) {
          const ascending = board.lines
            .filter(({ kind }) => kind !== "planned" && kind !== "panel" && kind !== "verdict")
            .flatMap((line) => line.boxes.map((box) => box.sequence));
          expect(ascending).toEqual([...ascending].sort((left, right) => left - right));
          // Goals of one branch are together, and a bar is where its goal came.
          if (!hasBranches) expect(readingOrder(board)).toEqual(readingOrder(orders[0] ?? board));
        }
      }),
      { numRuns: 100 },
    );
  });

  it("changes no y between two widths with as many slots, and keeps the anchor otherwise", () => {
    fc.assert(
      fc.property(
        ...([anyStory(), widthArbitrary(), fc.integer({ min: 1, max: 400 }), fc.nat({ max: 500 })] as const),
        (story, width, more, pick) => {
          for (const distance of DISTANCES) {
            const before = layoutStory(story, { width, distance });
            const after = layoutStory(story, { width: width + more, distance });
            const boxes = [...before.boxes.values()].filter(({ kind }) => kind !== "planned");
            if (hasSameSlots(width, width + more, distance) && distance !== "map")
              for (const box of boxes) expect([box.id, after.boxes.get(box.id)?.y]).toEqual([box.id, box.y]);
            const anchor = boxes[pick % boxes.length];
            if (anchor === undefined) continue;
            const scroll = anchor.y;
            const target = { board: after, height: 1 };
            const kept = keepAnchor({ board: before, scroll }, target, anchor.id);
            expect((after.boxes.get(anchor.id)?.y ?? 0) - kept).toBe(anchor.y - scroll);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("counts every call, error, loop and price of the run once, whatever is folded", () => {
    fc.assert(
      fc.property(
        ...([
          outlineArbitrary(),
          widthArbitrary(),
          distanceArbitrary(),
          fc.array(fc.nat({ max: 40 })),
        ] as const),
        (entries, width, distance, folds) => {
          const graph = deriveGraph("task", entries);
          const folded = new Set(folds.map((fold) => `g${fold}`));
          const unfolded = new Set(folds.map((fold) => `g${fold + 1}`));
          const board = layoutStory(storyOf(graph), { width, distance, folded, unfolded });
          const { own, whole } = boardSums(graph, board);
          const edges = [...graph.edges.values()].map(({ totals }) => totals);
          const expected = {
            calls: sum(edges.map(({ calls }) => calls)),
            errors: sum(edges.map(({ errors }) => errors)),
            turns: sum(edges.map(({ turns }) => turns)),
            cost: sum(edges.map(({ cost }) => cost ?? 0)),
            loops: sum([...graph.nodes.values()].map(({ markerCounts }) => markerCounts.get("loop") ?? 0)),
          };
          const drawn = [...own.values()];
          const root = whole.get("root");
          expect(drawnSums(drawn)).toEqual(expected);
          expect(root && drawnSums([root])).toEqual(expected);
          const beads = [...board.owners].map(
            ([goalId]) =>
              wireRow(
                {
                  turns: graph.edges.get(goalId)?.turns ?? [],
                  markers: graph.nodes.get(goalId)?.markers ?? [],
                },
                { width: 100_000, chip: 80, tail: 0, step: 9 },
              ).beads.length,
          );
          expect(sum(beads)).toBe(expected.calls);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("takes a number of steps proportional to the goals", () => {
    for (const shape of [chainLog, fanLog, bandsLog, planFirstLog, returningLog]) {
      const graph = deriveGraph("task", shape(2000));
      const board = layoutStory(storyOf(graph), { width: 1200, distance: "cards" });
      expect(board.steps).toBeLessThan(2000 * 14);
    }
  });

  it("changes only the sums of the boxes of an entry and of the call that it ends, and of the headers above them", () => {
    fc.assert(
      fc.property(outlineArbitrary(25), widthArbitrary(), (entries, width) => {
        const graph = createGraph("task");
        let before = new Map<string, string>();
        for (const entry of entries) {
          const callId = "call" in entry ? (entry.call ?? "") : "";
          const issuer = graph.calls.get(callId)?.turn.goalId ?? graph.rootId;
          applyEntry(graph, entry);
          const board = layoutStory(storyOf(graph), { width, distance: "cards" });
          const sums = new Map(
            [...boardSums(graph, board).whole].map(([id, value]) => [
              id,
              JSON.stringify([value, [...value.marks]]),
            ]),
          );
          const changed = [...sums].filter(([id, value]) => before.has(id) && before.get(id) !== value);
          const goals = [entry.g, graph.activeId, ...(callId === "" ? [] : [issuer])];
          const places = new Set(goals.flatMap((goalId) => ownerPath(board, goalId)));
          for (const [id] of changed) expect(places).toContain(id);
          before = sums;
        }
      }),
      { numRuns: 60 },
    );
  });

  it("mounts at most 300 boxes in a view of 2560 × 1440, and all that are in the view", () => {
    const graph = deriveGraph("task", bandsLog(1500));
    for (const distance of DISTANCES)
      for (const width of [320, 808, 2000, 2560]) {
        const board = layoutStory(storyOf(graph), { width, distance });
        for (let top = 0; top < board.height; top += 977) {
          const mounted = boxesToMount(board, { top, height: 1440, margin: 2000 });
          expect(mounted.length).toBeLessThanOrEqual(300);
          const ids = new Set(mounted.map(({ id }) => id));
          const isMissing = (box: StoryBox): boolean =>
            box.y < top + 1440 && box.y + box.height > top && !ids.has(box.id);
          expect([...board.boxes.values()].filter(isMissing)).toEqual([]);
        }
      }
  });

  it("finds the box at a point by arithmetic", () => {
    fc.assert(
      fc.property(anyStory(), widthArbitrary(), distanceArbitrary(), (story, width, distance) => {
        const board = layoutStory(story, { width, distance });
        for (const box of board.boxes.values()) {
          expect(boxAt(board, box.x, box.y)?.id).toBe(box.id);
          expect(boxAt(board, box.x + box.width - 1, box.y + box.height - 1)?.id).toBe(box.id);
          expect(boxAt(board, box.x - 1, box.y)).toBeNull();
        }
      }),
      { numRuns: 60 },
    );
  });
});

function changesOf(options: StoryboardOptions, { id, kind, goalId, part }: StoryBox): StoryboardOptions[] {
  const panels = [...(options.panels ?? []), { goalId, height: 126 }];
  switch (kind) {
    case "stack":
      return [
        { ...options, openStacks: new Set([...(options.openStacks ?? [])].filter((open) => open !== id)) },
      ];
    case "card":
    case "own":
      return [{ ...options, panels }];
    case "header":
      if (part.depth === 0) return [{ ...options, panels }];
      return [
        { ...options, folded: new Set([goalId]) },
        { ...options, unfolded: new Set([goalId]) },
      ];
    case "branch":
    case "lane":
    case "outcome":
    case "panel":
    case "planned":
    case "verdict":
      return [];
  }
}

function expectOneShift(before: Storyboard, after: Storyboard, target: StoryBox): void {
  // A goal that was worked on again has several headers: those below the first shift by the sum.
  const parts = [...before.boxes.values()].filter(
    ({ kind, goalId }) => kind === "header" && goalId === target.goalId,
  );
  if (target.kind === "header" && parts.length > 1) return;
  const targetLine = before.lineOf.get(target.id) ?? 0;
  const shifts = new Set<number>();
  for (const box of before.boxes.values()) {
    const now = after.boxes.get(box.id);
    if (now === undefined || box.id === target.id || box.kind === "panel") continue;
    const isBelow = (before.lineOf.get(box.id) ?? 0) > targetLine;
    expect([now.x, now.width, now.height]).toEqual([box.x, box.width, box.height]);
    if (isBelow) shifts.add(now.y - box.y);
    else expect(now.y).toBe(box.y);
  }
  expect(shifts.size).toBeLessThanOrEqual(1);
}

function overlap(left: StoryBox, right: StoryBox): boolean {
  const apartX = left.x + left.width <= right.x || right.x + right.width <= left.x;
  const apartY = left.y + left.height <= right.y || right.y + right.height <= left.y;
  return !apartX && !apartY;
}

/** The goals in reading order, whether they are cards or bars. */
function readingOrder(board: Storyboard): readonly string[] {
  return board.lines
    .filter(({ kind }) => kind !== "lanes" && kind !== "planned")
    .flatMap((line) => [
      ...line.boxes.flatMap((box) => box.goals),
      ...line.barRows.flatMap((row) => row.bars.flatMap(({ goals }) => goals)),
    ]);
}

function hasSameSlots(width: number, other: number, distance: Storyboard["distance"]): boolean {
  const metrics = metricsOf(distance);
  const counts = (each: number): string =>
    [0, 1, 2, 3, 4, 5].map((depth) => columnsOf(each, depth, metrics).count).join();
  return isNarrow(width) === isNarrow(other) && counts(width) === counts(other);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

type Counts = {
  readonly calls: number;
  readonly errors: number;
  readonly turns: number;
  readonly cost: number | null;
};

function drawnSums(
  sums: readonly (Counts & { readonly marks: ReadonlyMap<string, number> })[],
): Record<string, number> {
  return {
    calls: sum(sums.map(({ calls }) => calls)),
    errors: sum(sums.map(({ errors }) => errors)),
    turns: sum(sums.map(({ turns }) => turns)),
    cost: sum(sums.map(({ cost }) => cost ?? 0)),
    loops: sum(sums.map(({ marks }) => marks.get("loop") ?? 0)),
  };
}

function ownerPath(board: Storyboard, goalId: string): string[] {
  const id = board.owners.get(goalId);
  const path = id === undefined ? [] : [id];
  const box = id === undefined ? undefined : board.boxes.get(id);
  for (let part = box?.part ?? null; part !== null; part = part.parent) path.push(part.id);
  return path;
}
