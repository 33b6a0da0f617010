import { endOf, piecesOf } from "@goaltrace/core/graph";
import type { PieceKind, TimedCall, TimeScale, Timing } from "@goaltrace/core/graph";
import { type DetectedLoop, isSameLoop, mergeLoops } from "@goaltrace/core/log";
import type { OutlineEntry } from "@goaltrace/core/log";
import { entryAt } from "../state/trace-model.ts";
import { SCRUBBER_LANES } from "./scrubber-lanes.ts";

const [CONTEXT, MODEL, TOOLS, MARKS] = SCRUBBER_LANES;
const TOOL_HEIGHT = 4;
const TOOL_LANES = 3;
/** With less space per call, a lane shows the number of parallel calls. */
const MIN_CALL_WIDTH = 2;
const COLUMN = 2;
const ERROR_WIDTH = 3;
const LEAST_WIDTH = 0.8;
/** Above all heights and widths of shapes, in pixels and tenths of them. */
const FULL_HEIGHT = 128;
const MOST_TENTHS = 1_000_000;
/** The space for the label of a compaction. */
const SEAM_LABEL = 76;

/** The shapes of the scrubber as SVG paths, one per fill, so that thousands of calls cost as much as ten. */
export type StripPaths = Readonly<
  Record<
    | "context"
    | "contextLine"
    | "first"
    | "stream"
    | "compaction"
    | "tools"
    | "toolErrors"
    | "waits"
    | "errors",
    string
  >
> & {
  /** Compactions; a label needs space. */
  readonly seams: readonly {
    readonly x: number;
    readonly isLabeled: boolean;
    readonly before: number;
    readonly after: number;
    readonly sequence: number;
  }[];
  readonly loops: readonly { readonly from: number; readonly to: number; readonly count: number }[];
};

export type StripPathOptions = {
  readonly scale: TimeScale;
  readonly width: number;
  readonly entries: readonly OutlineEntry[];
};

/** Returns the shapes of the calls that have ended. O(calls + entries). */
export function stripPaths(timing: Timing, { scale, width, entries }: StripPathOptions): StripPaths {
  const paths = { first: "", stream: "", compaction: "", tools: "", toolErrors: "", waits: "", errors: "" };
  const seen = new Map<string, Set<number>>();
  const add = (name: keyof typeof paths, box: Box): void => {
    const wide = Math.max(box.least ?? LEAST_WIDTH, box.to - box.from);
    // Short calls of one pixel look like one call. Compared as numbers: a long run has a hundred thousand of them.
    const shapes = seen.get(name) ?? new Set();
    seen.set(name, shapes);
    const key = (tenths(box.from) * MOST_TENTHS + tenths(wide)) * FULL_HEIGHT + box.top;
    if (shapes.has(key)) return;
    shapes.add(key);
    const [x, w] = [box.from.toFixed(1), wide.toFixed(1)];
    paths[name] += `M${x} ${box.top}h${w}v${box.height}h-${w}z`;
  };
  const closed = timing.calls.filter((call) => call.to !== null);
  const isLoad = closed.length * MIN_CALL_WIDTH > width;
  for (const call of closed) {
    for (const piece of call.kind === "tool" ? [] : piecesOf(call, call.from)) {
      const name = MODEL_FILLS[call.kind === "compaction" ? "compaction" : piece.kind];
      const box = { from: scale.x(piece.from), to: scale.x(piece.to), top: MODEL.top, height: MODEL.height };
      if (name) add(name, box);
    }
    const end = scale.x(endOf(call, call.from));
    const isError = call.outcome === "error";
    if (isError)
      add("errors", {
        from: end - ERROR_WIDTH,
        to: end,
        top: MARKS.top,
        height: MARKS.height,
        least: ERROR_WIDTH,
      });
    const [wait] = call.pieces;
    if (wait?.kind === "wait")
      add("waits", { from: scale.x(wait.from), to: scale.x(wait.to), top: MARKS.top + 3, height: 5 });
  }
  if (isLoad) addLoad(closed, scale, add);
  else addTools(closed, scale, add);
  const { seams, loops } = marks(scale, entries);
  return { ...paths, ...contextPaths(stepsOf(timing, entries), scale, seams), seams, loops };
}

const MODEL_FILLS: { readonly [Kind in PieceKind]?: "first" | "stream" | "compaction" | "errors" } = {
  first: "first",
  stream: "stream",
  compaction: "compaction",
};

function tenths(pixels: number): number {
  return Math.round(pixels * 10);
}

type Box = {
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly height: number;
  readonly least?: number;
};
type Add = (name: "tools" | "toolErrors", box: Box) => void;

/** Calls that overlap are drawn below each other, in three lanes. */
function addTools(calls: readonly TimedCall[], scale: TimeScale, add: Add): void {
  const freeFrom: number[] = [];
  for (const call of calls) {
    if (call.kind !== "tool") continue;
    const free = freeFrom.findIndex((moment) => moment <= call.runFrom);
    const lane = Math.min(TOOL_LANES - 1, free < 0 ? freeFrom.length : free);
    freeFrom[lane] = Math.max(freeFrom[lane] ?? 0, endOf(call, call.runFrom));
    const top = TOOLS.top + lane * (TOOL_HEIGHT + 1);
    const box = {
      from: scale.x(call.runFrom),
      to: scale.x(endOf(call, call.runFrom)),
      top,
      height: TOOL_HEIGHT,
    };
    add(call.outcome === "error" ? "toolErrors" : "tools", box);
  }
}

