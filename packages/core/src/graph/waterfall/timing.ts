import { ROOT_GOAL_ID } from "../../goals/goal.ts";
import { GOAL_TOOL } from "../../log/tool-names.ts";
import { type Journal, NO_JOURNAL } from "../journal.ts";
import type { Pause, PauseReason, Piece, TimedCall, TimedLane } from "./timed-call.ts";

/** A row of the waterfall: a goal when work on it begins or returns (`again`), a call, or a sub-agent. Rows are only ever appended. */
export type TimedRow =
  | { readonly kind: "goal"; readonly goalId: string; readonly depth: number; readonly again: boolean }
  | { readonly kind: "call"; readonly index: number; readonly depth: number }
  | { readonly kind: "lane"; readonly index: number; readonly depth: number };

/** The calls and pauses of a log in real time. Only `applyTiming` changes it, in place. */
export type Timing = {
  readonly journal: Journal;
  readonly calls: TimedCall[];
  /** The sub-agents in the order of their starts. */
  readonly lanes: TimedLane[];
  /** In order, without overlap. */
  readonly pauses: Pause[];
  readonly rows: TimedRow[];
  /** The pause that has not ended. */
  openPause: { readonly from: number; readonly reason: PauseReason } | null;
  /** Times of the first and last entry; times that go back count as the latest time before. */
  from: number;
  to: number;
  /** False after the end of the run. */
  isOpen: boolean;
  lastSequence: number;
  readonly indexes: Map<string, number>;
  /** The calls that still run. */
  readonly open: Set<number>;
  /** Per tool call the model call that asked for it. */
  readonly askedBy: Map<string, number>;
  /** Calls whose results the next step needs. */
  pending: number[];
  step: number | null;
  readonly questions: string[];
  readonly parents: Map<string, string>;
  readonly shown: Set<string>;
  /** The goals of the latest rows, from the root down, and the place of each among them. */
  readonly path: string[];
  readonly depths: Map<string, number>;
};

/** Returns the timing of an empty log. A journal that records takes back the entries that are applied to it. */
export function createTiming(journal: Journal = NO_JOURNAL): Timing {
  return {
    journal,
    ...{
      calls: [],
      lanes: [],
      pauses: [],
      rows: [],
      openPause: null,
      from: 0,
      to: 0,
      isOpen: true,
      lastSequence: -1,
    },
    ...{ indexes: new Map(), open: new Set(), askedBy: new Map(), pending: [], step: null, questions: [] },
    ...{ parents: new Map(), shown: new Set(), path: [], depths: new Map() },
  };
}

/** Adds the rows of the goals above the next call that differ from those above the latest one. Returns the depth of the call. */
export function enterGoal(timing: Timing, goalId: string): number {
  const { path, depths, parents, rows, shown, journal } = timing;
  if (path.at(-1) === goalId) return path.length;
  const entered: string[] = [];
  const seen = new Set<string>();
  let id = goalId;
  for (; id !== ROOT_GOAL_ID && !depths.has(id) && !seen.has(id); id = parents.get(id) ?? ROOT_GOAL_ID) {
    seen.add(id);
    entered.push(id);
  }
  // Above circular parents is the root.
  if (seen.has(id)) id = ROOT_GOAL_ID;
  if (!depths.has(id)) entered.push(id);
  leaveGoals(timing, (depths.get(id) ?? -1) + 1);
  for (const next of entered.reverse()) {
    const depth = journal.push(path, next);
    journal.set(depths, next, depth);
    journal.push(rows, { kind: "goal", goalId: next, depth, again: shown.has(next) });
    journal.add(shown, next);
  }
  return path.length;
}

/** Leaves the goals from a depth on. */
export function leaveGoals({ path, depths, journal }: Timing, depth: number): void {
  for (const left of path.slice(depth)) journal.unset(depths, left);
  if (path.length > depth) journal.splice(path, depth, { remove: path.length - depth, insert: [] });
}

type GivenCall = Pick<TimedCall, "kind" | "callId" | "sequence" | "goalId" | "from" | "tail" | "needs">;

const NO_PIECES: readonly Piece[] = [];

/** Adds a call that begins. Returns its index. */
export function addCall(timing: Timing, given: GivenCall & Partial<Pick<TimedCall, "name">>): number {
  const { kind, callId, sequence, goalId, from, tail, needs, name = "" } = given;
  // One literal with all fields: engines store 100,000 objects of one shape in a fraction of the room and time of merged ones.
  const call: TimedCall = {
    kind,
    callId,
    sequence,
    goalId,
    name,
    text: "",
    reason: "",
    change: null,
    outcome: "running",
    from,
    runFrom: from,
    to: null,
    pieces: NO_PIECES,
    tail,
    needs,
    tokensIn: 0,
    tokensOut: 0,
    tokensCached: 0,
    cost: 0,
    failedAttempts: 0,
  };
  const { journal } = timing;
  const index = journal.push(timing.calls, call);
  journal.set(timing.indexes, callId, index);
  journal.add(timing.open, index);
  // Changes to the plan show as goals, not as calls.
  if (name === GOAL_TOOL) return index;
  const depth = enterGoal(timing, goalId);
  journal.push(timing.rows, { kind: "call", index, depth });
  return index;
}

/** Changes a call in place, as all of the timing: views redraw when the log has grown. */
export function changeCall(timing: Timing, index: number, fields: Partial<TimedCall>): void {
  const call = timing.calls[index];
  if (call === undefined) return;
  timing.journal.keep(call);
  Object.assign(call, fields);
  if (fields.to !== undefined) timing.journal.remove(timing.open, index);
}
