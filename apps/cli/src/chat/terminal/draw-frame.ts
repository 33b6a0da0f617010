import type { Frame } from "./render-frame.ts";
import { textWidth } from "./text-width.ts";

/**
 * Returns what to write to a terminal that shows `previous` so that it shows `printed`, for good, and `next` below it. Terminals break lines
 * again when their width changes, so the rows of `previous` are counted with the present width. `printed` is empty or complete lines.
 */
export function drawFrame({
  previous,
  next,
  printed,
  columns,
}: {
  readonly previous: Frame | null;
  readonly next: Frame;
  readonly printed: readonly string[];
  readonly columns: number;
}): string {
  const { lines, cursor } = next;
  return [
    HIDE_CURSOR,
    eraseFrame(previous, columns),
    ...printed.map((line) => `${line}\r\n`),
    lines.join("\r\n"),
    up(lines.length - 1 - cursor.row),
    "\r",
    cursor.column === 0 ? "" : `\u001B[${cursor.column}C`,
    SHOW_CURSOR,
  ].join("");
}

/** Returns what to write to remove a frame; the cursor is then where the frame began. */
export function eraseFrame(frame: Frame | null, columns: number): string {
  if (frame === null) return "";
  const above = frame.lines.slice(0, frame.cursor.row);
  const rows = above.reduce((sum, line) => sum + rowsOf(textWidth(line), columns), 0);
  return `${up(rows + Math.floor(frame.cursor.column / columns))}\r${ERASE_BELOW}`;
}

function rowsOf(width: number, columns: number): number {
  return Math.max(1, Math.ceil(width / columns));
}

function up(rows: number): string {
  return rows > 0 ? `\u001B[${rows}A` : "";
}

const HIDE_CURSOR = "\u001B[?25l";
const SHOW_CURSOR = "\u001B[?25h";
const ERASE_BELOW = "\u001B[J";
