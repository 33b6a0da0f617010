import { glyphX, handBackRise } from "@goaltrace/core/graph";
import type { StoryLine } from "@goaltrace/core/graph";
import { isHandedBack, workedTogether } from "./agent-boxes.ts";
import { arrowhead, strokeLine } from "./draw-lines.ts";
import type { StoryPicture } from "./draw-story.ts";

/** From the top of a line up to the bar of its sub-agents, in pixels. */
const BAR_RISE = 4;
/** A wire ends this far from the right edge of its card, where it turns down. */
const WIRE_END = 19;
/** From the left edge of a card to the drop into its wire. */
const DROP = 4;
/** An arrow's line ends inside its head. */
const ARROW_GAP = 3;

/**
 * Wires from the rail of a goal to the slots of its sub-agents, and back to the rail from those whose report the goal has read. Those that worked at
 * the same time are connected to one bar; one that began after its neighbor had ended follows it with an arrow, as results do.
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
  drawHandBack(pen, { scene, palette }, line);
}

/** The way back to the rail, below the sub-agents. One that is followed by its neighbor returns as that one does. */
function drawHandBack(
  pen: CanvasRenderingContext2D,
  { scene, palette }: Pick<StoryPicture, "scene" | "palette">,
  line: StoryLine,
): void {
  const returned = line.boxes.filter((box) => {
    const agent = scene.agents.get(box.id)?.agent;
    return agent !== undefined && isHandedBack(agent);
  });
  const last = returned.at(-1);
  if (last === undefined) return;
  const y = line.y + line.height + handBackRise(scene.board.metrics);
  const rail = glyphX(scene.board.width, line.part.depth) + 7;
  pen.strokeStyle = palette.lane;
  pen.lineWidth = 1.5;
  for (const [index, box] of returned.entries()) {
    const next = returned[index + 1];
    if (next !== undefined && !workedTogether(scene.agents.get(box.id), scene.agents.get(next.id))) continue;
    strokeLine(pen, [box.y + box.height, y], box.x + box.width - WIRE_END);
  }
  pen.beginPath();
  pen.moveTo(last.x + last.width - WIRE_END + 0.5, y);
  pen.lineTo(rail + ARROW_GAP, y);
  pen.stroke();
  arrowhead(pen, palette.lane, [rail, y, "left"]);
}
