/** In pixels: length and width of an arrowhead. */
const ARROW = 6;

/** Draws a vertical line; nothing if it has no length. */
export function strokeLine(
  pen: CanvasRenderingContext2D,
  [top, bottom]: readonly [number, number],
  x: number,
): void {
  if (bottom <= top) return;
  pen.beginPath();
  pen.moveTo(x + 0.5, top);
  pen.lineTo(x + 0.5, bottom);
  pen.stroke();
}

/** Draws an arrowhead that points right and ends here. */
export function arrowhead(
  pen: CanvasRenderingContext2D,
  color: string,
  [x, y]: readonly [number, number],
): void {
  pen.fillStyle = color;
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(x - ARROW, y - ARROW / 2);
  pen.lineTo(x - ARROW, y + ARROW / 2);
  pen.fill();
}
