import { glyphX, isNarrow, linesBetween } from "@goaltrace/core/graph";
import type { GraphCall, StoryBox, StoryLine, WireRow } from "@goaltrace/core/graph";
import { statusOf } from "./box-view.ts";
import { agentStatus } from "./agent-boxes.ts";
import { drawBars } from "./draw-bars.ts";
import type { Palette } from "../parts/use-canvas-theme.ts";
import { drawForkWords } from "./draw-fork-words.ts";
import { arrowhead, strokeLine } from "./draw-lines.ts";
import { drawSpawns } from "./draw-spawns.ts";
import { drawMissing, drawThreads } from "./draw-threads.ts";
import type { GoalPair } from "./threads.ts";
import type { ForkWords } from "./fork-words.ts";
import { type StoryScene, startedTogether } from "./story-scene.ts";

export type StoryPicture = {
  readonly scene: StoryScene;
  readonly palette: Palette;
  readonly font: string;
  readonly scroll: number;
  readonly width: number;
  readonly height: number;
  readonly selected: { readonly goal: string | null; readonly sequence: number | null };
  /** From the goals whose messages are the source of what the selection read or wrote, to the goals that read or wrote it. */
  readonly taught: readonly GoalPair[];
  readonly wireOf: (box: StoryBox) => WireRow;
  /** Words of the left gutter: the clock at headers, the number of the entry at lines. */
  readonly gutterText: (line: StoryLine) => string;
  readonly forkTexts: (line: StoryLine) => ForkWords;
};

type Pen = CanvasRenderingContext2D;

/** A wire turns down into its card this far from the card's right edge. */
const TURN_DOWN = 14;
const CORNER = 5;
/** Lines draw wires up to this far outside themselves. */
const REACH = 80;
const GUTTER_RIGHT = 36;
const DIAMOND = 5;

/**
 * Draws everything under the boxes: rails, wires with one bead per call, brackets, seams, the bars of folded bands and the gutter. Draws only
 * the visible lines.
 */
export function drawStory(pen: Pen, picture: StoryPicture): void {
  const { scene, scroll, width, height } = picture;
  pen.clearRect(0, 0, width, height);
  pen.save();
  pen.translate(0, -scroll);
  const { lines } = scene.board;
  const { from, until } = linesBetween(scene.board, scroll - REACH, scroll + height + REACH);
  drawRails(pen, picture);
  for (let index = from; index < until; index += 1) {
    const line = lines[index];
    if (line === undefined) continue;
    drawEntry(pen, picture, index);
    if (line.kind === "lanes") drawSpawns(pen, picture, line);
    if (line.fork !== null) {
      drawFork(pen, picture, line);
      drawForkWords(pen, picture, line);
    }
    if (line.kind === "cards") drawMeanwhile(pen, picture, line);
    if (line.wireY !== null) drawWires(pen, picture, line);
    drawBars(pen, picture, line);
    drawGutter(pen, picture, line);
  }
  drawThreads(pen, picture);
  drawMissing(pen, picture);
  pen.restore();
}

function drawRails(pen: Pen, { scene, palette, scroll, height }: StoryPicture): void {
  const planned = scene.board.lines.find(({ kind }) => kind === "planned")?.y ?? Number.MAX_SAFE_INTEGER;
  pen.strokeStyle = palette.line;
  pen.lineWidth = 1;
  for (const { x, top, bottom } of scene.board.rails) {
    if (bottom - top < CORNER || bottom < scroll || top > scroll + height) continue;
    const end = bottom - 8;
    const solid = Math.min(end, planned);
    strokeLine(pen, [Math.max(top, scroll - 10), Math.min(solid, scroll + height + 10)], x);
    if (end <= solid) continue;
    pen.setLineDash([1, 4]);
    strokeLine(pen, [Math.max(solid, scroll - 10), end], x);
    pen.setLineDash([]);
  }
}

