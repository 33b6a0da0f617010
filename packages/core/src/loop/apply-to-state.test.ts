import { describe, expect, it } from "vitest";
import type { EntryDraft } from "../log/entry.ts";
import { ERASED_BLOB } from "../log/erased.ts";
import type { ToolMessage } from "../log/message.ts";
import type { CallPurpose, RunEventPayloads } from "../log/run-event.ts";
import {
  buildLog,
  TEST_TIME,
  testAgent,
  testRequest,
  testUsage,
  type LogBuilder,
} from "../testing/builders.ts";
import { createGoals } from "../testing/goal-operations.ts";
import { applyToState } from "./apply-to-state.ts";
import { createRunState, type RunState } from "./run-state.ts";

const limit = { limit: "steps", used: 50, allowed: 50 } as const;
const report = { segments: [], totalTokens: 1, exact: false, window: 1_000, dropped: [] };

/** Folds a log into a state, as entries of this run or of an earlier turn. */
function fold(write: (log: LogBuilder) => void, own = true): RunState {
  const state = createRunState("Test");
  const log = buildLog();
  write(log);
  for (const entry of log.entries) applyToState(state, entry, own);
  return state;
}

function started(purpose: CallPurpose, ranges: [number, number][] = []): RunEventPayloads["call.started"] {
  return { callId: "call", purpose, step: 1, request: { ...testRequest, ranges }, report };
}

function finished(purpose: CallPurpose): RunEventPayloads["call.finished"] {
  return {
    ...{ callId: "call", purpose, model: "test-model", attempts: 1, finishReason: "stop" },
    ...{ usage: testUsage, cost: null, durationMs: 1, firstTokenMs: null },
  };
}

/** The result of a call of `compact_context` in an older log, which recorded no request of its own. */
function compactResult(log: LogBuilder, input: unknown, outcome: "ok" | "error" = "ok"): void {
  const name = "compact_context";
  log.assistant({ calls: [{ id: "compact", name, arguments: JSON.stringify(input) }] });
  log.tool("compact", { toolName: name, outcome });
}

function toolMessage(metadata: Readonly<Record<string, unknown>>): EntryDraft {
  const message: Omit<ToolMessage, "id" | "traceId" | "sequence" | "version" | "at"> = {
    ...{ kind: "message", role: "tool", goalId: "root", toolCallId: "call", toolName: "read_file" },
    ...{ outcome: "ok", title: "", output: "", durationMs: 0, tokens: 0, description: "", metadata },
  };
  return message;
}

const statusChanged = (log: LogBuilder, waitingFor: "pause" | null, wakeAt?: number): unknown =>
  log.event({
    type: "trace.status_changed",
    data: {
      ...{ status: waitingFor === null ? "running" : "waiting", waitingFor },
      ...(wakeAt === undefined ? {} : { wakeAt }),
    },
  });

describe("messages", () => {
  it("keeps the newest answer until a person writes", () => {
    expect(fold((log) => void log.assistant({ text: "Yes." })).lastAssistant?.text).toBe("Yes.");
    const state = fold((log) => {
      log.assistant({ text: "Yes." });
      log.user("Why?");
    });
    expect(state.lastAssistant).toBeNull();
  });

  it("opens each call of an answer under its goal and closes it with its result", () => {
    const state = fold((log) => {
      log.goals(...createGoals("root", [["a", "A"]]), { op: "focused", goalId: "a" });
      log.assistant({ calls: [{ id: "one" }, { id: "two", name: "write" }] });
      log.event({
        type: "tool.started",
        data: { toolCallId: "two", toolName: "write", effect: "effectful" },
      });
      log.event({
        type: "tool.started",
        data: { toolCallId: "absent", toolName: "write", effect: "effectful" },
      });
      log.tool("one");
    });
    expect([...state.openCalls]).toEqual([
      ["two", { call: { id: "two", name: "write", arguments: "{}" }, goalId: "a", started: "effectful" }],
    ]);
    expect([...state.callIds]).toEqual(["one", "two"]);
    const open = fold((log) => void log.assistant({ calls: [{ id: "one" }] })).openCalls.get("one");
    expect(open?.started).toBeNull();
  });

  it("counts steps and tokens of this run only", () => {
    const write = (log: LogBuilder): void => {
      log.assistant({ text: "a" });
      log.assistant({ text: "b" });
      log.event({ type: "call.finished", data: finished("step") });
      log.event({ type: "call.finished", data: finished("final") });
      log.event({ type: "call.finished", data: finished("summary") });
    };
    const own = fold(write);
    // Two answers and one summary of 120 tokens each.
    expect([own.steps, own.tokens]).toEqual([2, 360]);
    const earlier = fold(write, false);
    expect([earlier.steps, earlier.tokens]).toEqual([0, 0]);
  });

  it("notes in the plan which messages belong to a goal", () => {
    const state = fold((log) => {
      log.goals(...createGoals("root", [["a", "A"]]), { op: "focused", goalId: "a" });
      log.assistant({ text: "Working." });
      log.user("Go on");
    });
    expect(state.goals.focusId).toBe("a");
    expect(state.goals.goals.get("a")).toMatchObject({ title: "A", firstMessage: 2, lastMessage: 3 });
  });

  it("ignores entries of a kind that this version does not know", () => {
    const state = createRunState("Test");
    const base = { id: "x", traceId: "t", sequence: 1, version: 1, at: 0, goalId: "root" };
    applyToState(state, { ...base, kind: "unknown", type: "later", raw: { toolCalls: [] } }, true);
    expect(state).toEqual(createRunState("Test"));
  });
});

