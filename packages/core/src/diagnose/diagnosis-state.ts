import type { Failure } from "../errors.ts";
import { readCancel } from "../log/read-cancel.ts";
import { oneLine } from "../log/describe.ts";
import type { Entry } from "../log/entry.ts";
import { type EventHandlers, handleEvent } from "../log/events/event-handlers.ts";
import type { AssistantMessage, ToolMessage } from "../log/message.ts";
import { GOAL_TOOL } from "../log/tool-names.ts";
import type { RunEventPayloads } from "../log/run-event.ts";
import { continueMissing, createMissing, type MissingState, observeMissing } from "./missing-facts.ts";
import { callKey, callTarget } from "./call-target.ts";
import type {
  EndFinding,
  EqualCalls,
  FirstWrongFinding,
  LimitFinding,
  EntryLine,
  ResumedFinding,
  StoppedCall,
} from "./finding.ts";

/** Number of entries remembered before the first problem. */
const MAX_RECENT_ENTRIES = 3;

/** A failed attempt of a model call. */
export type FailedAttempt = {
  readonly sequence: number;
  readonly goalId: string;
  readonly callId: string;
  readonly failure: Failure;
  readonly lostMs: number;
};

type Ending = Pick<EndFinding, "sequence" | "status" | "failure">;
type Detection = RunEventPayloads["loop.detected"] & { readonly sequence: number; readonly goalId: string };

/** A turn that issued calls, with the goal that it worked on. */
type Issuer = { readonly sequence: number; readonly goalId: string; readonly cost: number | null };

type FirstProblem = Omit<FirstWrongFinding, "recovered" | "repaired">;

/** The facts of a log that the rules need, folded entry by entry, so that a log of any length is read once and never held in memory. */
export type DiagnosisState = {
  readonly recent: EntryLine[];
  firstWrong: FirstProblem | null;
  /** The latest call of a tool that succeeded; 0 for none. */
  lastSuccess: number;
  /** The goals that are failed now, by id, with what they reported. */
  readonly failedGoals: Map<string, EntryLine>;
  readonly attempts: FailedAttempt[];
  readonly failedCalls: Map<
    string,
    { readonly sequence: number; readonly failure: Failure; readonly attempts: number }
  >;
  readonly detections: Detection[];
  readonly limits: LimitFinding[];
  readonly denied: StoppedCall[];
  readonly interrupted: StoppedCall[];
  readonly errors: (EntryLine & { readonly toolName: string; readonly target: string })[];
  /** The calls without a result, by id. */
  readonly openCalls: Map<string, { readonly target: string; readonly key: string }>;
  /** The latest success per target of calls. */
  readonly successes: Map<string, number>;
  /** The results of equal calls by their key, and the key by the sequence of a result. */
  readonly equalCalls: Map<string, EqualCalls>;
  readonly keys: Map<number, string>;
  readonly resumes: ResumedFinding[];
  /** The turn that issued a call and its cost: by call id in `turns`, by sequence of texts and results in `issuedBy`. */
  readonly turns: Map<string, Issuer>;
  readonly issuedBy: Map<number, Issuer>;
  signal: {
    readonly sequence: number;
    readonly personId: string | null;
    readonly reason: string | null;
  } | null;
  end: Ending | null;
  /** The facts that compactions dropped. */
  missing: MissingState;
};

/** Returns an empty state. */
export function createDiagnosis(): DiagnosisState {
  return {
    recent: [],
    firstWrong: null,
    lastSuccess: 0,
    failedGoals: new Map(),
    attempts: [],
    failedCalls: new Map(),
    detections: [],
    limits: [],
    denied: [],
    interrupted: [],
    errors: [],
    openCalls: new Map(),
    successes: new Map(),
    equalCalls: new Map(),
    keys: new Map(),
    resumes: [],
    turns: new Map(),
    issuedBy: new Map(),
    signal: null,
    end: null,
    missing: createMissing(),
  };
}

/** Folds one entry into the state. Entries arrive in order. */
export function observeForDiagnosis(state: DiagnosisState, entry: Entry): void {
  if (entry.kind === "unknown") return;
  observeMissing(state.missing, entry);
  if (entry.kind === "event") {
    handleEvent(EVENT_HANDLERS, state, entry);
    return;
  }
  if (entry.role === "assistant") observeTurn(state, entry);
  if (entry.role === "tool") observeResult(state, entry);
  // A continued conversation starts over with the person's next message: earlier problems belong to another run.
  if (entry.role === "user" && entry.author === "person" && state.end !== null) restart(state);
  remember(state, { sequence: entry.sequence, goalId: entry.goalId, text: entry.description });
}

function restart(state: DiagnosisState): void {
  const missing = continueMissing(state.missing);
  Object.assign(state, createDiagnosis(), { missing });
}

function remember(state: DiagnosisState, place: EntryLine): void {
  state.recent.push(place);
  if (state.recent.length > MAX_RECENT_ENTRIES) state.recent.shift();
}