/** The connection of a line to its band: an elbow from the rail, or the return of the wire from the line above. */
function drawEntry(pen: Pen, { scene, palette }: StoryPicture, index: number): void {
  const { board } = scene;
  const line = board.lines[index];
  if (line === undefined) return;
  pen.strokeStyle = palette.line;
  pen.lineWidth = 1;
  const owner = line.kind === "cards" ? line.part : line.part.parent;
  const isHung = line.kind === "header" || line.kind === "outcome" || line.kind === "planned";
  if (isHung && (owner !== null || line.kind !== "header")) {
    const part = line.kind === "header" ? owner : line.part;
    const [box] = line.boxes;
    if (part === null || box === undefined) return;
    elbow(pen, { x: glyphX(board.width, part.depth) + 7, y: box.y + box.height / 2, to: box.x - 2 });
  } else if (line.entry === "rail" && line.wireY !== null && line.columns !== null)
    elbow(pen, { x: glyphX(board.width, line.part.depth) + 7, y: line.wireY, to: line.columns.x });
  else if (line.entry === "return") drawReturn(pen, { scene, palette }, index);
}

function elbow(
  pen: Pen,
  { x, y, to }: { readonly x: number; readonly y: number; readonly to: number },
): void {
  pen.beginPath();
  pen.moveTo(x + 0.5, y - 8);
  pen.arcTo(x + 0.5, y + 0.5, to, y + 0.5, 8);
  pen.lineTo(Math.max(to, x + 2), y + 0.5);
  pen.stroke();
}

function drawReturn(
  pen: Pen,
  { scene, palette }: Pick<StoryPicture, "scene" | "palette">,
  index: number,
): void {
  const { lines, metrics } = scene.board;
  const line = lines[index];
  let above = index - 1;
  while (above > 0 && lines[above]?.kind !== "cards") above -= 1;
  const last = lines[above]?.boxes.at(-1);
  const fromY = lines[above]?.wireY ?? null;
  if (line?.wireY == null || line.columns === null || last === undefined || fromY === null) return;
  const [first] = line.boxes;
  if (first !== undefined && startedTogether(scene.graph, last, first)) {
    // They are connected to the rail one below the other: a wire between them would mean "then".
    const x = glyphX(scene.board.width, line.part.depth) + 7;
    strokeLine(pen, [fromY, line.wireY - 8], x);
    elbow(pen, { x, y: line.wireY, to: line.columns.x });
    return;
  }
  const right = last.x + last.width + 8;
  const left = line.columns.x - 10;
  const middle = line.y - Math.max(2, metrics.below / 2);
  pen.beginPath();
  pen.moveTo(last.x + last.width - TURN_DOWN, fromY + 0.5);
  pen.arcTo(right, fromY + 0.5, right, middle, 6);
  pen.arcTo(right, middle, left, middle, 6);
  pen.arcTo(left, middle, left, line.wireY, Math.min(6, Math.abs(line.wireY - middle) / 2));
  pen.arcTo(left, line.wireY, line.columns.x, line.wireY, Math.min(6, Math.abs(line.wireY - middle) / 2));
  pen.lineTo(line.columns.x, line.wireY);
  pen.stroke();
  arrowhead(pen, palette.line, [line.columns.x, line.wireY]);
}

function drawFork(pen: Pen, { scene, palette }: StoryPicture, line: StoryLine): void {
  const { fork, boxes } = line;
  const [first] = boxes;
  const last = boxes.at(-1);
  if (fork === null || first === undefined || last === undefined) return;
  const rail = glyphX(scene.board.width, line.part.depth) + 7;
  const bottom = fork.mergeY ?? line.y + line.height;
  pen.fillStyle = palette.surface;
  pen.strokeStyle = palette.line;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.roundRect(first.x - 8.5, fork.barY + 0.5, last.x + last.width - first.x + 17, bottom - fork.barY, 6);
  pen.fill();
  pen.stroke();
  pen.strokeStyle = palette.ink3;
  pen.lineWidth = 1.5;
  for (const y of fork.mergeY === null ? [fork.barY] : [fork.barY, fork.mergeY]) {
    pen.beginPath();
    pen.moveTo(rail, y);
    pen.lineTo(last.x + last.width - TURN_DOWN, y);
    pen.stroke();
    diamond(pen, palette, [rail, y]);
  }
  for (const box of boxes) {
    if (line.wireY === null) continue;
    pen.beginPath();
    pen.moveTo(box.x + 4, fork.barY);
    pen.lineTo(box.x + 4, line.wireY);
    pen.stroke();
    const status = boxBranchStatus(scene, box);
    if (fork.mergeY === null || status === "abandoned") continue;
    pen.beginPath();
    pen.moveTo(box.x + box.width - TURN_DOWN, box.y + box.height);
    pen.lineTo(box.x + box.width - TURN_DOWN, fork.mergeY);
    pen.stroke();
  }
}

