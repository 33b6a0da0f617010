import type { Storyboard, StoryBox, StoryLine } from "./storyboard.ts";

/** Maximum number of mounted boxes (from the speed table of the spec). */
const BOX_LIMIT = 300;

/** A range of lines, `until` exclusive. */
export type LineRange = { readonly from: number; readonly until: number };

/** Returns the lines that touch a vertical range. O(log lines). */
export function linesBetween({ lines }: Storyboard, top: number, bottom: number): LineRange {
  const from = firstLine(lines, (line) => line.y + line.height > top);
  return {
    from,
    until: Math.max(
      from,
      firstLine(lines, (line) => line.y >= bottom),
    ),
  };
}

/** Returns the boxes to mount for a view: those of its lines, then of the lines nearest to it up to `margin` pixels away, at most 300. */
export function boxesToMount(
  board: Storyboard,
  view: { readonly top: number; readonly height: number; readonly margin: number },
): readonly StoryBox[] {
  const bottom = view.top + view.height;
  const inside = linesBetween(board, view.top, bottom);
  const near = linesBetween(board, view.top - view.margin, bottom + view.margin);
  let { from, until } = inside;
  let count = countBoxes(board, inside);
  const room = (index: number): boolean => count + (board.lines[index]?.boxes.length ?? 0) <= BOX_LIMIT;
  while (until < near.until && room(until)) {
    count += board.lines[until]?.boxes.length ?? 0;
    until += 1;
  }
  while (from > near.from && room(from - 1)) {
    from -= 1;
    count += board.lines[from]?.boxes.length ?? 0;
  }
  return board.lines
    .slice(from, until)
    .flatMap((line) => line.boxes)
    .slice(0, BOX_LIMIT);
}

/** Returns the box at a point, or null beside all boxes. O(log lines). */
export function boxAt(board: Storyboard, x: number, y: number): StoryBox | null {
  const line = lineAt(board, y);
  if (line === null) return null;
  const { columns, boxes } = line;
  const box = columns === null ? boxes[0] : boxes[Math.floor((x - columns.x) / columns.pitch)];
  return box !== undefined && isInside(box, x, y) ? box : null;
}

/** Returns the line at a height, or null between lines. O(log lines). */
export function lineAt({ lines }: Storyboard, y: number): StoryLine | null {
  const line = lines[firstLine(lines, (candidate) => candidate.y + candidate.height > y)];
  return line !== undefined && line.y <= y ? line : null;
}

function isInside(box: StoryBox, x: number, y: number): boolean {
  return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
}

function countBoxes({ lines }: Storyboard, { from, until }: LineRange): number {
  let count = 0;
  for (let index = from; index < until; index += 1) count += lines[index]?.boxes.length ?? 0;
  return count;
}

/** Returns the index of the first line with a property that all lines below it share. */
function firstLine(lines: readonly StoryLine[], hasProperty: (line: StoryLine) => boolean): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const line = lines[middle];
    if (line !== undefined && !hasProperty(line)) low = middle + 1;
    else high = middle;
  }
  return low;
}
