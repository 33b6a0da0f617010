import { endOf, LOAD_COLUMN, pausesUntil, piecesOf } from "@goaltrace/core/graph";
import type {
  LoadColumn,
  PathFigures,
  Pause,
  PieceKind,
  TimedCall,
  TimeScale,
  Timing,
  Waterfall,
  WaterfallRow,
} from "@goaltrace/core/graph";
import type { Palette } from "../parts/use-canvas-theme.ts";
import type { Axis } from "../parts/clock-axis.ts";
import { laneOf } from "./lane-of.ts";
import type { GoalSpan } from "./timeline-scene.ts";

/** The contents of the canvas: the rows between `top` and `top + height`, and the plot from `left` on. */
export type TimelinePicture = {
  readonly timing: Timing;
  readonly waterfall: Waterfall;
  readonly path: PathFigures;
  readonly spare: (index: number) => number | null;
  readonly goals: ReadonlyMap<string, GoalSpan>;
  readonly loads: ReadonlyMap<string, ReadonlyMap<number, LoadColumn>>;
  readonly scale: TimeScale;
  readonly axis: Axis;
  readonly pauses: readonly Pause[];
  readonly tip: number;
  readonly isLive: boolean;
  readonly palette: Palette;
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly height: number;
  readonly rows: { readonly from: number; readonly until: number };
  readonly hits: ReadonlySet<number>;
  /** The logs of sub-agents, by trace. */
  readonly agents: ReadonlyMap<string, Timing>;
};

type Pen = CanvasRenderingContext2D;

const BAR = 10;
const MIN_BAR = 1.5;
/** Opacity of everything that does not delay the run. */
const ASIDE = 0.4;
/** More parallel calls do not make a column higher. */
const CALLS_AT_FULL_HEIGHT = 8;

/** The distance of a bar from the top of its row: centered, or below the name on a phone. */
function barTop(row: Pick<WaterfallRow, "y" | "height">): number {
  return row.height >= 44 ? row.y + row.height - BAR - 6 : row.y + (row.height - BAR) / 2;
}

/** Draws the plot of the visible rows: ticks, pauses, goals, bars and the stairs of the critical path. */
export function drawTimeline(pen: Pen, picture: TimelinePicture): void {
  const { waterfall, rows, width, height, top, left } = picture;
  pen.clearRect(0, 0, width, height);
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, width, height);
  pen.clip();
  pen.translate(-left, -top);
  drawGrid(pen, picture);
  for (let index = rows.from; index < rows.until; index += 1) {
    const row = waterfall.rows[index];
    if (row === undefined || row.kind === "planned" || row.kind === "note") continue;
    if (row.kind === "call") drawCall(pen, picture, row);
    else if (row.kind === "lane") drawLane(pen, picture, row);
    else if (row.kind === "inner") drawInner(pen, picture, row);
    else if (row.load) drawLoad(pen, picture, row);
    else if (!row.again) drawGoal(pen, picture, row);
  }
  drawStairs(pen, picture);
  drawNow(pen, picture);
  pen.restore();
}

function drawGrid(
  pen: Pen,
  { axis, scale, pauses, palette, top, height, waterfall, rows, left, width }: TimelinePicture,
): void {
  for (const pause of pauses) {
    const x = scale.x(pause.from);
    pen.globalAlpha = 0.08;
    pen.fillStyle = pause.reason === "person" ? palette.wait : palette.ink;
    pen.fillRect(x, top, Math.max(1, scale.x(pause.to) - x), height);
  }
  pen.globalAlpha = 1;
  pen.fillStyle = palette.hairline;
  for (const { x } of axis.ticks) pen.fillRect(Math.round(x), top, 1, height);
  for (let index = rows.from; index < rows.until; index += 1) {
    const row = waterfall.rows[index];
    if (row !== undefined && "goalId" in row && row.depth === 1) pen.fillRect(left, row.y, width, 1);
  }
}

function drawGoal(pen: Pen, picture: TimelinePicture, row: Extract<WaterfallRow, { kind: "goal" }>): void {
  const { scale, palette, goals, isLive } = picture;
  const span = goals.get(row.goalId);
  if (span === undefined) return;
  const y = barTop(row) + BAR / 2;
  const isOpen = span.isOpen && isLive;
  const [from, to] = [scale.x(span.from), scale.x(span.to)];
  pen.strokeStyle = isOpen ? palette.accent : palette.ink3;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.moveTo(from, y + 4);
  pen.lineTo(from, y);
  pen.lineTo(Math.max(to, from + 2), y);
  if (!isOpen) pen.lineTo(Math.max(to, from + 2), y + 4);
  pen.stroke();
}

