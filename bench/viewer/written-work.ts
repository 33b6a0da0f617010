import type { AppliedGoalOperation } from "@goaltrace/core/goals";
import type { EntryDraft } from "@goaltrace/core/log";
import type { Clock } from "@goaltrace/core/ports";

/** Time between entries of a written log, so that its time axis has a length. Milliseconds. */
const ENTRY_EVERY_MS = 400;
const BEGIN = Date.UTC(2026, 0, 5, 9);

/** A clock that advances on every read. */
export function steppingClock(): Clock {
  let at = BEGIN;
  return {
    now: () => (at += ENTRY_EVERY_MS),
    monotonic: () => at,
    sleep: () => Promise.resolve(),
  };
}

export type WorkShape = {
  readonly goals: number;
  /** Turns per goal: an assistant message and a tool result each. */
  readonly turns: number;
  /** Sub-goals of each goal and of the root, filled in order: 1 is a chain, `goals` a single fan-out. */
  readonly fanOut: number;
  /** The last goal fails, which unfolds all its ancestors. */
  readonly failsAtLast?: boolean;
  /** All goals are created before the work, the last first, so each child comes before its parent. */
  readonly createdBackwards?: boolean;
};

/** Generates a plan worked through goal by goal. */
export function* workOn(shape: WorkShape): Generator<EntryDraft> {
  if (shape.createdBackwards === true) {
    const operations = Array.from({ length: shape.goals }, (_, index) =>
      createdOperation(shape, shape.goals - index),
    );
    yield planned("root", operations);
  }
  for (let goal = 1; goal <= shape.goals; goal += 1) {
    const goalId = `g${goal}`;
    const created = shape.createdBackwards === true ? [] : [createdOperation(shape, goal)];
    yield planned(goalId, [...created, status(goalId, "in_progress"), { op: "focused", goalId }]);
    for (let turn = 1; turn <= shape.turns; turn += 1) yield* turnEntries(goalId, `${goal}-${turn}`);
    const fails = shape.failsAtLast === true && goal === shape.goals;
    yield planned(goalId, [status(goalId, fails ? "failed" : "completed")]);
  }
}

/** Generates one model call with one tool call and its result: the four entries that a view draws. */
export function* turnEntries(
  goalId: string,
  name: string,
  output = `Entry ${name}: paid, 214 euro.`,
): Generator<EntryDraft> {
  const [callId, toolCallId] = [`call-${name}`, `tool-${name}`];
  const usage = {
    inputTokens: 4_200,
    outputTokens: 60,
    cachedTokens: 3_900,
    reasoningTokens: 0,
    estimated: false,
  };
  yield {
    ...{ kind: "event", type: "call.started", goalId },
    data: {
      ...{ callId, purpose: "step", step: 1 },
      request: {
        ...{
          renderer: 2,
          model: "written",
          quirks: "openai",
          systemBlobs: [],
          toolsBlob: null,
          tailBlob: null,
        },
        ...{ ranges: [[1, 1]], view: 0, parameters: "{}", sha256: "" },
      },
      report: { segments: [], totalTokens: 4_200, exact: false, window: 128_000, dropped: [] },
    },
  };
  yield {
    ...{ kind: "message", role: "assistant", goalId, callId, reasoning: "", model: "written" },
    text: `Looking up invoice ${name} in the ledger.`,
    toolCalls: [{ id: toolCallId, name: "read", arguments: `{"path":"ledger/${name}.csv"}` }],
    ...{ finishReason: "tool_calls", usage, cost: 0.0021, durationMs: 900, firstTokenMs: 300 },
    description: `read ledger/${name}.csv`,
  };
  yield {
    kind: "event",
    type: "tool.started",
    goalId,
    data: { toolCallId, toolName: "read", effect: "read_only" },
  };
  yield {
    ...{ kind: "message", role: "tool", goalId, toolCallId, toolName: "read", outcome: "ok" },
    ...{
      title: `Read ledger/${name}.csv`,
      output,
      durationMs: 12,
      description: `ledger/${name}.csv`,
      tokens: 24,
    },
  };
}

function createdOperation(shape: WorkShape, goal: number): AppliedGoalOperation {
  const parent = Math.floor((goal - 1) / shape.fanOut);
  return {
    op: "created",
    goalId: `g${goal}`,
    parentId: parent === 0 ? "root" : `g${parent}`,
    index: (goal - 1) % shape.fanOut,
    title: `Reconcile account ${goal}`,
    reason: null,
    acceptance: [],
    dependsOn: [],
  };
}

function status(goalId: string, reached: "in_progress" | "completed" | "failed"): AppliedGoalOperation {
  const summary = reached === "completed" ? "Reconciled" : null;
  return { op: "status", goalId, status: reached, summary, reason: null, evidence: [], verified: null };
}

function planned(goalId: string, operations: readonly AppliedGoalOperation[]): EntryDraft {
  return { kind: "event", type: "goals.changed", goalId, data: { operations, toolCallId: null } };
}
