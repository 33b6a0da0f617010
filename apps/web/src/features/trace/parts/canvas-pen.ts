/**
 * Sizes a canvas of the given CSS pixels for the screen's resolution and returns a pen that draws in CSS pixels; null if there is nothing to
 * draw on. A canvas that already has this size keeps its content.
 */
export function canvasPen(
  canvas: HTMLCanvasElement | null,
  width: number,
  height: number,
): CanvasRenderingContext2D | null {
  const pen = canvas?.getContext("2d");
  if (!canvas || !pen || width === 0) return null;
  const ratio = window.devicePixelRatio;
  const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== pixelWidth) canvas.width = pixelWidth;
  if (canvas.height !== pixelHeight) canvas.height = pixelHeight;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  return pen;
}
