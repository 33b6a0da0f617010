import { ROOT_GOAL_ID, type GoalChange } from "../../goals/goal.ts";
import { handleOutline, type OutlineHandlers, type OutlineOf } from "../../log/outline-handlers.ts";
import type { OutlineEntry } from "../../log/outline.ts";
import { applyLane } from "./fold-lanes.ts";
import { solvedBy } from "./solved-by.ts";
import { beforeAttempt, type PauseReason, type Piece, type PieceKind, withQueue } from "./timed-call.ts";
import { addCall, changeCall, enterGoal, leaveGoals, type Timing } from "./timing.ts";

/** Folds one entry into the timing, in place. An entry seen before is ignored. */
export function applyTiming(timing: Timing, entry: OutlineEntry): void {
  if (entry.q <= timing.lastSequence) return;
  const { journal } = timing;
  journal.keep(timing);
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
  // A run waits for its sub-agents only while all of them wait: it ultimately waits for the same.
  status: (timing, { s, d, u = d }) => {
    if (s === "waiting") timing.openPause = { from: timing.to, reason: PAUSES[u] ?? "worker" };
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
    changeCall(timing, index, { sequence: q, reason: d, outcome: "error", to: timing.to, tail: "failed" });
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
      timing.journal.push(timing.questions, call);
      if (call !== "") openTool(timing, { call, g, q, name: "" }, "wait");
    } else {
      const [first = ""] = timing.questions;
      timing.journal.splice(timing.questions, 0, { remove: 1, insert: [] });
      decide(timing, first);
    }
  },
  started: startTool,
  tool: endTool,
  compacted: noteCompaction,
  child: (timing, entry) => {
    const lane = applyLane(timing, entry);
    if (lane === null) return;
    const depth = enterGoal(timing, entry.g) + 1;
    timing.journal.push(timing.rows, { kind: "lane", index: lane, depth });
  },
};

const PAUSES: Readonly<Record<string, PauseReason>> = {
  ...{ approval: "person", question: "person", pause: "pause", budget: "budget", children: "children" },
};

function closePause(timing: Timing): void {
  const { openPause, to, journal, pauses } = timing;
  timing.openPause = null;
  if (openPause !== null && to > openPause.from) journal.push(pauses, { ...openPause, to });
}

function applyPlan(timing: Timing, operation: GoalChange): void {
  const { goalId } = operation;
  if (operation.op === "created" && !timing.parents.has(goalId) && goalId !== ROOT_GOAL_ID) {
    timing.journal.set(timing.parents, goalId, operation.parentId);
    // A goal may be worked on before its place in the plan is known.
    leaveGoals(timing, timing.depths.get(goalId) ?? timing.path.length);
  }
  // A goal that is finished without a call of its own has a row as well.
  const isOver =
    operation.op === "status" && (operation.status === "completed" || operation.status === "failed");
  if (isOver && !timing.shown.has(goalId)) enterGoal(timing, goalId);
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
  changeCall(timing, step, { pieces, tail: "backoff", failedAttempts: call.failedAttempts + 1 });
}

function endStep(timing: Timing, entry: OutlineOf<"assistant">): void {
  const { to } = timing;
  const solved = solvedBy(timing, entry);
  if (solved !== null) return changeCall(timing, solved, { sequence: entry.q, text: entry.d });
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
  changeCall(timing, index, {
    ...{ sequence: entry.q, goalId: call.goalId, text: entry.d, outcome: "ok", to, tail: "stream" },
    pieces: [
      ...beforeAttempt(call, start),
      { kind: "first", from: start, to: first },
      { kind: "stream", from: first, to },
    ],
    ...{ tokensIn: entry.i, tokensOut: entry.o, tokensCached: entry.h ?? 0, cost: entry.c },
  });
  for (const asked of entry.calls) timing.journal.set(timing.askedBy, asked, index);
  timing.step = null;
  timing.pending = [index];
}

