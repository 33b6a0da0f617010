import type { StatusName } from "../../../ui/status.ts";

/** Colours of the far view, as CSS writes them. */
export type Palette = Readonly<
  Record<"page" | "ink2" | "ink3" | "line" | "accent" | "ok" | "error" | "warn" | "wait", string>
>;

/** Glyphs are drawn in a grid of this many units. */
export const GLYPH_GRID = 16;
/** Units of the grid that a picture holds: the glyph and the rim of page around it. */
export const PICTURE_SIZE = 18;
/** Device pixels of a unit, for each pixel of the screen: sharp at the size they have in the far view. */
const SHARPNESS = 2;

type Pen = CanvasRenderingContext2D;

/** Pictures of the status glyphs, each drawn once and then only copied: a run shows hundreds of them in every frame. */
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

/** The colour of a status. */
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

/** The silhouettes of the status glyphs, around the middle of their 16 px grid. */
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