function drawCall(pen: Pen, picture: TimelinePicture, row: Extract<WaterfallRow, { kind: "call" }>): void {
  const { timing, path, scale, palette, tip, hits, spare } = picture;
  const call = timing.calls[row.index];
  if (call === undefined) return;
  const y = barTop(row);
  const isOnPath = path.calls.has(row.index);
  pen.globalAlpha = isOnPath ? 1 : ASIDE;
  drawPieces(pen, picture, { call, y, height: BAR });
  pen.globalAlpha = 1;
  const [from, end] = [scale.x(call.from), scale.x(endOf(call, tip))];
  const spareMs = spare(row.index) ?? 0;
  if (!isOnPath && spareMs > 0 && call.to !== null)
    drawSpare(pen, palette, { y, from: end, to: scale.x(call.to + spareMs) });
  if (!hits.has(call.sequence)) return;
  pen.strokeStyle = palette.ink;
  pen.lineWidth = 1;
  pen.strokeRect(from - 1.5, y - 1.5, Math.max(MIN_BAR, end - from) + 3, BAR + 3);
}

/** A sub-agent among the calls: its calls over one line in the hue of lanes, from its start to its end. */
function drawLane(pen: Pen, picture: TimelinePicture, row: Extract<WaterfallRow, { kind: "lane" }>): void {
  const { timing, scale, palette, tip, hits, agents } = picture;
  const lane = laneOf(row, timing, agents);
  if (lane === undefined) return;
  const y = barTop(row);
  const from = scale.x(lane.from);
  const width = Math.max(MIN_BAR, scale.x(lane.to ?? tip) - from);
  const own = agents.get(lane.traceId);
  const calls = own?.calls;
  // Some waits for a person, such as that after a repetition, belong to no call.
  for (const wait of own === undefined ? [] : pausesUntil(own, lane.to ?? tip)) {
    if (wait.reason !== "person") continue;
    pen.fillStyle = palette.wait;
    pen.fillRect(scale.x(wait.from), y, scale.x(wait.to) - scale.x(wait.from), BAR - 2);
  }
  if (calls === undefined) {
    pen.globalAlpha = ASIDE / 2;
    pen.fillStyle = lane.to === null ? palette.accent : palette.ink;
    pen.fillRect(from, y + 1, width, BAR - 2);
    pen.globalAlpha = 1;
  }
  for (const call of calls ?? []) drawPieces(pen, picture, { call, y, height: BAR - 2 });
  pen.fillStyle = lane.outcome === "failed" && lane.branch === null ? palette.error : palette.lane;
  pen.fillRect(from, y + BAR - 1, width, 2);
  if (row.of !== null || !hits.has(lane.sequence)) return;
  pen.strokeStyle = palette.ink;
  pen.lineWidth = 1;
  pen.strokeRect(from - 1.5, y - 1.5, width + 3, BAR + 4);
}

/** A call of an unfolded sub-agent. */
function drawInner(pen: Pen, picture: TimelinePicture, row: Extract<WaterfallRow, { kind: "inner" }>): void {
  const call = picture.agents.get(row.of)?.calls[row.index];
  if (call !== undefined) drawPieces(pen, picture, { call, y: barTop(row), height: BAR });
}

function drawPieces(
  pen: Pen,
  { scale, tip, palette }: TimelinePicture,
  { call, y, height }: { readonly call: TimedCall; readonly y: number; readonly height: number },
): void {
  for (const piece of piecesOf(call, tip)) {
    const x = scale.x(piece.from);
    const width = Math.max(MIN_BAR, scale.x(piece.to) - x);
    const isRunning = call.to === null && piece.to >= tip && piece.kind !== "wait";
    drawPiece(pen, palette, { x, y, width, height, fill: fillOf(call, piece.kind, isRunning) });
  }
}

type Fill = PieceKind | "error" | "running";

/** Status first: a failed call and the running part of a call have the color of their status. */
function fillOf(call: TimedCall, kind: PieceKind, isRunning: boolean): Fill {
  if (isRunning) return "running";
  if (call.outcome === "error" && (kind === "tool" || kind === "stream" || kind === "failed")) return "error";
  return kind;
}

type BarBox = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fill: Fill;
};

