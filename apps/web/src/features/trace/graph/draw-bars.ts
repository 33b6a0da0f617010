import { BAR_HEIGHT, BAR_WIDTH } from "@goaltrace/core/graph";
import type { Graph, PlacedBar, StoryLine } from "@goaltrace/core/graph";
import type { Palette } from "../parts/use-canvas-theme.ts";
import { type AgentBox, agentFigures, agentStatus } from "./agent-boxes.ts";
import { statusOf, worstStatus } from "./box-view.ts";
import type { StoryScene } from "./story-scene.ts";

/** Opacity of the bars that need no attention. */
const QUIET = 0.55;

type BarPicture = { readonly scene: StoryScene; readonly palette: Palette };
type Pen = CanvasRenderingContext2D;

/**
 * Draws the bars of a folded band: the height is the square root of the price, the color is the status, and a tick marks an error from which the run
 * recovered.
 */
export function drawBars(pen: Pen, picture: BarPicture, line: StoryLine): void {
  const { scene, palette } = picture;
  for (const { y, bars } of line.barRows) {
    for (const bar of bars) drawBar(pen, { picture, bar, y });
    for (const [from, until, isFailed] of groups(scene, bars)) {
      pen.fillStyle = isFailed ? palette.error : palette.line;
      pen.fillRect(from, y + BAR_HEIGHT + 1, until - from, 1);
    }
  }
}

type BarPlace = {
  readonly picture: BarPicture;
  readonly bar: PlacedBar;
  readonly y: number;
};

function drawBar(pen: Pen, { picture, bar, y }: BarPlace): void {
  const { scene, palette } = picture;
  const { graph, run } = scene;
  const agent = scene.agents.get(bar.place ?? "");
  const work = agent === undefined ? workOf(graph, bar) : workOfAgent(agent);
  const status =
    agent === undefined ? worstStatus(bar.goals.map((id) => statusOf(graph, run, id))) : agentStatus(agent);
  const size = barShare(scene, work);
  const height = Math.max(3, Math.min(BAR_HEIGHT, size * BAR_HEIGHT));
  const top = y + BAR_HEIGHT - height;
  if (status === "abandoned") {
    pen.strokeStyle = palette.line;
    pen.lineWidth = 1;
    pen.strokeRect(bar.x + 0.5, top + 0.5, BAR_WIDTH - 1, height - 1);
  } else {
    const color = barColor(palette, status);
    pen.fillStyle = color;
    pen.globalAlpha = color === palette.ink3 ? QUIET : 1;
    pen.fillRect(bar.x, top, BAR_WIDTH, height);
    pen.globalAlpha = 1;
  }
  if (work.errors > 0 && status !== "failed") {
    pen.fillStyle = palette.error;
    // Drawn on the bar: below it, the tick would seem to belong to the next row.
    pen.fillRect(bar.x, y + BAR_HEIGHT, BAR_WIDTH, 3);
  }
  if (graph.live === null || !bar.goals.includes(graph.live.goalId)) return;
  pen.fillStyle = palette.accent;
  pen.beginPath();
  pen.moveTo(bar.x - 2, top - 8);
  pen.lineTo(bar.x + BAR_WIDTH + 2, top - 8);
  pen.lineTo(bar.x + BAR_WIDTH / 2, top - 3);
  pen.fill();
}

type BarWork = { readonly cost: number; readonly workedMs: number; readonly errors: number };

function workOf(graph: Graph, { goals }: PlacedBar): BarWork {
  const sum = { cost: 0, workedMs: 0, errors: 0 };
  for (const id of goals) {
    const { totals, worked } = graph.edges.get(id) ?? {};
    sum.cost += totals?.cost ?? 0;
    sum.workedMs += worked?.ms ?? 0;
    sum.errors += totals?.errors ?? 0;
  }
  return sum;
}

function workOfAgent(agent: AgentBox): BarWork {
  const { cost, durationMs, errors } = agentFigures(agent);
  return { cost: cost ?? 0, workedMs: durationMs ?? 0, errors };
}

/** Returns the height of a bar from 0 to 1: the square root of its share in the most expensive result; without prices, in the longest. */
function barShare({ largest }: StoryScene, work: BarWork): number {
  const isPriced = largest.resultCost > 0;
  const most = isPriced ? largest.resultCost : largest.resultMs;
  return most === 0 ? 0 : Math.sqrt((isPriced ? work.cost : work.workedMs) / most);
}

function barColor(palette: Palette, status: string): string {
  if (status === "failed") return palette.error;
  if (status === "running") return palette.accent;
  return status === "waiting" ? palette.wait : palette.ink3;
}

type Group = readonly [from: number, until: number, isFailed: boolean];

function groups({ graph, run }: StoryScene, bars: readonly PlacedBar[]): readonly Group[] {
  const found: [number, number, boolean][] = [];
  let before: PlacedBar | undefined;
  for (const bar of bars) {
    const last = found.at(-1);
    if (last !== undefined && before?.part === bar.part) last[1] = bar.x + BAR_WIDTH;
    else {
      const isFailed = statusOf(graph, run, bar.part.goalId) === "failed";
      found.push([bar.x, bar.x + BAR_WIDTH, isFailed]);
    }
    before = bar;
  }
  return found;
}