describe("files", () => {
  it("knows each file as it was last read or written, also from the results of older logs", () => {
    const state = fold((log) => {
      log.event({ type: "file.read", data: { toolCallId: "c", path: "a", sha256: "1" } });
      log.event({ type: "file.read", data: { toolCallId: "c", path: "b", sha256: "1" } });
      const change = { beforeBlob: null, added: 1, removed: 0 };
      log.event({
        type: "file.changed",
        data: { toolCallId: "c", path: "b", afterBlob: "2", ...change },
      });
      log.add(toolMessage({ path: "c", sha256: "3" }));
    });
    expect([...state.files]).toEqual([
      ["a", "1"],
      ["b", "2"],
      ["c", "3"],
    ]);
  });

  it.each([
    {},
    { path: "a" },
    { sha256: "1" },
    { path: 1, sha256: "1" },
    { path: "a", sha256: 1 },
    { path: "a", sha256: null },
  ])("does not count %j as a file that was read", (metadata) => {
    expect(fold((log) => void log.add(toolMessage(metadata))).files.size).toBe(0);
  });
});

describe("a requested compaction", () => {
  it.each([
    [{ focus: "numbers" }, "numbers"],
    [{ focus: "" }, null],
    [{ focus: 7 }, null],
    [{}, null],
    [null, null],
    ["focus", null],
    [7, null],
  ])("is read from a call with %j of an older log", (input, focus) => {
    expect(fold((log) => compactResult(log, input)).requestedCompaction).toEqual({ by: "model", focus });
  });

  it("is not read from a failed call, another tool, an earlier turn, and has no focus without its call", () => {
    expect(fold((log) => compactResult(log, {}, "error")).requestedCompaction).toBeNull();
    expect(fold((log) => compactResult(log, {}), false).requestedCompaction).toBeNull();
    const other = fold((log) => {
      log.assistant({ calls: [{ id: "call", arguments: '{"focus":"a"}' }] });
      log.tool("call");
    });
    expect(other.requestedCompaction).toBeNull();
    const alone = fold((log) => void log.tool("gone", { toolName: "compact_context" }));
    expect(alone.requestedCompaction).toEqual({ by: "model", focus: null });
  });

  it("is the newest one, but a person's precedes the model's", () => {
    const request = (log: LogBuilder, by: "model" | "person", focus: string): unknown =>
      log.event({
        type: "compaction.requested",
        data: { by, focus, toolCallId: null, signalId: null, personId: null },
      });
    const requested = (...requests: readonly ["model" | "person", string][]): unknown =>
      fold((log) => {
        for (const [by, focus] of requests) request(log, by, focus);
      }).requestedCompaction;
    expect(requested(["model", "a"], ["model", "b"])).toEqual({ by: "model", focus: "b" });
    expect(requested(["model", "a"], ["person", "b"])).toEqual({ by: "person", focus: "b" });
    expect(requested(["person", "a"], ["model", "b"])).toEqual({ by: "person", focus: "a" });
    expect(requested(["person", "a"], ["person", "b"])).toEqual({ by: "person", focus: "b" });
  });

  it("ends with the next answer call or when it finishes, not with a helper call", () => {
    const after = (write: (log: LogBuilder) => void): unknown =>
      fold((log) => {
        compactResult(log, {});
        write(log);
      }).requestedCompaction;
    expect(after((log) => void log.event({ type: "call.started", data: started("step") }))).toBeNull();
    expect(after((log) => void log.event({ type: "call.started", data: started("summary") }))).not.toBeNull();
    const compaction: RunEventPayloads["compaction.finished"] = {
      ...{ compactionId: "c", reason: "asked", layer: "summarise", source: "model", focus: null },
      ...{ beforeTokens: 9, afterTokens: 3, ratio: 1 / 3, messagesFolded: 2, fromSequence: 1, toSequence: 2 },
      ...{ archiveBlob: null, cost: null, callId: null, markerBlob: "m", attachmentsBlob: "a" },
      ...{ summaryBlob: "s", headTokens: { marker: 1, attachments: 1, summary: 1 }, ledger: [] },
    };
    expect(after((log) => void log.event({ type: "compaction.finished", data: compaction }))).toBeNull();
  });

  it("remembers the plan that the state part lists, until a compaction that lists none", () => {
    const compaction: RunEventPayloads["compaction.finished"] = {
      ...{ compactionId: "c", reason: "asked", layer: "summarise", source: "model", focus: null },
      ...{ beforeTokens: 9, afterTokens: 3, ratio: 1 / 3, messagesFolded: 2, fromSequence: 1, toSequence: 2 },
      ...{ archiveBlob: null, cost: null, callId: null, markerBlob: "m", attachmentsBlob: "a" },
      ...{ summaryBlob: "s", headTokens: { marker: 1, attachments: 1, summary: 1 }, ledger: [] },
    };
    const listed = (...finished: readonly Partial<typeof compaction>[]): number | undefined =>
      fold((log) => {
        log.goals(...createGoals("root", [["a", "First"]]));
        for (const data of finished)
          log.event({ type: "compaction.finished", data: { ...compaction, ...data } });
        log.goals(...createGoals("root", [["b", "Second"]]));
      }).compactedGoals?.goals.size;
    expect(listed({ listsOpenGoals: true })).toBe(2);
    expect(listed({ listsOpenGoals: true }, {})).toBeUndefined();
    expect(listed({ listsOpenGoals: true, attachmentsBlob: ERASED_BLOB })).toBeUndefined();
  });
});

