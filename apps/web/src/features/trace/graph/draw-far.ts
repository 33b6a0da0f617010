import { CARD_HEIGHT, CARD_WIDTH, COLUMN_PITCH } from "@goaltrace/core/graph";
import type { GraphLayout, GraphWindow, LayoutEdge, LayoutNode } from "@goaltrace/core/graph";
import type { StatusName } from "../../../ui/status.ts";
import type { Camera } from "../url-state.ts";
import { statusColor, GLYPH_GRID, PICTURE_SIZE } from "./draw-glyph.ts";
import type { Palette } from "./draw-glyph.ts";
import { farWidth, farWire } from "./to-flow.ts";

export type FarScene = {
  readonly layout: GraphLayout;
  readonly window: GraphWindow;
  readonly camera: Camera;
  readonly selected: string | null;
  readonly getStatus: (node: LayoutNode) => StatusName;
  readonly getTitle: (node: LayoutNode) => string;
  /** Returns the image of a status, `PICTURE_SIZE` grid units wide and high. */
  readonly getGlyph: (status: StatusName) => CanvasImageSource;
  /** The CSS font family of the labels. */
  readonly font: string;
  readonly palette: Palette;
};

type Pen = CanvasRenderingContext2D;

/** Below this column pitch, in screen pixels, glyphs would overlap: cards become bars and wires are omitted. */
const GLYPH_PITCH = 9;
const GLYPH = 14;
/** From this column pitch on, a goal's title fits below its glyph. */
const LABEL_PITCH = 64;
const LABEL_SIZE = 11;

/** Draws everything visible, in screen pixels. Returns the number of drawn items, for a test that limits the work. */
export function drawFar(pen: Pen, scene: FarScene): number {
  const pitch = COLUMN_PITCH * scene.camera.zoom;
  return pitch < GLYPH_PITCH ? drawBars(pen, scene, pitch) : drawGlyphs(pen, scene, pitch);
}

function drawBars(pen: Pen, { layout, window, camera, getStatus, palette }: FarScene, pitch: number): number {
  const [from, until] = window.far.nodeRange;
  const width = Math.max(1, pitch * 0.8);
  const height = Math.max(3, Math.min(10, CARD_HEIGHT * camera.zoom));
  const bars = new Map<string, Path2D>();
  let drawn = 0;
  // Bars on the same pixel of the same lane are drawn once. Problems are drawn last, so that they stay visible.
  let [lastX, lastLane, lastColor] = [-1, -1, ""];
  for (let column = from; column < until; column += 1) {
    const node = layout.nodes[column];
    if (node === undefined) continue;
    const x = Math.round((node.x + CARD_WIDTH / 2) * camera.zoom + camera.x);
    const color = statusColor(getStatus(node), palette);
    if (x === lastX && node.lane === lastLane && color === lastColor) continue;
    [lastX, lastLane, lastColor] = [x, node.lane, color];
    const path = bars.get(color) ?? new Path2D();
    bars.set(color, path);
    path.rect(x - width / 2, (node.y + CARD_HEIGHT / 2) * camera.zoom + camera.y - height / 2, width, height);
    drawn += 1;
  }
  for (const color of [palette.ink3, palette.ok, palette.warn, palette.accent, palette.wait, palette.error]) {
    const path = bars.get(color);
    if (path === undefined) continue;
    pen.fillStyle = color;
    pen.fill(path);
  }
  return drawn;
}

function drawGlyphs(pen: Pen, scene: FarScene, pitch: number): number {
  const { layout, window, camera, palette, selected, getStatus, getGlyph } = scene;
  const [from, until] = window.far.nodeRange;
  const [firstEdge, lastEdge] = window.far.edgeRange;
  const wires = [...layout.edges.slice(firstEdge, lastEdge), ...window.far.crossing];
  drawWires(pen, scene, wires);
  let drawn = wires.length;
  const size = Math.min(GLYPH, pitch * 0.9);
  const picture = (size * PICTURE_SIZE) / GLYPH_GRID;
  if (pitch >= LABEL_PITCH) {
    pen.font = `${LABEL_SIZE}px ${scene.font}`;
    pen.textAlign = "center";
    pen.textBaseline = "top";
  }
  for (let column = from; column < until; column += 1) {
    const node = layout.nodes[column];
    if (node === undefined) continue;
    const x = (node.x + CARD_WIDTH / 2) * camera.zoom + camera.x;
    const y = (node.y + CARD_HEIGHT / 2) * camera.zoom + camera.y;
    if (node.id === selected) drawRing(pen, { x, y }, { size, color: palette.accent });
    pen.drawImage(getGlyph(getStatus(node)), x - picture / 2, y - picture / 2, picture, picture);
    if (node.contents.marks.has("error") || (node.kind !== "outcome" && node.contents.failed > 0))
      drawErrorSquare(pen, { x: x + size / 2 - 2, y: y - size / 2 - 4 }, palette);
    if (node.contents.marks.has("loop") && pitch > 60) drawLoop(pen, { x: x - pitch / 2, y: y + 8 }, scene);
    if (node.contents.marks.has("compaction")) drawCompaction(pen, { x: x - pitch * 0.7, y }, palette);
    if (pitch >= LABEL_PITCH) drawLabel(pen, { x, y: y + size / 2 + 4 }, { scene, node, room: pitch - 8 });
    drawn += 1;
  }
  return drawn;
}

