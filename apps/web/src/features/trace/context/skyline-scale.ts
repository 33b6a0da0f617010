import { filledWindow } from "@goaltrace/core/diagnose";
import type { WindowCall } from "@goaltrace/core/diagnose";

/** Columns of equal width; each one stands for `callsPerColumn` neighboring calls, and shows the fullest of them. */
export type SkylineScale = {
  readonly width: number;
  readonly gap: number;
  readonly callsPerColumn: number;
  readonly columns: number;
  /** Tokens at the full height. */
  readonly top: number;
  /** The left edge of the column of a call. */
  readonly x: (index: number) => number;
  /** The call at a position, within the calls; -1 without calls. */
  readonly indexAt: (x: number) => number;
};

const WIDE = { width: 15, gap: 3 };
const NARROW = { width: 3, gap: 1 };

/** Returns the columns for calls in a width in pixels. They keep their places while calls are added and still fit. */
export function skylineScale(calls: readonly WindowCall[], width: number): SkylineScale {
  const count = Math.max(1, calls.length);
  const room = Math.max(NARROW.width, width);
  const fitting = Math.floor(room / count);
  const pitch = Math.min(WIDE.width + WIDE.gap, Math.max(NARROW.width + NARROW.gap, fitting));
  const callsPerColumn = Math.max(1, Math.ceil((count * pitch) / room));
  const gap = pitch >= 9 ? WIDE.gap : NARROW.gap;
  // A provider may count more than its window.
  const top = calls.reduce((most, call) => Math.max(most, call.window, filledWindow(call).tokens), 1);
  return {
    width: pitch - gap,
    gap,
    callsPerColumn,
    columns: Math.ceil(calls.length / callsPerColumn),
    top,
    x: (index) => Math.floor(index / callsPerColumn) * pitch,
    indexAt: (x) => Math.min(calls.length - 1, Math.max(0, Math.floor(x / pitch)) * callsPerColumn),
  };
}

/** Returns the calls to draw, one per column: the fullest of its calls, so that no peak is averaged away. */
export function columnCalls(
  calls: readonly WindowCall[],
  { callsPerColumn }: Pick<SkylineScale, "callsPerColumn">,
): readonly WindowCall[] {
  const shown: WindowCall[] = [];
  for (const [index, call] of calls.entries()) {
    const best = shown.at(-1);
    if (index % callsPerColumn === 0 || best === undefined) shown.push(call);
    else if (filledWindow(call).tokens > filledWindow(best).tokens) shown[shown.length - 1] = call;
  }
  return shown;
}
