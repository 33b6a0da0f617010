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

/** Draws an arrowhead that ends here. */
export function arrowhead(
  pen: CanvasRenderingContext2D,
  color: string,
  [x, y, direction = "right"]: readonly [x: number, y: number, direction?: "left" | "right"],
): void {
  const back = direction === "right" ? x - ARROW : x + ARROW;
  pen.fillStyle = color;
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(back, y - ARROW / 2);
  pen.lineTo(back, y + ARROW / 2);
  pen.fill();
}