function endHelper(timing: Timing, entry: OutlineOf<"called">): void {
  const index = timing.indexes.get(entry.call);
  const call = index === undefined ? undefined : timing.calls[index];
  if (index === undefined || call === undefined) return;
  if (call.kind === "model") {
    const pieces = withQueue(call.pieces, entry.w ?? 0);
    if (pieces !== null) changeCall(timing, index, { pieces });
    return;
  }
  // A summary in the background is recorded later than it ends.
  const to = Math.min(timing.to, call.from + (entry.w ?? 0) + entry.m);
  changeCall(timing, index, {
    ...{ sequence: entry.q, outcome: "ok", to, tokensIn: entry.i, tokensOut: entry.o },
    ...{ tokensCached: entry.h, cost: entry.c },
  });
  timing.journal.push(timing.pending, index);
}

/** A helper call without an answer ends here; one whose answer cannot be used has ended already. */
function endRejected(timing: Timing, { call: callId, d, q }: OutlineOf<"rejected">): void {
  const index = timing.indexes.get(callId);
  if (index === undefined) return;
  const isOpen = timing.calls[index]?.to === null;
  changeCall(timing, index, {
    sequence: q,
    reason: d,
    outcome: "error",
    ...(isOpen ? { to: timing.to } : {}),
  });
}

/** A compaction belongs to the summary before it. Without a model it takes no time but still has a row. */
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
  changeCall(timing, index, {
    sequence: q,
    change: { before, after },
    ...(isNew ? { to: timing.to, outcome: "ok" } : {}),
  });
  if (isNew) timing.journal.push(timing.pending, index);
}

type ToolStart = { readonly call: string; readonly g: string; readonly q: number; readonly name: string };

function openTool(timing: Timing, { call, g, q, name }: ToolStart, tail: PieceKind): number {
  const asked = timing.askedBy.get(call);
  const goalId = (asked === undefined ? undefined : timing.calls[asked])?.goalId ?? g;
  const needs = asked === undefined ? [...timing.pending] : [asked, ...endedBeside(timing, asked)];
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

/**
 * Returns the calls of one turn that ended before the next one begins: calls that run one after the other need each other. Those that ended before
 * the latest of them began are needed by that one already.
 */
function endedBeside(timing: Timing, asked: number, until: number = timing.calls.length): readonly number[] {
  const { calls, open } = timing;
  const ended: number[] = [];
  for (let index = until - 1; index > asked; index -= 1)
    if (calls[index]?.kind === "tool" && !open.has(index)) ended.push(index);
  const latest = Math.max(...ended.map((index) => calls[index]?.runFrom ?? 0));
  return ended.filter((index) => (calls[index]?.to ?? latest) >= latest).reverse();
}

/** Ends the wait for a person. */
function decide(timing: Timing, callId: string): void {
  const index = timing.indexes.get(callId);
  const call = index === undefined ? undefined : timing.calls[index];
  if (index === undefined || call?.tail !== "wait") return;
  changeCall(timing, index, {
    pieces: [{ kind: "wait", from: call.from, to: timing.to }],
    tail: "runtime",
  });
}

function startTool(timing: Timing, entry: OutlineOf<"started">): void {
  const index = timing.indexes.get(entry.call) ?? openTool(timing, entry, "tool");
  const call = timing.calls[index];
  if (call === undefined || call.to !== null) return;
  if (timing.to === call.from) return changeCall(timing, index, { name: entry.name, tail: "tool" });
  const waited = call.pieces.at(-1)?.to ?? call.from;
  const pieces: readonly Piece[] = [...call.pieces, { kind: call.tail, from: waited, to: timing.to }];
  // A call that continues after the wait for its sub-agents began before that wait.
  if (call.tail === "tool") return changeCall(timing, index, { pieces });
  // After the wait for a person, a call may have waited for the calls that ran beside it.
  const asked = timing.askedBy.get(entry.call) ?? call.needs.at(-1) ?? index;
  const needs = [...new Set([...call.needs, ...endedBeside(timing, asked, index)])];
  changeCall(timing, index, { name: entry.name, runFrom: timing.to, pieces, tail: "tool", needs });
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
  changeCall(timing, index, { sequence: q, name, text, outcome: entry.s, to: end, reason: entry.r ?? "" });
  if (!timing.pending.includes(index)) timing.journal.push(timing.pending, index);
}

/** The process died or the run ended, so its calls did as well. */
function stopCalls(timing: Timing, at: number, outcome: "cancelled" | "interrupted"): void {
  timing.step = null;
  for (const index of timing.open)
    changeCall(timing, index, { to: Math.max(timing.calls[index]?.runFrom ?? at, at), outcome });
}