function addLoad(calls: readonly TimedCall[], scale: TimeScale, add: Add): void {
  const columns = new Map<number, number>();
  for (const call of calls) {
    if (call.kind !== "tool") continue;
    const first = Math.floor(scale.x(call.runFrom) / COLUMN);
    const last = Math.max(first, Math.ceil(scale.x(endOf(call, call.runFrom)) / COLUMN) - 1);
    for (let at = first; at <= last; at += 1) columns.set(at, (columns.get(at) ?? 0) + 1);
  }
  const most = Math.max(1, ...columns.values());
  for (const [at, count] of columns) {
    const height = Math.max(3, Math.round((count / most) * TOOLS.height));
    add("tools", {
      from: at * COLUMN,
      to: (at + 1) * COLUMN,
      top: TOOLS.top + TOOLS.height - height,
      height,
    });
  }
}

/** The size of the requests: it falls only at a compaction. */
/**
 * Returns the ended model calls whose requests show how full the context is. The final summary call has no tools, so its smaller request would look
 * as if the context had been compacted; it counts only if there is no other call.
 */
function stepsOf(timing: Timing, entries: readonly OutlineEntry[]): readonly TimedCall[] {
  const closing = new Set<string>();
  for (const entry of entries) if (entry.k === "calling" && entry.p === "final") closing.add(entry.call);
  const calls = timing.calls.filter(
    ({ kind, to, tokensIn }) => kind === "model" && to !== null && tokensIn > 0,
  );
  const steps = calls.filter(({ callId }) => !closing.has(callId));
  return steps.length === 0 ? calls : steps;
}

type ContextPoint = { readonly x: number; readonly tokens: readonly number[] };

/** Points that stand this close together, in pixels, are one vertical line. */
const POINT_COLUMN = 0.5;

/** Leaves out the points of a line that nobody can see: in each column all but the first, the lowest, the highest and the last. Expects them from left to right. */
function visiblePoints(points: readonly ContextPoint[]): readonly ContextPoint[] {
  const shown: ContextPoint[] = [];
  const columnAt = (index: number): number => Math.floor((points[index]?.x ?? 0) / POINT_COLUMN);
  for (let from = 0; from < points.length;) {
    let until = from + 1;
    while (until < points.length && columnAt(until) === columnAt(from)) until += 1;
    const column = points.slice(from, until);
    shown.push(...(column.length <= 4 ? column : extremesOf(column)));
    from = until;
  }
  return shown;
}

/** Returns the first, lowest, highest and last of some points, in their order. */
function extremesOf(points: readonly ContextPoint[]): readonly ContextPoint[] {
  let [lowest, highest] = [0, 0];
  const least = (index: number): number => Math.min(...(points[index]?.tokens ?? []));
  const most = (index: number): number => Math.max(...(points[index]?.tokens ?? []));
  for (let index = 1; index < points.length; index += 1) {
    if (least(index) < least(lowest)) lowest = index;
    if (most(index) > most(highest)) highest = index;
  }
  const kept = new Set([0, lowest, highest, points.length - 1]);
  return points.filter((_, index) => kept.has(index));
}

function contextPaths(
  steps: readonly TimedCall[],
  scale: TimeScale,
  seams: StripPaths["seams"],
): Pick<StripPaths, "context" | "contextLine"> {
  const all: ContextPoint[] = seams.map(({ x, before, after }) => ({ x, tokens: [before, after] }));
  for (const call of steps) all.push({ x: scale.x(endOf(call, call.from)), tokens: [call.tokensIn] });
  const points = visiblePoints(all.sort((left, right) => left.x - right.x));
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return { context: "", contextLine: "" };
  const largest = points.reduce((most, { tokens }) => Math.max(most, ...tokens), 1);
  const bottom = CONTEXT.top + CONTEXT.height;
  const line = points
    .flatMap(({ x, tokens }) =>
      tokens.map(
        (count) => `L${x.toFixed(1)} ${(bottom - (count / largest) * (CONTEXT.height - 2)).toFixed(1)}`,
      ),
    )
    .join("");
  return {
    contextLine: `M${line.slice(1)}`,
    context: `M${first.x.toFixed(1)} ${bottom}${line}L${last.x.toFixed(1)} ${bottom}z`,
  };
}

function marks(scale: TimeScale, entries: readonly OutlineEntry[]): Pick<StripPaths, "seams" | "loops"> {
  const seams: StripPaths["seams"][number][] = [];
  const found: (DetectedLoop & { readonly goalId: string; readonly at: number })[] = [];
  let before = 0;
  for (const entry of entries) {
    if (entry.k === "compacted") {
      const x = scale.x(entry.t);
      // The label is left of its line, where no other line may cross it.
      const isLabeled = x - before > SEAM_LABEL;
      before = x;
      seams.push({ x, isLabeled, before: entry.before, after: entry.after, sequence: entry.q });
    }
    if (entry.k === "loop" && entry.action !== "polling") {
      const { q: sequence, g: goalId, t: at, detector, from, count } = entry;
      const loop = { sequence, goalId, at, detector, from, count };
      const index = found.findLastIndex((other) => other.goalId === goalId);
      const known = found[index];
      if (known !== undefined && isSameLoop(known, loop)) found[index] = mergeLoops(known, loop);
      else found.push(loop);
    }
  }
  const loops = found.map(({ at, from, count }) => ({
    ...{ from: scale.x(startOf(entries, from) ?? at), to: scale.x(at), count },
  }));
  return { seams, loops };
}

/** Returns the time of an entry; undefined for one that is not in the list. O(log entries). */
function startOf(entries: readonly OutlineEntry[], sequence: number): number | undefined {
  const entry = entryAt(entries, sequence);
  return entry?.q === sequence ? entry.t : undefined;
}
