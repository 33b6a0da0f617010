import { filledWindow } from "@goaltrace/core/diagnose";
import type { WindowCall } from "@goaltrace/core/diagnose";
import { segmentTint, TINT_ALPHA } from "../inspector/context/segment-tint.ts";
import type { Palette } from "../parts/use-canvas-theme.ts";
import { columnCalls } from "./skyline-scale.ts";
import type { SkylineScale } from "./skyline-scale.ts";

export type SkylinePicture = {
  readonly calls: readonly WindowCall[];
  readonly scale: SkylineScale;
  readonly width: number;
  /** The height of the plot above the base line, and of the space for marks below it. */
  readonly height: number;
  readonly base: number;
  /** Indexes of the call shown and of the one it is compared with. */
  readonly current: number;
  readonly compared: number | null;
  /** Calls before which the history was compacted. */
  readonly compacted: readonly number[];
  /** Calls before which old results were cleared. */
  readonly cleared: readonly number[];
  /** Calls that repeated what a compaction had folded. */
  readonly missed: readonly number[];
  readonly palette: Palette;
};

type Pen = CanvasRenderingContext2D;

/** From this width on, the dots of the cached part are distinguishable. */
const DOTS_FROM = 6;

/** Draws one column per call on the scale of the window: the parts of the request from bottom to top, the cached part dotted. */
export function drawSkyline(pen: Pen, picture: SkylinePicture): void {
  const { scale, width, height, base, palette } = picture;
  pen.clearRect(0, 0, width, height + base);
  for (const share of [0.25, 0.5, 0.75, 1])
    line(pen, palette.hairline, { x: 0, y: snap(height * (1 - share)), toX: width });
  for (const [column, call] of columnCalls(picture.calls, scale).entries())
    drawColumn(pen, picture, { column, call });
  for (const index of picture.compacted) {
    const x = snap(scale.x(index) - scale.gap / 2);
    line(pen, palette.ink2, { x, y: 0, toY: height + base, dash: [3, 3] });
  }
  for (const index of picture.cleared) {
    const x = snap(scale.x(index) - scale.gap / 2);
    line(pen, palette.ink3, { x, y: 0, toY: height + base, dash: [1, 3] });
  }
  for (const index of picture.missed) drawPin(pen, picture, index);
  if (picture.compared !== null && picture.compared !== picture.current)
    outline(pen, picture, { index: picture.compared, color: palette.line });
  if (picture.current >= 0) outline(pen, picture, { index: picture.current, color: palette.accent });
}

function drawColumn(
  pen: Pen,
  { scale, height, palette }: SkylinePicture,
  { column, call }: { readonly column: number; readonly call: WindowCall },
): void {
  const x = column * (scale.width + scale.gap);
  const filled = filledWindow(call);
  let bottom = height;
  pen.fillStyle = palette.ink;
  for (const { kind, tokens, cachedTokens } of filled.parts) {
    const size = (tokens / scale.top) * height;
    const cached = (cachedTokens / scale.top) * height;
    // Not yet answered: the size of the request is only estimated.
    pen.globalAlpha = TINT_ALPHA[segmentTint(kind)] * (call.answer === null ? 0.5 : 1);
    pen.fillRect(x, bottom - size, scale.width, size);
    if (scale.width >= DOTS_FROM)
      drawDots(pen, { x, y: bottom - cached, width: scale.width, height: cached });
    bottom -= size;
  }
  // Older calls recorded only their total.
  const rest = (filled.tokens / scale.top) * height - (height - bottom);
  pen.globalAlpha = TINT_ALPHA[3];
  if (rest > 0) pen.fillRect(x, bottom - rest, scale.width, rest);
  pen.globalAlpha = 1;
  if (filled.break !== null) {
    pen.fillStyle = palette.warn;
    pen.fillRect(x, height + 2, scale.width, 2);
  }
}

function drawDots(
  pen: Pen,
  area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): void {
  pen.globalAlpha = 0.45;
  for (let y = area.y + 2; y < area.y + area.height - 1; y += 4)
    for (let x = area.x + 2; x < area.x + area.width; x += 4) pen.fillRect(x, y, 1, 1);
}

/** A pin above the call: a square on a stem, so that it differs from a bar. */
function drawPin(pen: Pen, { calls, scale, height, palette }: SkylinePicture, index: number): void {
  const call = calls[index];
  if (!call) return;
  const x = scale.x(index) + scale.width / 2;
  const top = Math.max(6, height * (1 - filledWindow(call).tokens / scale.top) - 16);
  line(pen, palette.error, { x: snap(x), y: top, toY: height });
  pen.fillStyle = palette.error;
  pen.beginPath();
  pen.arc(x, top, 3.5, 0, 2 * Math.PI);
  pen.fill();
}

function outline(
  pen: Pen,
  { calls, scale, height }: SkylinePicture,
  { index, color }: { readonly index: number; readonly color: string },
): void {
  const call = calls[index];
  if (!call) return;
  const size = Math.max(6, (filledWindow(call).tokens / scale.top) * height);
  pen.strokeStyle = color;
  pen.lineWidth = 2;
  pen.strokeRect(scale.x(index) - 1, height - size - 1, scale.width + 2, size + 2);
}

function line(
  pen: Pen,
  color: string,
  {
    x,
    y,
    toX = x,
    toY = y,
    dash = [],
  }: {
    readonly x: number;
    readonly y: number;
    readonly toX?: number;
    readonly toY?: number;
    readonly dash?: number[];
  },
): void {
  pen.strokeStyle = color;
  pen.lineWidth = 1;
  pen.setLineDash(dash);
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(toX, toY);
  pen.stroke();
  pen.setLineDash([]);
}

function snap(pixels: number): number {
  return Math.round(pixels) + 0.5;
}
