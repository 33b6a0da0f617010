/** Below this width of the graph, in pixels, the button is below the text. */
const NARROW = 480;
/** Below this one, what the run lacked and how it came to that take two lines each. */
const WIDE = 700;

/** Whether the button of a verdict is below its text. */
export function isNarrowVerdict(width: number): boolean {
  return width < NARROW;
}

/**
 * Returns the height of the verdict: what is broken or ended the run, the call that went wrong first and its message, in up to three lines. After a
 * compaction there is room for what the run may have lacked, which is known only later: nothing moves then. In pixels.
 */
export function verdictHeight(width: number, isAfterCompaction: boolean): number {
  if (!isAfterCompaction) return isNarrowVerdict(width) ? 184 : 108;
  if (isNarrowVerdict(width)) return 248;
  return width < WIDE ? 164 : 132;
}
