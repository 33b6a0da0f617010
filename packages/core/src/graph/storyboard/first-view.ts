import type { Distance } from "./distance.ts";
import { BOTTOM, layoutStory } from "./layout-story.ts";
import type { Story } from "./story.ts";
import type { Storyboard, StoryboardOptions } from "./storyboard.ts";

type Size = { readonly width: number; readonly height: number };

/** How many screens high a distance may be for a run to open in it, farthest first. */
const OPENING: readonly (readonly [Distance, number])[] = [
  ["tiles", 2],
  ["cards", 1.5],
  ["detail", 1],
];

/**
 * Returns the distance in which a run opens: the nearest that is not too high for the pane, else Map. A run that works opens no nearer than Cards,
 * because it will grow, and what it does next should be in view.
 */
export function firstDistance(
  story: Story,
  { width, height }: Size,
  { isWorking = false }: { readonly isWorking?: boolean } = {},
): Distance {
  return nearestFitting(
    (distance, screens) =>
      !(isWorking && distance === "detail") &&
      layoutStory(story, { width, distance }).height <= height * screens,
  );
}

/** A nearer distance is never lower, so the first that does not fit ends the search: a long run is laid out once, not three times. */
function nearestFitting(fits: (distance: Distance, screens: number) => boolean): Distance {
  let nearest: Distance = "map";
  for (const [distance, screens] of OPENING) {
    if (!fits(distance, screens)) break;
    nearest = distance;
  }
  return nearest;
}

/** Returns the nearest distance in which the whole run fits the pane, else Map. */
export function fittingDistance(
  story: Story,
  { height }: Pick<Size, "height">,
  options: Omit<StoryboardOptions, "distance">,
): Distance {
  return nearestFitting((distance) => layoutStory(story, { ...options, distance }).height <= height);
}

/** Returns whether every line of a storyboard is in view in a pane of this height. */
export function isWholeInView({ height }: Pick<Storyboard, "height">, pane: number): boolean {
  return height - BOTTOM <= pane;
}

/** The boxes that a view opens on. Ids are those of boxes; null means none. */
export type CameraAim = {
  readonly selected: string | null;
  readonly firstFailing: string | null;
  readonly following: boolean;
};

/**
 * Returns the first scroll offset: the selection at a third of the pane, the tip at two thirds while following, the first failing line at a
 * third when it is below the fold, else the top.
 */
export function firstCamera(board: Storyboard, height: number, aim: CameraAim): number {
  const lineY = (id: string | null): number | null =>
    id === null ? null : (board.lines[board.lineOf.get(id) ?? -1]?.y ?? null);
  const selected = lineY(aim.selected);
  if (selected !== null) return clampScroll(board, height, selected - height / 3);
  if (aim.following) return followCamera(board, height, 0);
  const failing = lineY(aim.firstFailing);
  if (failing === null || failing + board.metrics.wireRow + board.metrics.card <= height) return 0;
  return clampScroll(board, height, failing - height / 3);
}

/**
 * Returns the scroll offset that follows a run: unchanged while the newest line is in view, then with this line at two thirds of the pane, so that the
 * next ones move nothing either. The top while every line is in view.
 */
export function followCamera(board: Storyboard, height: number, scroll: number): number {
  if (isWholeInView(board, height)) return 0;
  const newest = board.lines.findLast(({ kind }) => kind !== "planned" && kind !== "panel");
  if (newest === undefined) return clampScroll(board, height, scroll);
  const bottom = newest.y + newest.height;
  const isVisible = newest.y >= scroll && bottom <= scroll + height;
  return clampScroll(
    board,
    height,
    isVisible ? scroll : Math.max(newest.y - (height * 2) / 3, bottom - height),
  );
}

/** Returns the scroll offset at which a box has the same place on the screen in another layout of the run. */
export function keepAnchor(
  before: { readonly board: Storyboard; readonly scroll: number },
  after: { readonly board: Storyboard; readonly height: number },
  anchor: string | null,
): number {
  const was = anchor === null ? undefined : before.board.boxes.get(anchor)?.y;
  const now = anchor === null ? undefined : after.board.boxes.get(anchor)?.y;
  const moved = was === undefined || now === undefined ? 0 : now - was;
  return clampScroll(after.board, after.height, before.scroll + moved);
}

/** Returns the nearest offset at which the pane shows only the storyboard. */
export function clampScroll(board: Pick<Storyboard, "height">, height: number, scroll: number): number {
  return Math.round(Math.min(Math.max(0, board.height - height), Math.max(0, scroll)));
}
