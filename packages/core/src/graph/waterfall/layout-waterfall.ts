import { type OpenAgents, placeAgentRows } from "./agent-rows.ts";
import { concurrentGroups } from "./concurrent-calls.ts";
import type { Timing } from "./timing.ts";
import type { RowHeights, WaterfallRow } from "./waterfall-row.ts";

export const ROW_HEIGHTS: RowHeights = { goal: 24, call: 20, load: 30 };
/** Rows for fingers. */
export const TOUCH_HEIGHTS: RowHeights = { goal: 44, call: 44, load: 44 };

export type WaterfallOptions = {
  readonly folded: ReadonlySet<string>;
  /** Goals without work, in the order of the plan. */
  readonly planned: readonly { readonly goalId: string; readonly depth: number }[];
  /** The calls to show; null shows all. */
  readonly only: ReadonlySet<number> | null;
  readonly heights: RowHeights;
  /** Default: none. */
  readonly open?: OpenAgents;
};

/** The rows of the waterfall from top to bottom. */
export type Waterfall = {
  readonly rows: readonly WaterfallRow[];
  readonly height: number;
  /** Calls in folded goals and those that `only` leaves out. */
  readonly hiddenCalls: number;
  /** Per call the index of its row, or of the folded goal that hides it. Absent for calls that `only` leaves out. */
  readonly rowOf: ReadonlyMap<number, number>;
};

/** The most rows that are shown without folding the goals. */
const MOST_ROWS = 200;

/** Returns the goals that are folded at first: none in a short run, all but the root in a long one. */
export function foldedAtFirst({ rows }: Pick<Timing, "rows">): ReadonlySet<string> {
  if (rows.length <= MOST_ROWS) return new Set();
  return new Set(rows.flatMap((row) => (row.kind === "goal" && row.depth > 0 ? [row.goalId] : [])));
}

/** Returns the rows in the order of the work, so that a growing run only appends rows; planned goals follow at the end. O(rows log rows). */
export function layoutWaterfall(
  timing: Timing,
  { folded, planned, only, heights, open = new Map() }: WaterfallOptions,
): Waterfall {
  const rows: WaterfallRow[] = [];
  const rowOf = new Map<number, number>();
  const together = concurrentGroups(timing);
  const goalRows = new Map<string, number>();
  let [y, hiddenCalls] = [0, 0];
  /** Rows deeper than this are inside of a folded goal. */
  let foldedDepth = Number.POSITIVE_INFINITY;
  let foldedRow = 0;
  const place = (height: number, depth: number): Pick<WaterfallRow, "y" | "height" | "depth"> => {
    y += height;
    return { y: y - height, height, depth };
  };
  for (const row of timing.rows) {
    const isLeftOut = row.kind !== "goal" && only !== null && (row.kind === "lane" || !only.has(row.index));
    if (row.depth > foldedDepth || isLeftOut) {
      if (row.kind === "call") hiddenCalls += 1;
      if (row.kind === "call" && !isLeftOut) rowOf.set(row.index, foldedRow);
      continue;
    }
    foldedDepth = Number.POSITIVE_INFINITY;
    if (row.kind === "call") {
      const { index } = row;
      rowOf.set(index, rows.length);
      rows.push({ kind: "call", index, group: null, ...place(heights.call, row.depth) });
      continue;
    }
    if (row.kind === "lane") {
      const { index } = row;
      const traceId = timing.lanes[index]?.traceId ?? "";
      rows.push({
        kind: "lane",
        of: null,
        index,
        open: open.has(traceId),
        ...place(heights.call, row.depth),
      });
      placeAgentRows(rows, { traceId, depth: row.depth + 1 }, { open, heights, place });
      continue;
    }
    const { goalId, again } = row;
    const isFolded = folded.has(goalId);
    if (isFolded) foldedDepth = row.depth;
    // A folded goal is one row, however often work came back to it.
    if (isFolded && again) {
      foldedRow = goalRows.get(goalId) ?? foldedRow;
      continue;
    }
    foldedRow = rows.length;
    goalRows.set(goalId, rows.length);
    const height = isFolded ? heights.load : heights.goal;
    rows.push({ kind: "goal", goalId, again, folded: isFolded, load: isFolded, ...place(height, row.depth) });
  }
  for (const { goalId, depth } of planned)
    rows.push({ kind: "planned", goalId, ...place(heights.goal, depth) });
  return { rows: withBrackets(rows, together), height: y, hiddenCalls, rowOf };
}

/** Brackets neighbors that ran at the same time. */
function withBrackets(
  rows: readonly WaterfallRow[],
  together: ReadonlyMap<number, number>,
): readonly WaterfallRow[] {
  const groups = rows.map((row) => (row.kind === "call" ? together.get(row.index) : undefined));
  return rows.map((row, at) => {
    const group = groups[at];
    if (row.kind !== "call" || group === undefined) return row;
    const isBefore = groups[at - 1] === group;
    const isAfter = groups[at + 1] === group;
    if (isBefore) return { ...row, group: isAfter ? "middle" : "last" };
    return isAfter ? { ...row, group: "first" } : row;
  });
}

/** Returns the range of indexes of the rows between two heights. O(log rows). */
export function rowsBetween(
  { rows }: Waterfall,
  top: number,
  bottom: number,
): { readonly from: number; readonly until: number } {
  return { from: rowAt(rows, top), until: Math.min(rows.length, rowAt(rows, bottom) + 1) };
}

/** Returns the index of the row at a height, limited to the first and last row. O(log rows). */
export function rowAt(rows: readonly WaterfallRow[], y: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.y ?? 0) <= y) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
