import { CARD_WIDTH, COLUMN_PITCH, LEFT_MARGIN } from "@goaltrace/core/graph";
import type { GraphLayout } from "@goaltrace/core/graph";
import type { Camera } from "../url-state.ts";

/** A sequence number on the ruler, in screen pixels from the left. */
export type Tick = { readonly x: number; readonly sequence: number; readonly live: boolean };

/** The ruler's height, in screen pixels. */
export const RULER_HEIGHT = 20;
/** Room a number needs, in screen pixels. */
const TICK_ROOM = 56;

/**
 * The numbers over the cards in sight: the first sequence of each, as many as there is room for. The live tip goes before the others, then
 * forks and outcomes. Reads a few cards per number, not all of them.
 */
export function rulerTicks(layout: GraphLayout, camera: Camera, width: number): readonly Tick[] {
  const pitch = COLUMN_PITCH * camera.zoom;
  const step = Math.max(1, Math.ceil(TICK_ROOM / pitch));
  const first = Math.max(0, Math.floor((-camera.x / camera.zoom - LEFT_MARGIN - CARD_WIDTH) / COLUMN_PITCH));
  const ticks: Tick[] = [];
  const place = (column: number, live: boolean): void => {
    const node = layout.nodes[column];
    if (node === undefined) return;
    const x = node.x * camera.zoom + camera.x;
    if (x < 0 || x > width - TICK_ROOM / 2) return;
    const sequence = Math.max(1, node.placedAt);
    // Goals that one entry made stand side by side under one number.
    if (ticks.some((other) => other.sequence === sequence || Math.abs(other.x - x) < TICK_ROOM)) return;
    ticks.push({ x, sequence, live });
  };
  place(layout.columnIndex(layout.tipId), true);
  const last = Math.min(layout.nodes.length - 1, first + Math.ceil(width / pitch) + 1);
  for (let column = first - (first % step); column <= last; column += step) {
    if (step === 1) place(column, false);
    else place(worthiest(layout, column, step), false);
  }
  return ticks.sort((left, right) => left.x - right.x);
}

/** Of the cards that share a number, the one that says most: an outcome, a failure, else the first. */
function worthiest(layout: GraphLayout, column: number, step: number): number {
  const end = Math.min(layout.nodes.length, column + Math.min(step, 64));
  for (let index = column; index < end; index += 1) {
    const node = layout.nodes[index];
    if (node?.kind === "outcome" || node?.status === "failed") return index;
  }
  return column;
}
