import type { LaneSpan, Lanes } from "./lanes.ts";

export const AXIS_HEIGHT = 24;
export const ROW_PITCH = 20;
export const BAR_HEIGHT = 14;
const BAND_GAP = 16;

export type BandKind = "goals" | "model" | "tools" | "waits";

/** One lane with its rows, from `top` down, in pixels. */
export type Band = {
  readonly kind: BandKind;
  readonly top: number;
  readonly rows: number;
  readonly spans: readonly LaneSpan[];
};

/** The lanes, one below the other. */
export type LaneLayout = { readonly bands: readonly Band[]; readonly height: number };

/** Returns the layout of the lanes. Empty lanes keep one row, so that nothing moves when they fill. */
export function layoutLanes(lanes: Lanes): LaneLayout {
  const goals: readonly LaneSpan[] = lanes.goals.map((goal) => ({
    ...goal,
    sequence: 0,
    label: "",
    state: "done",
  }));
  const bandSpans: readonly (readonly [BandKind, readonly LaneSpan[]])[] = [
    ["goals", goals],
    ["model", lanes.model],
    ["tools", lanes.tools],
    ["waits", lanes.waits],
  ];
  const bands: Band[] = [];
  let top = AXIS_HEIGHT + BAND_GAP / 2;
  for (const [kind, spans] of bandSpans) {
    const rows = spans.reduce((most, span) => Math.max(most, span.row + 1), 1);
    bands.push({ kind, top, rows, spans });
    top += rows * ROW_PITCH + BAND_GAP;
  }
  return { bands, height: top };
}

/** Returns the bar at a position, within `reach` milliseconds; the shortest of overlapping ones. */
export function spanAt(
  layout: LaneLayout,
  { y, time, reach }: { readonly y: number; readonly time: number; readonly reach: number },
): LaneSpan | null {
  const band = layout.bands.find(
    (candidate) => y >= candidate.top && y < candidate.top + candidate.rows * ROW_PITCH,
  );
  if (!band) return null;
  const row = Math.floor((y - band.top) / ROW_PITCH);
  let best: LaneSpan | null = null;
  for (const span of band.spans) {
    if (span.row !== row || time < span.from - reach || time > span.to + reach) continue;
    if (!best || span.to - span.from < best.to - best.from) best = span;
  }
  return best;
}
