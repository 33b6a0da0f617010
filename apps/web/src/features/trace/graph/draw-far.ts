import { CARD_HEIGHT, CARD_WIDTH, COLUMN_PITCH } from "@goaltrace/core/graph";
import type { GraphLayout, GraphWindow, LayoutEdge, LayoutNode } from "@goaltrace/core/graph";
import type { StatusName } from "../../../ui/status.ts";
import type { Camera } from "../url-state.ts";
import { farWidth, farWire } from "./to-flow.ts";

/** Colours of the far view, as CSS writes them. */
export type Palette = Readonly<
  Record<"page" | "ink2" | "ink3" | "line" | "accent" | "ok" | "error" | "warn" | "wait", string>
>;

export type FarScene = {
  readonly layout: GraphLayout;
  readonly window: GraphWindow;
  readonly camera: Camera;
  readonly selected: string | null;
  readonly statusOf: (node: LayoutNode) => StatusName;
  readonly titleOf: (node: LayoutNode) => string;
  /** Family of the labels, as CSS writes it. */
  readonly font: string;
  readonly palette: Palette;
};

type Pen = CanvasRenderingContext2D;

/** Below this distance between columns, in screen pixels, glyphs would cover each other: cards become bars, wires are left out. */
const GLYPH_PITCH = 9;
const GLYPH = 14;
/** From this distance on there is room for a goal's title under its glyph. */
const LABEL_PITCH = 64;
const LABEL_SIZE = 11;

/** Draws all that is in sight, in screen pixels. Returns how many things were drawn, for a test that bounds the work. */
export function drawFar(pen: Pen, scene: FarScene): number {
  const pitch = COLUMN_PITCH * scene.camera.zoom;
  return pitch < GLYPH_PITCH ? drawBars(pen, scene, pitch) : drawGlyphs(pen, scene, pitch);
}

function colourOf(status: StatusName, palette: Palette): string {
  switch (status) {
    case "completed":
      return palette.ok;
    case "failed":
      return palette.error;
    case "running":
      return palette.accent;
    case "waiting":
      return palette.wait;
    case "interrupted":
      return palette.warn;
    case "queued":
    case "pending":
    case "cancelled":
    case "abandoned":
      return palette.ink3;
  }
}

function drawBars(pen: Pen, { layout, window, camera, statusOf, palette }: FarScene, pitch: number): number {
  const [from, until] = window.far.nodeRange;
  const width = Math.max(1, pitch * 0.8);
  const height = Math.max(3, Math.min(10, CARD_HEIGHT * camera.zoom));
  const bars = new Map<string, Path2D>();
  let drawn = 0;
  // Bars that fall on the same pixel of the same lane are one; trouble is drawn last and so stays in sight.
  let [lastX, lastLane, lastColour] = [-1, -1, ""];
  for (let column = from; column < until; column += 1) {
    const node = layout.nodes[column];
    if (node === undefined) continue;
    const x = Math.round((node.x + CARD_WIDTH / 2) * camera.zoom + camera.x);
    const colour = colourOf(statusOf(node), palette);
    if (x === lastX && node.lane === lastLane && colour === lastColour) continue;
    [lastX, lastLane, lastColour] = [x, node.lane, colour];
    const path = bars.get(colour) ?? new Path2D();
    bars.set(colour, path);
    path.rect(x - width / 2, (node.y + CARD_HEIGHT / 2) * camera.zoom + camera.y - height / 2, width, height);
    drawn += 1;
  }
  for (const colour of [
    palette.ink3,
    palette.ok,
    palette.warn,
    palette.accent,
    palette.wait,
    palette.error,
  ]) {
    const path = bars.get(colour);
    if (path === undefined) continue;
    pen.fillStyle = colour;
    pen.fill(path);
  }
  return drawn;
}

function drawGlyphs(pen: Pen, scene: FarScene, pitch: number): number {
  const { layout, window, camera, palette, selected, statusOf } = scene;
  const [from, until] = window.far.nodeRange;
  const [firstEdge, lastEdge] = window.far.edgeRange;
  let drawn = 0;
  pen.lineCap = "round";
  pen.lineJoin = "round";
  for (let index = firstEdge; index < lastEdge; index += 1) {
    const edge = layout.edges[index];
    if (edge !== undefined) drawn += drawWire(pen, scene, edge);
  }
  for (const edge of window.far.crossing) drawn += drawWire(pen, scene, edge);
  const size = Math.min(GLYPH, pitch * 0.9);
  for (let column = from; column < until; column += 1) {
    const node = layout.nodes[column];
    if (node === undefined) continue;
    const x = (node.x + CARD_WIDTH / 2) * camera.zoom + camera.x;
    const y = (node.y + CARD_HEIGHT / 2) * camera.zoom + camera.y;
    pen.save();
    pen.translate(x, y);
    if (node.id === selected) drawRing(pen, size, palette.accent);
    pen.scale(size / 16, size / 16);
    drawGlyph(pen, statusOf(node), palette);
    pen.restore();
    if (node.contents.marks.error > 0 || (node.kind !== "outcome" && node.contents.failed > 0))
      drawErrorSquare(pen, { x: x + size / 2 - 2, y: y - size / 2 - 4 }, palette);
    if (node.contents.marks.loop > 0 && pitch > 60) drawLoop(pen, { x: x - pitch / 2, y: y + 8 }, scene);
    if (node.contents.marks.seam > 0) drawSeam(pen, { x: x - pitch * 0.7, y }, palette);
    if (pitch >= LABEL_PITCH) drawLabel(pen, { x, y: y + size / 2 + 4 }, { scene, node, room: pitch - 8 });
    drawn += 1;
  }
  return drawn;
}