describe("events", () => {
  it("folds the newest plan, todos and context, also of earlier turns", () => {
    const slot = { blob: "1", tokens: 1, source: "s" };
    const todo = { id: "1", text: "Look", status: "pending" } as const;
    const write = (log: LogBuilder): void => {
      log.goals(...createGoals("root", [["a", "A"]]));
      log.event({ type: "todos.changed", data: { todos: [] } });
      log.event({ type: "todos.changed", data: { todos: [todo] } });
      log.event({ type: "context.set", data: { slot: "instructions", ...slot } });
      log.event({ type: "context.set", data: { slot: "instructions", ...slot, blob: "2" } });
      log.event({ type: "context.set", data: { slot: "tools", ...slot } });
    };
    for (const own of [true, false]) {
      const state = fold(write, own);
      expect(state.goals.goals.get("a")?.title).toBe("A");
      expect(state.todos).toEqual([todo]);
      expect([...state.context]).toEqual([
        ["instructions", { slot: "instructions", ...slot, blob: "2" }],
        ["tools", { slot: "tools", ...slot }],
      ]);
    }
  });

  it("remembers which entries an answer call was sent after", () => {
    const sentUpTo = (...calls: readonly RunEventPayloads["call.started"][]): number =>
      fold((log) => {
        for (const data of calls) log.event({ type: "call.started", data });
      }).sentUpTo;
    expect(sentUpTo()).toBe(0);
    const ranges: [number, number][] = [
      [1, 3],
      [5, 9],
    ];
    const first = sentUpTo(started("step", ranges));
    expect(first).toBeGreaterThan(0);
    expect(sentUpTo(started("step", ranges), started("step", []))).toBe(first + 1);
    expect(sentUpTo(started("step", ranges), started("summary", [[1, 20]]))).toBe(first);
  });

  it("remembers models that refused native tools, and no other failed attempts", () => {
    const failure = { code: "MODEL_UNAVAILABLE", message: "m", fix: "f" } as const;
    const attempt = { callId: "c", attempt: 1, failure, retryAfterMs: null, durationMs: 1 };
    const state = fold((log) => {
      log.event({ type: "call.attempt_failed", data: { ...attempt, model: "a", fallback: "text_tools" } });
      log.event({ type: "call.attempt_failed", data: { ...attempt, model: "b" } });
    });
    expect([...state.textModels]).toEqual(["a"]);
  });

  it("folds limits, stops, failures, pauses and the final call of this run only", () => {
    const failure = { code: "MODEL_UNAVAILABLE", message: "m", fix: "f" } as const;
    const failed = { callId: "c", failure, attempts: 2 };
    const pause = { signalId: "s", personId: null, reason: null };
    const loop = { detector: "same_call", count: 3, sequences: [1], evidence: "e" } as const;
    const write = (log: LogBuilder): void => {
      log.event({ type: "limit.reached", data: limit });
      log.event({ type: "limit.reached", data: { ...limit, limit: "output" } });
      log.event({ type: "loop.detected", data: { ...loop, action: "stopped" } });
      log.event({ type: "call.started", data: started("final") });
      log.event({ type: "call.failed", data: failed });
      log.event({ type: "run.paused", data: pause });
    };
    const read = ({ limit: reached, stopped, finalRequested, failedCall, isPaused }: RunState): unknown => ({
      ...{ reached, stopped, finalRequested, failedCall, isPaused },
    });
    expect(read(fold(write))).toEqual({
      ...{ reached: limit, stopped: true, finalRequested: true, failedCall: failed, isPaused: true },
    });
    const initial = read(createRunState("Test"));
    expect(read(fold(write, false))).toEqual(initial);
    expect(initial).toEqual({
      ...{ reached: null, stopped: false, finalRequested: false, failedCall: null, isPaused: false },
    });
    const gentle = fold((log) => {
      log.event({ type: "loop.detected", data: { ...loop, action: "noted" } });
      log.event({ type: "call.started", data: started("step") });
      log.event({ type: "run.paused", data: pause });
      log.event({ type: "run.resumed", data: pause });
    });
    expect(read(gentle)).toEqual(initial);
  });

  it("remembers every received signal and the first cancel of this run", () => {
    const receive = (log: LogBuilder, signalId: string, signal: string, reason: string): unknown =>
      log.event({
        type: "signal.received",
        data: { signalId, signal, personId: null, payload: { reason } },
      });
    const write = (log: LogBuilder): void => {
      receive(log, "1", "pause", "a");
      receive(log, "2", "cancel", "b");
      receive(log, "3", "cancel", "c");
    };
    const own = fold(write);
    expect([...own.receivedSignals]).toEqual(["1", "2", "3"]);
    expect(own.canceled).toEqual({ reason: "b" });
    const earlier = fold(write, false);
    expect([...earlier.receivedSignals]).toEqual(["1", "2", "3"]);
    expect(earlier.canceled).toBeNull();
  });
});

