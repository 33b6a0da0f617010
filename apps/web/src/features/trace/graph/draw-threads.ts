import type { StoryPicture } from "./draw-story.ts";
import { threadsBetween, threadsOf } from "./threads.ts";

/**
 * Draws the dotted threads between the selected goal and those that it depends on or that depend on it, and from the messages that are the source of
 * what the selected entry or goal read or wrote.
 */
export function drawThreads(
  pen: CanvasRenderingContext2D,
  { scene, palette, selected, taught }: Pick<StoryPicture, "scene" | "palette" | "selected" | "taught">,
): void {
  pen.strokeStyle = palette.accent;
  pen.lineWidth = 1.5;
  pen.setLineDash([1.5, 3]);
  const needed = threadsOf(scene.graph, scene.board, selected.goal);
  for (const { points } of [...needed, ...threadsBetween(scene.board, taught)]) {
    pen.beginPath();
    for (const [x, y] of points) pen.lineTo(x, y);
    pen.stroke();
  }
  pen.setLineDash([]);
}
