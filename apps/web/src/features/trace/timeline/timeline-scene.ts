import {
  criticalPath,
  fittingStep,
  foldOf,
  goalTimes,
  ladderStep,
  layoutWaterfall,
  loadColumns,
  pathByGoal,
  pausesUntil,
  ROW_HEIGHTS,
  spareTimes,
  sumPath,
  timeScale,
  tipOf,
  TOUCH_HEIGHTS,
  workIn,
} from "@goaltrace/core/graph";
import type {
  CriticalPath,
  GoalTime,
  LoadColumn,
  OpenAgents,
  PathSums,
  Pause,
  PieceKind,
  TimeScale,
  Timing,
  Waterfall,
} from "@goaltrace/core/graph";
import type { Span } from "../state/url-state.ts";
import { clockAxis } from "../parts/clock-axis.ts";
import type { Axis } from "../parts/clock-axis.ts";

/** A goal in the timeline. `worked` is its time without pauses, `onPath` the part in which it held the run up, both in milliseconds. */
export type GoalSpan = GoalTime & { readonly worked: number; readonly onPath: number };

/** The analysis of a run at a moment: everything that does not depend on the size of the window. */
export type TimelineFacts = {
  readonly timing: Timing;
  readonly tip: number;
  readonly pauses: readonly Pause[];
  readonly path: CriticalPath;
  readonly sums: PathSums;
  readonly spare: ReadonlyMap<number, number>;
  readonly goals: ReadonlyMap<string, GoalSpan>;
};

/** Analyzes a run. O(calls × depth of their goals). */
export function timelineFacts(timing: Timing, now: number | null): TimelineFacts {
  const tip = tipOf(timing, now);
  const pauses = pausesUntil(timing, tip);
  const path = criticalPath(timing, tip);
  const own = pathByGoal(path.pieces);
  const goals = new Map<string, GoalSpan>();
  for (const [goalId, time] of goalTimes(timing, tip))
    goals.set(goalId, { ...time, worked: workIn(time, pauses), onPath: own.get(goalId) ?? 0 });
  addUpwards(timing, own, goals);
  return {
    timing,
    tip,
    pauses,
    path,
    sums: sumPath(path.pieces),
    spare: spareTimes(timing, path, tip),
    goals,
  };
}

/** Adds the time on the path of each goal to the goals above it. */
function addUpwards(
  { parents }: Timing,
  own: ReadonlyMap<string, number>,
  goals: Map<string, GoalSpan>,
): void {
  for (const [goalId, onPath] of own) {
    const seen = new Set([goalId]);
    for (let id = parentOf(parents, goalId); id !== null && !seen.has(id); id = parentOf(parents, id)) {
      seen.add(id);
      const above = goals.get(id);
      if (above !== undefined) goals.set(id, { ...above, onPath: above.onPath + onPath });
    }
  }
}

const ROOT = "root";

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

/** Room for the label of the present, right of the tip. */
const NOW_ROOM = 28;
/** Room for the last label of the axis. */
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

function callsToShow({ path }: TimelineFacts, only: SceneOptions["only"]): ReadonlySet<number> | null {
  if (only === null) return null;
  if (only === "path") return path.calls;
  return new Set(path.pieces.flatMap(({ kind, call }) => (kind === only && call !== null ? [call] : [])));
}