describe("waits", () => {
  it("measures each wait until the run is running again, started or resumed", () => {
    // Each entry takes one second.
    const state = fold((log) => {
      statusChanged(log, "pause", 7);
      expect(log.entries.at(-1)?.at).toBe(TEST_TIME + 1_000);
      log.user("a");
      statusChanged(log, null);
      statusChanged(log, "pause");
      log.event({ type: "trace.resumed", data: { journal: [], resumeCount: 1, reason: "stopped" } });
      log.user("b");
    });
    expect(state.waitedMs).toBe(3_000);
    expect(state.waitingSince).toBeNull();
    expect(state.lastWait).toEqual({ for: "pause", wakeAt: null });
  });

  it("starts a wait at its entry and begins again with the run", () => {
    const state = fold((log) => void statusChanged(log, "pause", 7));
    expect(state.waitingSince).toBe(TEST_TIME + 1_000);
    expect(state.lastWait).toEqual({ for: "pause", wakeAt: 7 });
    const restarted = fold((log) => {
      statusChanged(log, "pause");
      const data = { agent: testAgent, models: [], task: "t", origin: null, projectFolder: null };
      log.event({ type: "trace.started", data });
      statusChanged(log, null);
    });
    expect(restarted.waitingSince).toBeNull();
    expect(restarted.waitedMs).toBe(0);
  });

  it("counts no wait that an earlier turn had, and none without a reason", () => {
    const state = fold((log) => void statusChanged(log, "pause"), false);
    expect([state.waitingSince, state.lastWait]).toEqual([null, null]);
    const odd = fold(
      (log) =>
        void log.event({ type: "trace.status_changed", data: { status: "waiting", waitingFor: null } }),
    );
    expect([odd.waitingSince, odd.lastWait]).toEqual([null, null]);
    const handedOver = fold(
      (log) =>
        void log.event({ type: "trace.status_changed", data: { status: "running", waitingFor: "worker" } }),
    );
    expect([handedOver.waitingSince, handedOver.lastWait]).toEqual([null, null]);
  });

  it("counts a wait whose end is before its start, on another machine's clock, as none", () => {
    const state = createRunState("Test");
    const log = buildLog();
    statusChanged(log, "pause");
    statusChanged(log, null);
    const [begin, end] = log.entries;
    if (begin === undefined || end === undefined) throw new Error("two entries");
    applyToState(state, begin, true);
    applyToState(state, { ...end, at: begin.at - 5_000 }, true);
    expect(state.waitedMs).toBe(0);
  });
});