type Label = { readonly scene: FarScene; readonly node: LayoutNode; readonly room: number };

/** As much of the title as there is room for, centred below a point. */
function drawLabel(pen: Pen, { x, y }: At, { scene, node, room }: Label): void {
  pen.font = `${LABEL_SIZE}px ${scene.font}`;
  pen.fillStyle = node.abandoned ? scene.palette.ink3 : scene.palette.ink2;
  pen.textAlign = "center";
  pen.textBaseline = "top";
  pen.fillText(shortened(pen, scene.titleOf(node), room), x, y);
}

function shortened(pen: Pen, text: string, room: number): string {
  if (pen.measureText(text).width <= room) return text;
  let [fits, tooLong] = [0, text.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >>> 1;
    if (pen.measureText(`${text.slice(0, middle)}…`).width <= room) fits = middle;
    else tooLong = middle;
  }
  return `${text.slice(0, fits).trimEnd()}…`;
}

function drawRing(pen: Pen, size: number, colour: string): void {
  pen.strokeStyle = colour;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.arc(0, 0, size / 2 + 4, 0, Math.PI * 2);
  pen.stroke();
}

function drawWire(pen: Pen, { layout, camera, palette, selected }: FarScene, edge: LayoutEdge): number {
  const points = farWire(layout, edge);
  pen.beginPath();
  for (const [index, point] of points.entries()) {
    const x = point.x * camera.zoom + camera.x;
    const y = point.y * camera.zoom + camera.y;
    const next = points[index + 1];
    if (index === 0) pen.moveTo(x, y);
    else if (next === undefined) pen.lineTo(x, y);
    else pen.arcTo(x, y, next.x * camera.zoom + camera.x, next.y * camera.zoom + camera.y, 4);
  }
  const isWork = edge.kind === "work";
  pen.setLineDash(edge.abandoned ? [4, 3] : isWork ? [] : [1, 4]);
  pen.lineWidth = isWork ? farWidth(edge.totals.tokens) : 1.5;
  pen.globalAlpha = edge.abandoned ? 0.5 : 0.7;
  pen.strokeStyle = isWork && edge.target === selected ? palette.accent : palette.ink3;
  pen.stroke();
  pen.setLineDash([]);
  pen.globalAlpha = 1;
  return 1;
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

function drawSeam(pen: Pen, { x, y }: At, palette: Palette): void {
  pen.strokeStyle = palette.ink3;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.moveTo(x, 20);
  pen.lineTo(x, y + 16);
  pen.moveTo(x + 3, 20);
  pen.lineTo(x + 3, y + 16);
  pen.stroke();
}

/** The silhouettes of the status glyphs, around the middle of their 16 px grid. */
function drawGlyph(pen: Pen, status: StatusName, palette: Palette): void {
  const colour = colourOf(status, palette);
  pen.fillStyle = palette.page;
  pen.beginPath();
  pen.arc(0, 0, 8.5, 0, Math.PI * 2);
  pen.fill();
  pen.fillStyle = colour;
  pen.strokeStyle = colour;
  pen.lineWidth = 1.5;
  switch (status) {
    case "completed":
      disc(pen, 7);
      stroke(pen, palette.page, [
        [-3.1, 0.2],
        [-1, 2.3],
        [3.1, -2.1],
      ]);
      return;
    case "waiting":
      disc(pen, 7);
      stroke(pen, palette.page, [
        [-1.75, -2.5],
        [-1.75, 2.5],
      ]);
      stroke(pen, palette.page, [
        [1.75, -2.5],
        [1.75, 2.5],
      ]);
      return;
    case "failed":
      pen.beginPath();
      for (const [x, y] of OCTAGON) pen.lineTo(x, y);
      pen.fill();
      cross(pen, palette.page, 2.3);
      return;
    case "running":
      ring(pen, []);
      disc(pen, 2.5);
      return;
    case "abandoned":
      ring(pen, []);
      cross(pen, colour, 2.25);
      return;
    case "cancelled":
      ring(pen, []);
      pen.fillRect(-2.5, -2.5, 5, 5);
      return;
    case "interrupted":
      ring(pen, [14, 5.635]);
      stroke(pen, colour, [
        [0, -3.25],
        [0, 0.5],
      ]);
      return;
    case "queued":
    case "pending":
      ring(pen, [2.4, 2.508]);
      return;
  }
}

const OCTAGON = [
  [-2.9, -7],
  [2.9, -7],
  [7, -2.9],
  [7, 2.9],
  [2.9, 7],
  [-2.9, 7],
  [-7, 2.9],
  [-7, -2.9],
] as const;

function disc(pen: Pen, radius: number): void {
  pen.beginPath();
  pen.arc(0, 0, radius, 0, Math.PI * 2);
  pen.fill();
}

function ring(pen: Pen, dash: number[]): void {
  pen.setLineDash(dash);
  pen.beginPath();
  pen.arc(0, 0, 6.25, 0, Math.PI * 2);
  pen.stroke();
  pen.setLineDash([]);
}

function cross(pen: Pen, colour: string, reach: number): void {
  stroke(pen, colour, [
    [-reach, -reach],
    [reach, reach],
  ]);
  stroke(pen, colour, [
    [reach, -reach],
    [-reach, reach],
  ]);
}

function stroke(pen: Pen, colour: string, points: readonly (readonly [number, number])[]): void {
  pen.strokeStyle = colour;
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.stroke();
}
