import { columnsOf, glyphX, metricsOf, RIGHT_MARGIN } from "./distance.ts";
import type { Part } from "./story-rows.ts";
import type { BarRow, PlacedBar } from "./storyboard.ts";

export const BAR_WIDTH = 4;
export const BAR_HEIGHT = 20;
const BAR_GAP = 1;
const GROUP_GAP = 4;
/** Below the bars: ticks for errors and brackets for loops. */
const BELOW_BARS = 11;
/** From the left edge of an inner band's header to its bars, which stand on the header's own line after the title. */
export const INLINE_BARS = 236;
/** Room at the right end of an inner header for time and cost. */
const LEDGER = 208;
const INLINE_LEAST = 120;

/** Returns the bars of a folded part in rows that wrap at the width, and the height that they add to its header. */
export function layoutBars(
  part: Part,
  { width, top, header }: { readonly width: number; readonly top: number; readonly header: number },
): { readonly rows: readonly BarRow[]; readonly height: number } {
  const inlineX = glyphX(width, part.depth) + INLINE_BARS;
  const isInline = part.depth > 1 && width - LEDGER - inlineX >= INLINE_LEAST;
  const left = isInline ? inlineX : columnsOf(width, part.depth, metricsOf("map")).x;
  const right = isInline ? width - LEDGER : width - RIGHT_MARGIN;
  const pitch = isInline ? header : BAR_HEIGHT + BELOW_BARS;
  const firstY = isInline ? top : top + header;
  const rows: { y: number; bars: PlacedBar[] }[] = [];
  let x = right;
  let before: Part | null = null;
  for (const bar of part.bars) {
    if (before !== null && before !== bar.part) x += GROUP_GAP;
    before = bar.part;
    if (rows.length === 0 || x + BAR_WIDTH > right) {
      rows.push({ y: firstY + rows.length * pitch, bars: [] });
      x = left;
    }
    rows.at(-1)?.bars.push({ ...bar, x });
    x += BAR_WIDTH + BAR_GAP;
  }
  return { rows, height: Math.max(0, rows.length - (isInline ? 1 : 0)) * pitch };
}
