import {
  concurrentCalls,
  criticalPath,
  fittingStep,
  foldOf,
  goalTimes,
  ladderStep,
  layoutWaterfall,
  loadColumns,
  pathFigures,
  pausesUntil,
  ROW_HEIGHTS,
  spareTimes,
  timeScale,
  tipOf,
  TOUCH_HEIGHTS,
} from "@goaltrace/core/graph";
import type {
  GoalTime,
  LoadColumn,
  OpenAgents,
  PathFigures,
  PathSums,
  Pause,
  PieceKind,
  TimeScale,
  Timing,
  Waterfall,
} from "@goaltrace/core/graph";
import type { Span } from "../state/url-state.ts";
import type { WaitReason, WaitSum } from "../state/wait-sums.ts";
import { clockAxis } from "../parts/clock-axis.ts";
import type { Axis } from "../parts/clock-axis.ts";

/** A goal in the timeline. `worked` is how long it was worked on, `onPath` the part in which it delayed the run, both in milliseconds. */
export type GoalSpan = GoalTime & { readonly worked: number; readonly onPath: number };

/** The analysis of a run at a moment: everything that does not depend on the size of the window. */
export type TimelineFacts = {
  readonly timing: Timing;
  readonly tip: number;
  readonly pauses: readonly Pause[];
  readonly path: PathFigures;
  readonly sums: PathSums;
  /** The waits of the run by reason, longest first; together the time that it waited. `queue` is the wait for a place at the endpoint. */
  readonly waits: readonly WaitSum[];
  /** How long after the end of a call its result was first needed; null on the path and while nothing needed it. */
  readonly spare: (index: number) => number | null;
  readonly goals: ReadonlyMap<string, GoalSpan>;
  /** For the first call, in order, of those that ran at the same time: how many they were. */
  readonly together: ReadonlyMap<number, number>;
};

const ROOT = "root";

/** Analyzes a run. `work` are the times of its goals, with those below them. O(calls + goals × depth). */
export function timelineFacts(
  timing: Timing,
  now: number | null,
  work: ReadonlyMap<string, number>,
): TimelineFacts {
  const tip = tipOf(timing, now);
  const pauses = pausesUntil(timing, tip);
  const path = pathFigures(timing, tip);
  const onPath = addUpwards(timing, path.byGoal);
  const goals = new Map<string, GoalSpan>();
  for (const [goalId, time] of goalTimes(timing, tip))
    goals.set(goalId, {
      ...time,
      worked: goalId === ROOT ? path.sums.worked : (work.get(goalId) ?? 0),
      onPath: onPath.get(goalId) ?? 0,
    });
  const spare = spareTimes(timing, path, tip);
  const together = new Map(
    concurrentCalls(timing).map((group) => [Math.min(...group), group.length] as const),
  );
  return {
    timing,
    tip,
    pauses,
    path,
    sums: path.sums,
    waits: waitParts(path.sums, pauses),
    spare,
    goals,
    together,
  };
}

/** Divides the time that a run waited. A wait for a person may pass beside other calls, so it is what the pauses leave. */
function waitParts({ waited, byKind }: PathSums, pauses: readonly Pause[]): readonly WaitSum[] {
  const known = new Map<WaitReason, number>([["queue", byKind.get("queue") ?? 0]]);
  for (const { reason, from, to } of pauses)
    if (reason !== "person") known.set(reason, (known.get(reason) ?? 0) + to - from);
  const person = [...known.values()].reduce((rest, ms) => rest - ms, waited);
  return [...known.set("person", person)]
    .map(([reason, ms]) => ({ reason, ms }))
    .filter(({ ms }) => ms > 0)
    .sort((left, right) => right.ms - left.ms);
}

/** Returns the time on the path of each goal, with that of the goals below it. */
function addUpwards({ parents }: Timing, own: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const sums = new Map(own);
  for (const [goalId, onPath] of own) {
    const seen = new Set([goalId]);
    for (let id = parentOf(parents, goalId); id !== null && !seen.has(id); id = parentOf(parents, id)) {
      seen.add(id);
      sums.set(id, (sums.get(id) ?? 0) + onPath);
    }
  }
  return sums;
}

function parentOf(parents: ReadonlyMap<string, string>, goalId: string): string | null {
  return goalId === ROOT ? null : (parents.get(goalId) ?? ROOT);
}

type SceneOptions = {
  readonly width: number;
  readonly isPhone: boolean;
  readonly isGrowing: boolean;
  /** The visible part of the run; null for all of it. */
  readonly span: Span | null;
  readonly folded: ReadonlySet<string>;
  readonly planned: readonly { readonly goalId: string; readonly depth: number }[];
  /** Only calls on the path, or with a part of one kind on it. */
  readonly only: "path" | PieceKind | null;
  readonly open: OpenAgents;
};

/** The timeline at a size: its scale and its rows. `left` is the place of the visible part on the scale. */
export type TimelineScene = {
  readonly scale: TimeScale;
  readonly left: number;
  readonly axis: Axis;
  readonly waterfall: Waterfall;
  readonly loads: ReadonlyMap<string, ReadonlyMap<number, LoadColumn>>;
};

/** Space for the label of the present, right of the tip. */
const NOW_ROOM = 28;
/** Space for the last label of the axis. */
const LABEL_ROOM = 48;

/** Lays out the timeline. */
export function timelineScene(facts: TimelineFacts, options: SceneOptions): TimelineScene {
  const { timing, pauses, tip } = facts;
  const { width, isPhone, isGrowing, span, folded, planned } = options;
  const [from, to] = span === null ? [timing.from, tip] : [timing.from + span.from, timing.from + span.to];
  const fold = foldOf(pauses.length, width);
  const fit = { from, to, pauses, fold, width: Math.max(1, width) };
  const step = isGrowing && span === null ? ladderStep(fit) : fittingStep(fit);
  const scale = timeScale({ from: timing.from, pauses, step, fold });
  const left = scale.x(from);
  const heights = isPhone ? TOUCH_HEIGHTS : ROW_HEIGHTS;
  const waterfall = layoutWaterfall(timing, {
    folded,
    planned,
    only: callsToShow(facts, options.only),
    heights,
    open: options.open,
  });
  const tipX = scale.x(tip);
  const taken = isGrowing ? [{ from: tipX - NOW_ROOM, to: tipX + NOW_ROOM }] : [];
  return {
    ...{ scale, left, waterfall },
    axis: clockAxis({ scale, pauses, from: left, to: left + width - LABEL_ROOM, taken }),
    loads: folded.size === 0 ? new Map() : loadColumns(timing, { goals: folded, scale, tip }),
  };
}

function callsToShow(
  { timing, path, tip }: TimelineFacts,
  only: SceneOptions["only"],
): ReadonlySet<number> | null {
  if (only === null) return null;
  if (only === "path") return path.calls;
  const { pieces } = criticalPath(timing, tip);
  return new Set(pieces.flatMap(({ kind, call }) => (kind === only && call !== null ? [call] : [])));
}
