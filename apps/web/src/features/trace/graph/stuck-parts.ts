import { glyphX, linesBetween } from "@goaltrace/core/graph";
import type { Graph, Part, Storyboard } from "@goaltrace/core/graph";
import type { StatusName } from "../../../ui/status.ts";
import { statusOf } from "./box-view.ts";
import type { StoryScene } from "./story-scene.ts";

/** Height of a header that sticks to the top. */
export const STUCK_HEADER_HEIGHT = 28;
const STUCK_LIMIT = 3;

/** Returns the parts of the first visible line whose headers have scrolled away: the innermost three, from the outside in. */
export function stuckParts(board: Storyboard, scroll: number): readonly Part[] {
  if (scroll <= 0) return [];
  const above = partsAt(board, scroll, STUCK_HEADER_HEIGHT);
  // The headers cover lines: the first visible one is below them.
  return partsAt(board, scroll, STUCK_HEADER_HEIGHT * Math.max(1, above.length));
}

function partsAt(board: Storyboard, scroll: number, below: number): readonly Part[] {
  const line = board.lines[linesBetween(board, scroll + below, scroll + below + 1).from];
  const stuck: Part[] = [];
  for (let part = line?.part ?? null; part !== null; part = part.parent) {
    const header = board.boxes.get(part.id);
    if (header !== undefined && header.y < scroll + STUCK_HEADER_HEIGHT * part.depth) stuck.unshift(part);
  }
  return stuck.slice(-STUCK_LIMIT);
}

/** Counts the goals directly below the root that have scrolled away, without the one whose header sticks. */
export function goalsAbove(
  { children, rootId }: Pick<Graph, "children" | "rootId">,
  { boxes, owners }: Pick<Storyboard, "boxes" | "owners">,
  { scroll, stuck }: { readonly scroll: number; readonly stuck: readonly Part[] },
): number {
  const shown = new Set(stuck.map(({ goalId }) => goalId));
  return (children.get(rootId) ?? []).filter((goalId) => {
    const y = boxes.get(owners.get(goalId) ?? "")?.y;
    return y !== undefined && y < scroll && !shown.has(goalId);
  }).length;
}

/** The headers that stick to the top, as plain values. */
export type StuckView = {
  /** The goals directly below the root that have scrolled away. */
  readonly above: number;
  readonly rows: readonly {
    readonly id: string;
    readonly goalId: string;
    readonly status: StatusName;
    readonly number: string | null;
    readonly title: string;
    readonly indent: number;
  }[];
};

/** Returns the headers that stick to the top at an offset; null where none does. */
export function stuckView({ graph, run, numbers, board }: StoryScene, scroll: number): StuckView | null {
  const stuck = stuckParts(board, scroll);
  if (stuck.length === 0) return null;
  return {
    above: goalsAbove(graph, board, { scroll, stuck }),
    rows: stuck.map(({ id, goalId, depth }) => ({
      ...{ id, goalId, status: statusOf(graph, run, goalId), number: numbers.get(goalId) ?? null },
      ...{ title: graph.goals.get(goalId)?.title ?? "", indent: glyphX(board.width, depth) },
    })),
  };
}
