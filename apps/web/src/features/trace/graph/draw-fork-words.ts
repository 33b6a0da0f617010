import type { StoryLine } from "@goaltrace/core/graph";
import type { StoryPicture } from "./draw-story.ts";

/** The words of a fork begin this far right of its first drop. */
const FORK_TEXT = 24;
/** Below the words on the upper bar are the names of the branches. */
const FORK_TEXT_RISE = 2;

/** On its bars, a fork says that its branches ran at the same time, and what of them was used. */
export function drawForkWords(
  pen: CanvasRenderingContext2D,
  { palette, font, forkTexts }: Pick<StoryPicture, "palette" | "font" | "forkTexts">,
  line: StoryLine,
): void {
  const { fork, boxes } = line;
  const [first] = boxes;
  if (fork === null || first === undefined) return;
  const { opens, merges } = forkTexts(line);
  pen.font = `11px ${font}`;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  const write = (text: string, y: number | null): void => {
    if (text === "" || y === null) return;
    const x = first.x + FORK_TEXT;
    pen.fillStyle = palette.page;
    pen.strokeStyle = palette.line;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.roundRect(x, y - 8.5, pen.measureText(text).width + 16, 17, 8.5);
    pen.fill();
    pen.stroke();
    pen.fillStyle = palette.ink2;
    pen.fillText(text, x + 8, y + 0.5);
  };
  write(opens, fork.barY - FORK_TEXT_RISE);
  write(merges, fork.mergeY);
}
