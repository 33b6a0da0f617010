import type { StoryLine } from "@goaltrace/core/graph";
import type { StoryPicture } from "./draw-story.ts";

/** The words of a fork begin this far right of its first drop. */
const FORK_TEXT = 24;
/** Below the words on the upper bar are the names of the branches. */
const FORK_TEXT_RISE = 2;

/** Words keep at least this width, in pixels. */
const MIN_WORDS = 120;

/** Draws the words on the bars of a fork: that its branches ran at the same time, and which of them were used. */
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
  const last = boxes.at(-1) ?? first;
  const x = first.x + FORK_TEXT;
  const most = Math.max(MIN_WORDS, last.x + last.width - x - 16);
  const write = (words: string, y: number | null): void => {
    if (words === "" || y === null) return;
    const text = shortened(pen, words, most);
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

/** Returns as much of the text as fits, with an ellipsis where it is cut. */
function shortened(pen: CanvasRenderingContext2D, text: string, most: number): string {
  if (pen.measureText(text).width <= most) return text;
  let [least, end] = [0, text.length];
  while (least < end) {
    const middle = Math.ceil((least + end) / 2);
    if (pen.measureText(`${text.slice(0, middle)}…`).width <= most) least = middle;
    else end = middle - 1;
  }
  return `${text.slice(0, least).trimEnd()}…`;
}
