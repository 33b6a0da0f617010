import type { StatusName } from "../../../ui/status.ts";

/** The CSS colors of the far view. */
export type Palette = Readonly<
  Record<"page" | "ink2" | "ink3" | "line" | "accent" | "ok" | "error" | "warn" | "wait", string>
>;

/** The size of the grid in which glyphs are drawn, in units. */
export const GLYPH_GRID = 16;
/** The size of a picture in grid units: the glyph and a margin in the page color. */
export const PICTURE_SIZE = 18;
/** Device pixels per grid unit and screen pixel. Sharp at the glyph size of the far view. */
const SHARPNESS = 2;

type Pen = CanvasRenderingContext2D;

/** Returns pictures of the status glyphs, each drawn once and then copied, because a run shows hundreds of them in every frame. */
export function glyphPictures(
  palette: Palette,
  pixelRatio: number,
): (status: StatusName) => CanvasImageSource {
  const pictures = new Map<StatusName, HTMLCanvasElement>();
  const scale = SHARPNESS * pixelRatio;
  return (status) => {
    const cached = pictures.get(status);
    if (cached !== undefined) return cached;
    const picture = document.createElement("canvas");
    picture.width = Math.ceil(PICTURE_SIZE * scale);
    picture.height = picture.width;
    pictures.set(status, picture);
    const pen = picture.getContext("2d");
    pen?.setTransform(scale, 0, 0, scale, picture.width / 2, picture.height / 2);
    if (pen) drawGlyph(pen, status, palette);
    return picture;
  };
}

/** Returns the color of a status. */
export function statusColor(status: StatusName, palette: Palette): string {
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

/** Draws the silhouette of a status glyph, centered in its 16 px grid. */
function drawGlyph(pen: Pen, status: StatusName, palette: Palette): void {
  const color = statusColor(status, palette);
  pen.fillStyle = palette.page;
  pen.beginPath();
  pen.arc(0, 0, 8.5, 0, Math.PI * 2);
  pen.fill();
  pen.fillStyle = color;
  pen.strokeStyle = color;
  pen.lineWidth = 1.5;
  pen.lineCap = "round";
  pen.lineJoin = "round";
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
      cross(pen, color, 2.25);
      return;
    case "cancelled":
      ring(pen, []);
      pen.fillRect(-2.5, -2.5, 5, 5);
      return;
    case "interrupted":
      ring(pen, [14, 5.635]);
      stroke(pen, color, [
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

function cross(pen: Pen, color: string, reach: number): void {
  stroke(pen, color, [
    [-reach, -reach],
    [reach, reach],
  ]);
  stroke(pen, color, [
    [reach, -reach],
    [-reach, reach],
  ]);
}

function stroke(pen: Pen, color: string, points: readonly (readonly [number, number])[]): void {
  pen.strokeStyle = color;
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.stroke();
}
