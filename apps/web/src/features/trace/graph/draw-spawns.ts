import { glyphX } from "@goaltrace/core/graph";
import type { StoryLine } from "@goaltrace/core/graph";
import { workedTogether } from "./agent-boxes.ts";
import { arrowhead, strokeLine } from "./draw-lines.ts";
import type { StoryPicture } from "./draw-story.ts";

/** From the top of a line up to the bar of its sub-agents, in pixels. */
const BAR_RISE = 4;
/** A wire ends this far from the right edge of its card, where it turns down. */
const WIRE_END = 19;
/** From the left edge of a card to the drop into its wire. */
const DROP = 4;

/**
 * Wires from the rail of the run to the slots of its sub-agents. Those that worked at the same time are connected to one bar; one that began after
 * its neighbor had ended follows it with an arrow, as results do.
 */
export function drawSpawns(
  pen: CanvasRenderingContext2D,
  { scene, palette }: Pick<StoryPicture, "scene" | "palette">,
  line: StoryLine,
): void {
  const { wireY } = line;
  if (wireY === null) return;
  const top = line.y - BAR_RISE;
  pen.lineWidth = 1.5;
  let from = glyphX(scene.board.width, line.part.depth) + 7;
  for (const [slot, box] of line.boxes.entries()) {
    const before = line.boxes[slot - 1];
    const to = box.x + DROP;
    if (before !== undefined && !workedTogether(scene.agents.get(before.id), scene.agents.get(box.id))) {
      pen.strokeStyle = palette.line;
      pen.lineWidth = 1;
      pen.beginPath();
      pen.moveTo(before.x + before.width - WIRE_END, wireY);
      pen.lineTo(box.x, wireY);
      pen.stroke();
      arrowhead(pen, palette.ink3, [box.x, wireY]);
      pen.lineWidth = 1.5;
    } else {
      pen.strokeStyle = palette.lane;
      pen.beginPath();
      pen.moveTo(from, top);
      pen.lineTo(to, top);
      pen.stroke();
      strokeLine(pen, [top, wireY], to - 0.5);
      if (before !== undefined) strokeLine(pen, [top, wireY], from - 0.5);
    }
    from = to;
  }
}
