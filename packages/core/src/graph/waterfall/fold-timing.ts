import { ROOT_GOAL_ID, type GoalChange } from "../../goals/goal.ts";
import { handleOutline, type OutlineHandlers, type OutlineOf } from "../../log/outline-handlers.ts";
import type { OutlineEntry } from "../../log/outline.ts";
import { GOAL_TOOL } from "../../log/tool-names.ts";
import { applyLane } from "./fold-lanes.ts";
import { solvedBy } from "./solved-by.ts";
import {
  beforeAttempt,
  type Pause,
  type PauseReason,
  type Piece,
  type PieceKind,
  type TimedCall,
  type TimedLane,
  withQueue,
} from "./timed-call.ts";

/** A row of the waterfall: a goal when work on it begins or returns (`again`), a call, or a sub-agent. Rows are only ever appended. */
export type TimedRow =
  | { readonly kind: "goal"; readonly goalId: string; readonly depth: number; readonly again: boolean }
  | { readonly kind: "call"; readonly index: number; readonly depth: number }
  | { readonly kind: "lane"; readonly index: number; readonly depth: number };

/** The calls and pauses of a log in real time. Only `applyTiming` changes it, in place. */
export type Timing = {
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

/** Returns the timing of an empty log. */
export function createTiming(): Timing {
  return {
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

/** Folds one entry into the timing, in place. An entry seen before is ignored. */
export function applyTiming(timing: Timing, entry: OutlineEntry): void {
  if (entry.q <= timing.lastSequence) return;
  const isFirst = timing.lastSequence < 0;
  timing.lastSequence = entry.q;
  if (isFirst) timing.from = timing.to = entry.t;
  const before = timing.to;
  timing.to = Math.max(before, entry.t);
  if (isFirst) enterGoal(timing, ROOT_GOAL_ID);
  if (entry.k === "resumed" && timing.openPause === null)
    timing.openPause = { from: before, reason: "interrupted" };
  // Between the task and its start, the run waits for a worker.
  if (entry.k === "begin" && !isFirst && timing.openPause === null)
    timing.openPause = { from: before, reason: "worker" };
  closePause(timing);
  handleOutline(HANDLERS, timing, entry);
}

const HANDLERS: OutlineHandlers<Timing, void> = {
  begin: (timing) => {
    timing.isOpen = true;
  },
  end: (timing) => {
    stopCalls(timing, timing.to, "cancelled");
    timing.isOpen = false;
    timing.openPause = { from: timing.to, reason: "turn" };
  },
  resumed: (timing) => stopCalls(timing, timing.pauses.at(-1)?.from ?? timing.to, "interrupted"),
  status: (timing, { s, d }) => {
    if (s === "waiting") timing.openPause = { from: timing.to, reason: PAUSES[d] ?? "worker" };
  },
  goals: (timing, { ops }) => {
    for (const operation of ops) applyPlan(timing, operation);
  },
  calling: startModelCall,
  retry: failAttempt,
  assistant: endStep,
  error: (timing, { q, d, call }) => {
    const index = call === undefined ? timing.step : (timing.indexes.get(call) ?? timing.step);
    if (index === null) return;
    change(timing, index, { sequence: q, reason: d, outcome: "error", to: timing.to, tail: "failed" });
    if (index === timing.step) timing.step = null;
  },
  called: endHelper,
  rejected: endRejected,
  approval: (timing, { state, call, g, q, d }) => {
    if (state === "requested") openTool(timing, { call, g, q, name: d }, "wait");
    else decide(timing, call);
  },
  question: (timing, { state, g, q, call = "" }) => {
    if (state === "asked") {
      timing.questions.push(call);
      if (call !== "") openTool(timing, { call, g, q, name: "" }, "wait");
    } else decide(timing, timing.questions.shift() ?? "");
  },
  started: startTool,
  tool: endTool,
  compacted: noteCompaction,
  child: (timing, entry) => {
    const lane = applyLane(timing, entry);
    if (lane !== null) timing.rows.push({ kind: "lane", index: lane, depth: enterGoal(timing, entry.g) + 1 });
  },
};

const PAUSES: Readonly<Record<string, PauseReason>> = {
  ...{ approval: "person", question: "person", pause: "pause", budget: "budget", children: "children" },
};

function closePause(timing: Timing): void {
  const { openPause, to } = timing;
  timing.openPause = null;
  if (openPause !== null && to > openPause.from) timing.pauses.push({ ...openPause, to });
}

function applyPlan(timing: Timing, operation: GoalChange): void {
  const { goalId } = operation;
  if (operation.op === "created" && !timing.parents.has(goalId) && goalId !== ROOT_GOAL_ID) {
    timing.parents.set(goalId, operation.parentId);
    // A goal may be worked on before its place in the plan is known.
    leaveGoals(timing, timing.depths.get(goalId) ?? timing.path.length);
  }
  // A goal that is finished without a call of its own has a row as well.
  const isOver =
    operation.op === "status" && (operation.status === "completed" || operation.status === "failed");
  if (isOver && !timing.shown.has(goalId)) enterGoal(timing, goalId);
}

/** Adds the rows of the goals above the next call that differ from those above the latest one. Returns the depth of the call. */
function enterGoal(timing: Timing, goalId: string): number {
  const { path, depths, parents, rows, shown } = timing;
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
    const depth = path.push(next) - 1;
    depths.set(next, depth);
    rows.push({ kind: "goal", goalId: next, depth, again: shown.has(next) });
    shown.add(next);
  }
  return path.length;
}

/** Leaves the goals from a depth on. */
function leaveGoals({ path, depths }: Timing, depth: number): void {
  while (path.length > depth) depths.delete(path.pop() ?? "");
}

type GivenCall = Pick<TimedCall, "kind" | "callId" | "sequence" | "goalId" | "from" | "tail" | "needs">;

const NO_PIECES: readonly Piece[] = [];

function addCall(timing: Timing, given: GivenCall & Partial<Pick<TimedCall, "name">>): number {
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
  const index = timing.calls.push(call) - 1;
  timing.indexes.set(callId, index);
  timing.open.add(index);
  // Changes of the plan show as goals, not as calls.
  if (name !== GOAL_TOOL) timing.rows.push({ kind: "call", index, depth: enterGoal(timing, goalId) });
  return index;
}

/** Changes a call in place, as all of the timing: views redraw when the log has grown. */
function change(timing: Timing, index: number, fields: Partial<TimedCall>): void {
  const call = timing.calls[index];
  if (call === undefined) return;
  Object.assign(call, fields);
  if (fields.to !== undefined) timing.open.delete(index);
}

function startModelCall(timing: Timing, { call: callId, g, q, p }: OutlineOf<"calling">): void {
  // A fallback model continues the call of the model before it.
  if (timing.open.has(timing.indexes.get(callId) ?? -1)) return;
  const isStep = p === undefined || p === "final";
  const kind = isStep ? "model" : p === "summary" ? "compaction" : "helper";
  const index = addCall(timing, {
    ...{ kind, callId, sequence: q, goalId: g, from: timing.to, name: p ?? "", needs: [...timing.pending] },
    tail: kind === "compaction" ? "compaction" : "stream",
  });
  if (!isStep) return;
  timing.step = index;
  timing.pending = [index];
}

function failAttempt(timing: Timing, { m = 0 }: OutlineOf<"retry">): void {
  const { step, to } = timing;
  const call = step === null ? undefined : timing.calls[step];
  if (step === null || call === undefined) return;
  const start = Math.max(call.pieces.at(-1)?.to ?? call.from, to - m);
  const pieces = [...beforeAttempt(call, start), { kind: "failed", from: start, to } as const];
  change(timing, step, { pieces, tail: "backoff", failedAttempts: call.failedAttempts + 1 });
}

function endStep(timing: Timing, entry: OutlineOf<"assistant">): void {
  const { to } = timing;
  const solved = solvedBy(timing, entry);
  if (solved !== null) return change(timing, solved, { sequence: entry.q, text: entry.d });
  // Imported and damaged logs may lack the start of a call.
  const index =
    timing.step ??
    addCall(timing, {
      ...{ kind: "model", callId: `#${entry.q}`, sequence: entry.q, goalId: entry.g, tail: "stream" },
      ...{ from: Math.max(timing.from, to - entry.m), needs: [...timing.pending] },
    });
  const call = timing.calls[index];
  if (call === undefined) return;
  const start = Math.max(call.pieces.at(-1)?.to ?? call.from, Math.min(to, to - entry.m));
  const first = Math.min(to, start + (entry.f ?? 0));
  change(timing, index, {
    ...{ sequence: entry.q, goalId: call.goalId, text: entry.d, outcome: "ok", to, tail: "stream" },
    pieces: [
      ...beforeAttempt(call, start),
      { kind: "first", from: start, to: first },
      { kind: "stream", from: first, to },
    ],
    ...{ tokensIn: entry.i, tokensOut: entry.o, tokensCached: entry.h ?? 0, cost: entry.c },
  });
  for (const asked of entry.calls) timing.askedBy.set(asked, index);
  timing.step = null;
  timing.pending = [index];
}

function endHelper(timing: Timing, entry: OutlineOf<"called">): void {
  const index = timing.indexes.get(entry.call);
  const call = index === undefined ? undefined : timing.calls[index];
  if (index === undefined || call === undefined) return;
  if (call.kind === "model") {
    const pieces = withQueue(call.pieces, entry.w ?? 0);
    if (pieces !== null) change(timing, index, { pieces });
    return;
  }
  // A summary in the background is recorded later than it ends.
  const to = Math.min(timing.to, call.from + (entry.w ?? 0) + entry.m);
  change(timing, index, {
    ...{ sequence: entry.q, outcome: "ok", to, tokensIn: entry.i, tokensOut: entry.o },
    ...{ tokensCached: entry.h, cost: entry.c },
  });
  timing.pending.push(index);
}

/** A helper call without an answer ends here; one whose answer cannot be used has ended already. */
function endRejected(timing: Timing, { call: callId, d, q }: OutlineOf<"rejected">): void {
  const index = timing.indexes.get(callId);
  if (index === undefined) return;
  const isOpen = timing.calls[index]?.to === null;
  change(timing, index, { sequence: q, reason: d, outcome: "error", ...(isOpen ? { to: timing.to } : {}) });
}

/** A compaction belongs to the summary before it. Without a model it takes no time, and has a row all the same. */
function noteCompaction(timing: Timing, { layer, g, q, before, after }: OutlineOf<"compacted">): void {
  if (layer === "clear") return;
  const known = timing.calls.findLastIndex(({ kind }) => kind === "compaction");
  const summary = timing.calls[known];
  const isNew = summary === undefined || summary.change !== null || summary.to === null;
  const index = isNew
    ? addCall(timing, {
        ...{ kind: "compaction", callId: `#${q}`, sequence: q, goalId: g, from: timing.to },
        ...{ tail: "compaction", needs: [...timing.pending] },
      })
    : known;
  change(timing, index, {
    sequence: q,
    change: { before, after },
    ...(isNew ? { to: timing.to, outcome: "ok" } : {}),
  });
  if (isNew) timing.pending.push(index);
}

type ToolStart = { readonly call: string; readonly g: string; readonly q: number; readonly name: string };

function openTool(timing: Timing, { call, g, q, name }: ToolStart, tail: PieceKind): number {
  const asked = timing.askedBy.get(call);
  const goalId = (asked === undefined ? undefined : timing.calls[asked])?.goalId ?? g;
  const needs = asked === undefined ? [...timing.pending] : [asked];
  return addCall(timing, {
    kind: "tool",
    callId: call,
    sequence: q,
    goalId,
    name,
    from: timing.to,
    tail,
    needs,
  });
}

/** Ends the wait for a person. */
function decide(timing: Timing, callId: string): void {
  const index = timing.indexes.get(callId);
  const call = index === undefined ? undefined : timing.calls[index];
  if (index === undefined || call?.tail !== "wait") return;
  change(timing, index, {
    pieces: [{ kind: "wait", from: call.from, to: timing.to }],
    tail: "runtime",
  });
}

function startTool(timing: Timing, entry: OutlineOf<"started">): void {
  const index = timing.indexes.get(entry.call) ?? openTool(timing, entry, "tool");
  const call = timing.calls[index];
  if (call === undefined || call.to !== null) return;
  if (timing.to === call.from) return change(timing, index, { name: entry.name, tail: "tool" });
  const waited = call.pieces.at(-1)?.to ?? call.from;
  const pieces: readonly Piece[] = [...call.pieces, { kind: call.tail, from: waited, to: timing.to }];
  // After the wait for its sub-agents it continues, and began before it.
  if (call.tail === "tool") return change(timing, index, { pieces });
  // After the wait for a person it may have waited for the calls that ran beside it.
  const needs = [...call.needs];
  for (let other = (call.needs.at(-1) ?? index) + 1; other < index; other += 1)
    if (!timing.open.has(other)) needs.push(other);
  change(timing, index, { name: entry.name, runFrom: timing.to, pieces, tail: "tool", needs });
}

function endTool(timing: Timing, entry: OutlineOf<"tool">): void {
  const { call: callId, g, q, name, m } = entry;
  const known = timing.indexes.get(callId);
  const index = known ?? openTool(timing, { call: callId, g, q, name }, "tool");
  const call = timing.calls[index];
  if (call === undefined) return;
  // Results of parallel calls are recorded in the order of the calls: an early one waits for the others.
  const resumedAt = call.pieces.at(-1)?.to ?? call.runFrom;
  const to = call.to ?? Math.max(resumedAt, Math.min(timing.to, resumedAt + m));
  const end = known === undefined ? timing.to : to;
  // The outcome is shown beside the text, so the text need not begin with it.
  const text = entry.d.replace(`${entry.s}: `, "");
  change(timing, index, { sequence: q, name, text, outcome: entry.s, to: end, reason: entry.r ?? "" });
  if (!timing.pending.includes(index)) timing.pending.push(index);
}

/** The process died or the run ended, so its calls did as well. */
function stopCalls(timing: Timing, at: number, outcome: "cancelled" | "interrupted"): void {
  timing.step = null;
  for (const index of timing.open)
    change(timing, index, { to: Math.max(timing.calls[index]?.runFrom ?? at, at), outcome });
}