function observeTurn(state: DiagnosisState, turn: AssistantMessage): void {
  const issuer = { sequence: turn.sequence, goalId: turn.goalId, cost: turn.cost };
  state.issuedBy.set(turn.sequence, issuer);
  for (const call of turn.toolCalls) {
    state.turns.set(call.id, issuer);
    if (call.name !== GOAL_TOOL)
      state.openCalls.set(call.id, { target: callTarget(call), key: callKey(call) });
  }
  const bad = turn.toolCalls.find((call) => call.problem !== undefined);
  if (bad?.problem !== undefined)
    reportProblem(state, { what: "bad_call", text: `${bad.name}: ${bad.problem.message}`, fix: null }, turn);
}

function observeResult(state: DiagnosisState, result: ToolMessage): void {
  const issuer = state.turns.get(result.toolCallId);
  if (issuer !== undefined) state.issuedBy.set(result.sequence, issuer);
  const { sequence, goalId, toolName } = result;
  const call = { sequence, goalId, toolName, text: result.title };
  const target = countResult(state, result);
  switch (result.outcome) {
    case "ok":
      // Changes to the plan always succeed and prove nothing about the work.
      if (toolName !== GOAL_TOOL) state.lastSuccess = sequence;
      if (target !== null) state.successes.set(target, sequence);
      return;
    case "cancelled":
      return;
    case "denied":
      state.denied.push({ ...call, text: oneLine(result.output) });
      return;
    case "interrupted":
      state.interrupted.push(call);
      reportProblem(state, { what: "interrupted", text: `${toolName}: ${result.title}`, fix: null }, result);
      return;
    case "error":
      state.errors.push({ ...call, target: target ?? "", text: oneLine(result.output || result.title) });
      reportProblem(
        state,
        { what: "tool_error", text: `${toolName}: ${oneLine(result.output)}`, fix: null },
        result,
      );
  }
}

/** Counts a result among those of equal calls. Returns what its call was about; null when the log lacks the call. */
function countResult(state: DiagnosisState, { sequence, toolCallId, outcome }: ToolMessage): string | null {
  const call = state.openCalls.get(toolCallId);
  state.openCalls.delete(toolCallId);
  if (call === undefined) return null;
  const { succeeded, failed, denied } = state.equalCalls.get(call.key) ?? NO_CALLS;
  state.equalCalls.set(call.key, {
    succeeded: succeeded + (outcome === "ok" ? 1 : 0),
    failed: failed + (outcome === "error" ? 1 : 0),
    denied: denied + (outcome === "denied" ? 1 : 0),
  });
  state.keys.set(sequence, call.key);
  return call.target;
}

const NO_CALLS: EqualCalls = { succeeded: 0, failed: 0, denied: 0 };

const EVENT_HANDLERS: EventHandlers<DiagnosisState, void> = {
  "call.attempt_failed": (state, { sequence, goalId, data }) => {
    const { callId, failure, durationMs, retryAfterMs } = data;
    state.attempts.push({ sequence, goalId, callId, failure, lostMs: durationMs + (retryAfterMs ?? 0) });
  },
  "call.failed": (state, { sequence, goalId, data }) => {
    const { callId, failure } = data;
    state.failedCalls.set(callId, { sequence, ...data });
    const first = state.attempts.find((attempt) => attempt.callId === callId);
    reportProblem(
      state,
      { what: "model_error", text: failure.message, fix: failure.fix },
      { sequence: first?.sequence ?? sequence, goalId },
    );
  },
  "loop.detected": (state, { sequence, goalId, data }) => {
    state.detections.push({ ...data, sequence, goalId });
    if (data.action === "polling") return;
    reportProblem(
      state,
      { what: "loop", text: data.evidence, fix: null },
      { sequence: data.sequences[0] ?? sequence, goalId },
    );
  },
  "limit.reached": (state, { sequence, data }) => {
    state.limits.push({ kind: "limit", sequence, ...data });
  },
  "trace.resumed": (state, { sequence, data }) => {
    state.resumes.push({ kind: "resumed", sequence, reason: data.reason, journal: data.journal });
  },
  "signal.received": (state, { sequence, data }) => {
    const cancel = readCancel(data);
    if (cancel !== null) state.signal = { sequence, personId: data.personId, reason: cancel.reason };
  },
  "trace.finished": (state, { sequence, data }) => {
    state.end = { sequence, ...data };
  },
  "goals.changed": (state, { sequence, data }) => {
    for (const operation of data.operations) {
      if (operation.op !== "status") continue;
      const { goalId } = operation;
      state.failedGoals.delete(goalId);
      if (operation.status !== "failed") continue;
      const result = oneLine(operation.summary ?? operation.reason ?? "");
      state.failedGoals.set(goalId, { sequence, goalId, text: result });
      const text = operation.reason ?? operation.summary ?? "";
      reportProblem(state, { what: "goal_failed", text, fix: null }, { sequence, goalId: operation.goalId });
    }
  },
};

/**
 * Keeps the earliest problem. A loop or a failed call is detected only at its end but began earlier, so it may replace an earlier report.
 */
function reportProblem(
  state: DiagnosisState,
  problem: Pick<FirstWrongFinding, "what" | "text" | "fix">,
  at: { readonly sequence: number; readonly goalId: string },
): void {
  if (state.firstWrong !== null && state.firstWrong.sequence <= at.sequence) return;
  const { sequence, goalId } = at;
  state.firstWrong = {
    kind: "first_wrong",
    ...problem,
    sequence,
    goalId,
    before: state.recent.filter((place) => place.sequence < sequence),
  };
}