/** Draws a part of a bar. The fill shows the kind of work; colors show a status. */
function drawPiece(pen: Pen, palette: Palette, { x, y, width, height, fill }: BarBox): void {
  const alpha = pen.globalAlpha;
  const fillWith = (color: string, share: number): void => {
    pen.globalAlpha = alpha * share;
    pen.fillStyle = color;
    pen.fillRect(x, y, width, height);
    pen.globalAlpha = alpha;
  };
  const outline = (color: string): void => {
    if (width < 3) return;
    pen.strokeStyle = color;
    pen.lineWidth = 1;
    pen.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  };
  switch (fill) {
    case "first":
      fillWith(palette.ink, 0.16);
      outline(palette.ink3);
      return;
    case "stream":
      return fillWith(palette.ink, 0.66);
    case "tool":
      return fillWith(palette.ink, 0.38);
    case "runtime":
      return fillWith(palette.ink, 0.06);
    case "compaction":
      fillWith(palette.ink, 0.06);
      pen.fillStyle = palette.ink2;
      for (let dot = x + 2; dot < x + width - 1; dot += 4) {
        pen.fillRect(dot, y + 2.5, 1.5, 1.5);
        pen.fillRect(dot + 2, y + 6, 1.5, 1.5);
      }
      outline(palette.ink3);
      return;
    case "failed":
      outline(palette.error);
      return width < 3 ? fillWith(palette.error, 1) : undefined;
    case "backoff":
    case "queue":
      pen.fillStyle = palette.ink3;
      for (let dot = x; dot < x + width; dot += 3) pen.fillRect(dot, y + height / 2 - 0.5, 1.5, 1.5);
      return;
    case "wait":
      return fillWith(palette.wait, 1);
    case "error":
      return fillWith(palette.error, 1);
    case "running":
      return fillWith(palette.accent, 1);
  }
}

function drawSpare(
  pen: Pen,
  palette: Palette,
  { y, from, to }: { readonly y: number; readonly from: number; readonly to: number },
): void {
  if (to - from < 4) return;
  pen.fillStyle = palette.ink3;
  for (let dot = from + 2; dot < to - 1; dot += 4) pen.fillRect(dot, y + BAR / 2 - 0.5, 1, 1);
  pen.fillRect(to - 1, y + 2, 1, BAR - 4);
}

function drawLoad(
  pen: Pen,
  { loads, palette }: TimelinePicture,
  row: Extract<WaterfallRow, { kind: "goal" }>,
): void {
  const columns = loads.get(row.goalId);
  if (columns === undefined) return;
  const bottom = row.y + row.height - 5;
  const unit = (row.height - 12) / CALLS_AT_FULL_HEIGHT;
  for (const [at, { model, tools, failed }] of columns) {
    const x = at * LOAD_COLUMN;
    const modelHeight = Math.min(CALLS_AT_FULL_HEIGHT, model) * unit;
    const toolHeight =
      Math.min(CALLS_AT_FULL_HEIGHT - Math.min(CALLS_AT_FULL_HEIGHT - 1, model), tools) * unit;
    pen.fillStyle = palette.ink;
    pen.globalAlpha = 0.66;
    pen.fillRect(x, bottom - modelHeight, LOAD_COLUMN - 0.5, modelHeight);
    pen.globalAlpha = 0.38;
    pen.fillRect(x, bottom - modelHeight - toolHeight, LOAD_COLUMN - 0.5, toolHeight);
    pen.globalAlpha = 1;
    if (!failed) continue;
    pen.fillStyle = palette.error;
    pen.fillRect(x, bottom + 1.5, LOAD_COLUMN - 0.5, 2.5);
  }
}

/** Joins the calls of the critical path: from the end of one down to the start of the next. */
function drawStairs(
  pen: Pen,
  { timing, path, waterfall, scale, palette, tip, top, height }: TimelinePicture,
): void {
  const yOf = (index: number): number | null => {
    const row = waterfall.rows[waterfall.rowOf.get(index) ?? -1];
    return row === undefined ? null : barTop(row) + BAR / 2;
  };
  pen.strokeStyle = palette.ink;
  pen.lineWidth = 1.5;
  pen.beginPath();
  let before: { readonly y: number; readonly call: TimedCall } | null = null;
  for (const index of [...path.calls].reverse()) {
    const call = timing.calls[index];
    const y = yOf(index);
    if (call === undefined || y === null) continue;
    const isVisible =
      before !== null && Math.max(y, before.y) > top - 40 && Math.min(y, before.y) < top + height + 40;
    // Few of thousands of calls are visible, and only their positions are computed.
    if (before !== null && isVisible && y !== before.y) {
      const end = scale.x(endOf(before.call, tip));
      // The wait for a person is the first part of the bar, unless other calls continued meanwhile.
      const asked = scale.x(call.from);
      const x = end > asked + 1 ? scale.x(call.runFrom) : asked;
      // Goes down first, because the duration of a bar is to its right.
      const from = Math.min(end, x);
      pen.moveTo(from, before.y);
      pen.lineTo(from, y);
      pen.lineTo(x, y);
    }
    before = { y, call };
  }
  pen.stroke();
}

function drawNow(pen: Pen, { isLive, scale, tip, palette, top, height }: TimelinePicture): void {
  if (!isLive) return;
  pen.fillStyle = palette.accent;
  pen.fillRect(scale.x(tip) - 0.75, top, 1.5, height);
}
