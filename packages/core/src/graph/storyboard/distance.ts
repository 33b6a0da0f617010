/** How much the storyboard shows about each goal, from one bar to all its calls. */
export type Distance = "map" | "tiles" | "cards" | "detail";

/** From far to near. */
export const DISTANCES: readonly Distance[] = ["map", "tiles", "cards", "detail"];

/** Measures of one distance in pixels; text keeps its size at all of them. */
export type Metrics = {
  readonly slotLeast: number;
  readonly between: number;
  readonly wireRow: number;
  /** Offset of the wire in its row. */
  readonly wire: number;
  readonly card: number;
  readonly below: number;
  readonly header: number;
  readonly afterBand: number;
  /** From the bar of a fork to the wire row of its branches: room for the labels of the branches. */
  readonly branchLabel: number;
};

const TILES: Metrics = {
  ...{ slotLeast: 150, between: 10, wireRow: 10, wire: 4, card: 34, below: 6 },
  ...{ header: 26, afterBand: 0, branchLabel: 26 },
};

/** In Map, anything that is not a bar is a tile. */
const METRICS: Readonly<Record<Distance, Metrics>> = {
  map: TILES,
  tiles: TILES,
  cards: {
    ...{ slotLeast: 216, between: 14, wireRow: 24, wire: 10, card: 78, below: 18 },
    ...{ header: 34, afterBand: 6, branchLabel: 22 },
  },
  detail: {
    ...{ slotLeast: 320, between: 20, wireRow: 26, wire: 11, card: 152, below: 22 },
    ...{ header: 36, afterBand: 8, branchLabel: 22 },
  },
};

/** Returns the measures of a distance. */
export function metricsOf(distance: Distance): Metrics {
  return METRICS[distance];
}

/** Returns the distance one step nearer (1) or farther (-1), or the same at either end. */
export function nextDistance(distance: Distance, direction: 1 | -1): Distance {
  return DISTANCES[DISTANCES.indexOf(distance) + direction] ?? distance;
}

/** Below this width, as on a phone, the gutter goes and one slot fills a line. */
const NARROW_WIDTH = 480;
/** Levels below the root that have a header of their own; deeper goals are stacked. */
export const LEVELS = 5;
export const RIGHT_MARGIN = 20;
const INDENTATION = 16;
const SLOTS_PER_LINE = 8;
const GROWTH = 1.5;

/** Returns true where the storyboard is a spine: one result per line, no gutter. */
export function isNarrow(width: number): boolean {
  return width < NARROW_WIDTH;
}

/** Returns the left edge of the status glyph in a header. */
export function glyphX(width: number, depth: number): number {
  return (isNarrow(width) ? 8 : 48) + INDENTATION * depth;
}

/** The slots of a band's lines. `pitch` is the distance between the left edges of two cards. */
export type Columns = {
  readonly x: number;
  readonly count: number;
  readonly pitch: number;
  readonly cardWidth: number;
};

/** Returns the slots of a band at a depth. Between two values of `count`, more width changes only widths. */
export function columnsOf(width: number, depth: number, metrics: Metrics): Columns {
  const x = (isNarrow(width) ? 44 : 76) + INDENTATION * Math.max(0, depth - 1);
  const room = Math.max(1, width - x - RIGHT_MARGIN + metrics.between);
  const fitting = isNarrow(width) ? 1 : Math.floor(room / (metrics.slotLeast + metrics.between));
  const count = Math.min(SLOTS_PER_LINE, Math.max(1, fitting));
  const widest = count > 1 ? Math.floor(metrics.slotLeast * GROWTH) + metrics.between : room;
  const pitch = Math.min(Math.floor(room / count), widest);
  return { x, count, pitch, cardWidth: Math.max(1, pitch - metrics.between) };
}