type Label = { readonly scene: FarScene; readonly node: LayoutNode; readonly room: number };

/** Draws the title centered below a point, truncated to the available width. */
function drawLabel(pen: Pen, { x, y }: At, { scene, node, room }: Label): void {
  pen.fillStyle = node.abandoned ? scene.palette.ink3 : scene.palette.ink2;
  pen.fillText(truncate(pen, scene.getTitle(node), room), x, y);
}

function truncate(pen: Pen, text: string, room: number): string {
  if (pen.measureText(text).width <= room) return text;
  let [fits, tooLong] = [0, text.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >>> 1;
    if (pen.measureText(`${text.slice(0, middle)}…`).width <= room) fits = middle;
    else tooLong = middle;
  }
  return `${text.slice(0, fits).trimEnd()}…`;
}

type Ring = { readonly size: number; readonly color: string };

function drawRing(pen: Pen, { x, y }: At, { size, color: color }: Ring): void {
  pen.strokeStyle = color;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.arc(x, y, size / 2 + 4, 0, Math.PI * 2);
  pen.stroke();
}

/** Draws identical wires in one path, because strokes are expensive and points are not. */
function drawWires(pen: Pen, scene: FarScene, wires: readonly LayoutEdge[]): void {
  const groups = new Map<string, LayoutEdge[]>();
  for (const wire of wires) {
    const key = `${wireWidth(wire)} ${wire.kind === "work"} ${wire.abandoned} ${isSelected(wire, scene)}`;
    const others = groups.get(key);
    if (others === undefined) groups.set(key, [wire]);
    else others.push(wire);
  }
  pen.lineCap = "round";
  pen.lineJoin = "round";
  for (const same of groups.values()) {
    const [first] = same;
    if (first === undefined) continue;
    pen.beginPath();
    for (const wire of same) traceWire(pen, scene, wire);
    pen.setLineDash(first.abandoned ? [4, 3] : first.kind === "work" ? [] : [1, 4]);
    pen.lineWidth = wireWidth(first);
    pen.globalAlpha = first.abandoned ? 0.5 : 0.7;
    pen.strokeStyle = isSelected(first, scene) ? scene.palette.accent : scene.palette.ink3;
    pen.stroke();
  }
  pen.setLineDash([]);
  pen.globalAlpha = 1;
}

/** Returns the width of a wire, in steps that are visibly different. */
function wireWidth({ kind, totals }: LayoutEdge): number {
  return kind === "work" ? Math.round(farWidth(totals.tokens) * 4) / 4 : 1.5;
}

function isSelected({ kind, target }: LayoutEdge, { selected }: FarScene): boolean {
  return kind === "work" && target === selected;
}

function traceWire(pen: Pen, { layout, camera }: FarScene, wire: LayoutEdge): void {
  const points = farWire(layout, wire);
  for (const [index, point] of points.entries()) {
    const x = point.x * camera.zoom + camera.x;
    const y = point.y * camera.zoom + camera.y;
    const next = points[index + 1];
    if (index === 0) pen.moveTo(x, y);
    else if (next === undefined) pen.lineTo(x, y);
    else pen.arcTo(x, y, next.x * camera.zoom + camera.x, next.y * camera.zoom + camera.y, 4);
  }
}

type At = { readonly x: number; readonly y: number };

function drawErrorSquare(pen: Pen, { x, y }: At, palette: Palette): void {
  pen.fillStyle = palette.page;
  pen.fillRect(x - 1, y - 1, 9, 9);
  pen.fillStyle = palette.error;
  pen.fillRect(x, y, 7, 7);
}

function drawLoop(pen: Pen, { x, y }: At, { palette }: FarScene): void {
  pen.strokeStyle = palette.warn;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.moveTo(x - 14, y);
  pen.lineTo(x - 14, y + 6);
  pen.lineTo(x + 14, y + 6);
  pen.lineTo(x + 14, y);
  pen.stroke();
}

function drawCompaction(pen: Pen, { x, y }: At, palette: Palette): void {
  pen.strokeStyle = palette.ink3;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.moveTo(x, 20);
  pen.lineTo(x, y + 16);
  pen.moveTo(x + 3, 20);
  pen.lineTo(x + 3, y + 16);
  pen.stroke();
}
