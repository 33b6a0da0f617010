import { CARD_WIDTH, COLUMN_PITCH, LEFT_MARGIN } from "@goaltrace/core/graph";
import type { GraphLayout } from "@goaltrace/core/graph";
import type { Camera } from "../url-state.ts";

/** A sequence number on the ruler. `x` is in screen pixels from the left. */
export type Tick = { readonly x: number; readonly sequence: number; readonly live: boolean };

/** The ruler's height, in screen pixels. */
export const RULER_HEIGHT = 20;
/** The width that a number needs, in screen pixels. */
const TICK_ROOM = 56;

/**
 * Returns the numbers above the visible cards: the first sequence of each, as many as fit. The live tip has priority, then forks and
 * outcomes. Reads a few cards per number instead of all cards.
 */
export function rulerTicks(layout: GraphLayout, camera: Camera, width: number): readonly Tick[] {
  const pitch = COLUMN_PITCH * camera.zoom;
  const step = Math.max(1, Math.ceil(TICK_ROOM / pitch));
  const first = Math.max(0, Math.floor((-camera.x / camera.zoom - LEFT_MARGIN - CARD_WIDTH) / COLUMN_PITCH));
  const ticks: Tick[] = [];
  const addTick = (column: number, live: boolean): void => {
    const node = layout.nodes[column];
    if (node === undefined) return;
    const x = node.x * camera.zoom + camera.x;
    if (x < 0 || x > width - TICK_ROOM / 2) return;
    const sequence = Math.max(1, node.placedAt);
    // Goals created by one entry share one number.
    if (ticks.some((other) => other.sequence === sequence || Math.abs(other.x - x) < TICK_ROOM)) return;
    ticks.push({ x, sequence, live });
  };
  addTick(layout.columnIndex(layout.tipId), true);
  const last = Math.min(layout.nodes.length - 1, first + Math.ceil(width / pitch) + 1);
  for (let column = first - (first % step); column <= last; column += step) {
    if (step === 1) addTick(column, false);
    else addTick(mostImportant(layout, column, step), false);
  }
  return ticks.sort((left, right) => left.x - right.x);
}

/** Returns the most important of the cards that share a number: an outcome, a failure, else the first. */
function mostImportant(layout: GraphLayout, column: number, step: number): number {
  const end = Math.min(layout.nodes.length, column + Math.min(step, 64));
  for (let index = column; index < end; index += 1) {
    const node = layout.nodes[index];
    if (node?.kind === "outcome" || node?.status === "failed") return index;
  }
  return column;
}
