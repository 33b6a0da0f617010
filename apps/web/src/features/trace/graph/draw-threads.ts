import type { StoryPicture } from "./draw-story.ts";
import { missingThread } from "./missing-thread.ts";
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

/** Draws the dotted thread from the compaction that dropped something to the verdict about it. */
export function drawMissing(
  pen: CanvasRenderingContext2D,
  { scene, palette, wireOf }: Pick<StoryPicture, "scene" | "palette" | "wireOf">,
): void {
  const { graph, board, missing } = scene;
  const points = missing === null ? null : missingThread(graph, board, { missing, wireOf });
  if (points === null) return;
  pen.strokeStyle = palette.error;
  pen.lineWidth = 1.5;
  pen.setLineDash([2, 4]);
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.stroke();
  pen.setLineDash([]);
}
