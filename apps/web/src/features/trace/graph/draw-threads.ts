import type { StoryPicture } from "./draw-story.ts";
import { threadsOf } from "./threads.ts";

/** Draws the dotted threads between the selected goal and those that it depends on or that depend on it. */
export function drawThreads(
  pen: CanvasRenderingContext2D,
  { scene, palette, selected }: Pick<StoryPicture, "scene" | "palette" | "selected">,
): void {
  pen.strokeStyle = palette.accent;
  pen.lineWidth = 1.5;
  pen.setLineDash([1.5, 3]);
  for (const { points } of threadsOf(scene.graph, scene.board, selected.goal)) {
    pen.beginPath();
    for (const [x, y] of points) pen.lineTo(x, y);
    pen.stroke();
  }
  pen.setLineDash([]);
}