/** A bar above the results whose calls began together, with a drop into the wire of each. */
function drawMeanwhile(pen: Pen, { scene, palette }: StoryPicture, line: StoryLine): void {
  if (line.wireY === null) return;
  const top = line.y - 4;
  pen.strokeStyle = palette.ink3;
  pen.lineWidth = 1.5;
  for (const [slot, box] of line.boxes.entries()) {
    const next = line.boxes[slot + 1];
    if (next === undefined || !startedTogether(scene.graph, box, next)) continue;
    for (const { x } of [box, next]) strokeLine(pen, [top, line.wireY], x + 3.5);
    pen.beginPath();
    pen.moveTo(box.x + 4, top);
    pen.lineTo(next.x + 4, top);
    pen.stroke();
  }
}

function boxBranchStatus({ graph, run, agents }: StoryScene, { id, goals }: StoryBox): string {
  const agent = agents.get(id);
  if (agent !== undefined) return agentStatus(agent);
  const [first] = goals;
  return first === undefined ? "pending" : statusOf(graph, run, first);
}

function diamond(pen: Pen, palette: Palette, [x, y]: readonly [number, number]): void {
  pen.fillStyle = palette.page;
  pen.beginPath();
  pen.moveTo(x - DIAMOND, y);
  pen.lineTo(x, y - DIAMOND);
  pen.lineTo(x + DIAMOND, y);
  pen.lineTo(x, y + DIAMOND);
  pen.closePath();
  pen.fill();
  pen.stroke();
}

function drawWires(pen: Pen, picture: StoryPicture, line: StoryLine): void {
  const { scene, palette } = picture;
  const { wireY } = line;
  if (wireY === null) return;
  for (const [slot, box] of line.boxes.entries()) {
    const next = line.kind === "cards" ? line.boxes[slot + 1] : undefined;
    const isLive =
      boxBranchStatus(scene, box) === "running" && scene.agents.has(box.id)
        ? true
        : scene.graph.live !== null && box.goals.includes(scene.graph.live.goalId);
    const status = scene.lit === null || box.goals.some((id) => scene.lit?.has(id) === true);
    const isGivenUp = boxBranchStatus(scene, box) === "abandoned";
    pen.strokeStyle = isLive ? palette.accent : status && !isGivenUp ? palette.ink3 : palette.line;
    pen.lineWidth = 1.5;
    pen.setLineDash(isGivenUp ? [3, 3] : []);
    const turn = box.x + box.width - TURN_DOWN;
    pen.beginPath();
    pen.moveTo(box.x, wireY);
    pen.lineTo(turn - CORNER, wireY);
    pen.arcTo(turn, wireY, turn, box.y, Math.min(CORNER, box.y - wireY));
    pen.lineTo(turn, box.y);
    pen.stroke();
    pen.setLineDash([]);
    // There is no wire between neighbors that began together: this is how "meanwhile" differs from "then".
    if (next !== undefined && !startedTogether(scene.graph, box, next)) {
      pen.lineWidth = 1;
      pen.strokeStyle = palette.line;
      pen.beginPath();
      pen.moveTo(turn - CORNER, wireY);
      pen.lineTo(next.x, wireY);
      pen.stroke();
      arrowhead(pen, palette.ink3, [next.x, wireY]);
    }
    drawBeads(pen, picture, { box, wireY, quiet: !status || isGivenUp });
  }
}

type WirePlace = { readonly box: StoryBox; readonly wireY: number; readonly quiet: boolean };

