import type { Graph, Storyboard, StoryBox, WireRow } from "@goaltrace/core/graph";

/** A thread leaves a line at this distance below its cards, and goes down at this distance from the right edge. */
const BELOW = 5;
const FROM_RIGHT = 14;
const SEAM_HALF = 10;

/** Returns the goal in whose work a compaction happened; null where no goal has it. O(marks). */
export function goalOfSeam({ nodes }: Pick<Graph, "nodes">, sequence: number): string | null {
  for (const { goalId, markers } of nodes.values())
    if (markers.some((marker) => marker.kind === "compaction" && marker.sequence === sequence)) return goalId;
  return null;
}

/** Returns true if the context was compacted before an entry. O(marks). */
export function seamBefore({ nodes }: Pick<Graph, "nodes">, sequence: number): boolean {
  for (const { markers } of nodes.values())
    if (markers.some((marker) => marker.kind === "compaction" && marker.sequence < sequence)) return true;
  return false;
}

type Point = readonly [x: number, y: number];

/**
 * Returns the thread from a seam to the verdict: below the seam's card, and down the right margin, where no text is. Null where either is not on the
 * board.
 */
export function missingThread(
  graph: Pick<Graph, "nodes">,
  board: Storyboard,
  { missing, wireOf }: { readonly missing: number; readonly wireOf: (box: StoryBox) => WireRow },
): readonly Point[] | null {
  const verdict = [...board.boxes.values()].find(({ kind }) => kind === "verdict");
  const box = board.boxes.get(board.owners.get(goalOfSeam(graph, missing) ?? "") ?? "");
  const wireY = box === undefined ? null : board.lines[board.lineOf.get(box.id) ?? -1]?.wireY;
  if (verdict === undefined || box === undefined || wireY == null) return null;
  const seam = wireOf(box).seams.find(({ sequence }) => sequence === missing);
  if (seam === undefined) return null;
  const x = box.x + seam.x;
  if (wireY > verdict.y)
    return [
      [x, wireY - SEAM_HALF],
      [x, verdict.y + verdict.height],
    ];
  const gap = box.y + box.height + BELOW;
  const margin = board.width - FROM_RIGHT;
  const middle = verdict.y + verdict.height / 2;
  return [
    [x, wireY + SEAM_HALF],
    [x, gap],
    [margin, gap],
    [margin, middle],
    [verdict.x + verdict.width, middle],
  ];
}