function drawBeads(pen: Pen, picture: StoryPicture, { box, wireY, quiet }: WirePlace): void {
  const { palette, selected, scene } = picture;
  const row = picture.wireOf(box);
  if (row.band !== null) {
    pen.fillStyle = quiet ? palette.line : palette.ink2;
    pen.fillRect(box.x + row.band.from, wireY - 1.5, row.band.until - row.band.from, 3);
  }
  const radius = row.radius ?? 1.9;
  for (const { call, x, looping } of row.beads) {
    const centerX = box.x + x;
    pen.beginPath();
    pen.arc(centerX, wireY, radius + 1.5, 0, Math.PI * 2);
    pen.fillStyle = palette.page;
    pen.fill();
    const isBad = call.outcome === "error" || call.outcome === "denied";
    pen.beginPath();
    pen.arc(centerX, wireY, isBad ? radius + 0.5 : radius, 0, Math.PI * 2);
    const isWaiting = scene.run.status === "waiting";
    pen.fillStyle = beadColor(palette, call, { looping, quiet, isWaiting });
    pen.strokeStyle = palette.error;
    pen.lineWidth = 1;
    if (call.outcome === "denied") pen.stroke();
    else pen.fill();
    if (call.sequence === selected.sequence) ring(pen, palette.accent, [centerX, wireY]);
    else if (scene.verdict?.sequence === call.sequence) ring(pen, palette.error, [centerX, wireY]);
  }
  for (const bracket of row.brackets) {
    pen.strokeStyle = bracket.polling ? palette.ink3 : palette.warn;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(box.x + bracket.from, wireY + 4);
    pen.lineTo(box.x + bracket.from, wireY + 7);
    pen.lineTo(box.x + bracket.until, wireY + 7);
    pen.lineTo(box.x + bracket.until, wireY + 4);
    pen.stroke();
  }
  for (const { from, until } of row.groups) {
    pen.strokeStyle = palette.ink3;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(box.x + from, wireY - 4);
    pen.lineTo(box.x + from, wireY - 7);
    pen.lineTo(box.x + until, wireY - 7);
    pen.lineTo(box.x + until, wireY - 4);
    pen.stroke();
  }
  for (const { x, sequence } of row.seams)
    drawSeam(pen, sequence === scene.missing ? palette.error : palette.ink3, [box.x + x, wireY]);
}

function beadColor(
  palette: Palette,
  { outcome }: Pick<GraphCall, "outcome">,
  {
    looping,
    quiet,
    isWaiting,
  }: { readonly looping: boolean; readonly quiet: boolean; readonly isWaiting: boolean },
): string {
  if (outcome === "error") return palette.error;
  if (outcome === "running") return isWaiting ? palette.wait : palette.accent;
  if (outcome === "cancelled" || outcome === "interrupted") return palette.line;
  if (looping) return palette.warn;
  return quiet ? palette.line : palette.ink2;
}

function ring(pen: Pen, color: string, [x, y]: readonly [number, number]): void {
  pen.beginPath();
  pen.arc(x, y, 6, 0, Math.PI * 2);
  pen.strokeStyle = color;
  pen.lineWidth = 1.5;
  pen.stroke();
}

function drawSeam(pen: Pen, color: string, [x, y]: readonly [number, number]): void {
  pen.strokeStyle = color;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.moveTo(x - 1.5, y - 9);
  pen.lineTo(x - 1.5, y + 9);
  pen.stroke();
  pen.setLineDash([2, 1.5]);
  pen.beginPath();
  pen.moveTo(x + 1.5, y - 9);
  pen.lineTo(x + 1.5, y + 9);
  pen.stroke();
  pen.setLineDash([]);
}

function drawGutter(pen: Pen, { scene, palette, font, gutterText }: StoryPicture, line: StoryLine): void {
  if (isNarrow(scene.board.width)) return;
  const text = gutterText(line);
  if (text === "") return;
  const [box] = line.boxes;
  const y = line.wireY ?? (box === undefined ? line.y : box.y + box.height / 2);
  pen.fillStyle = palette.ink3;
  pen.font = `11px ${font}`;
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  pen.fillText(text, GUTTER_RIGHT, y + 0.5);
}
