import type { Entry } from "@goaltrace/core/log";
import { goalCreated } from "@goaltrace/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EMPTY_LOG, foldUpdate, rewindTo } from "./chat-log.ts";
import type { ChatUpdate } from "./chat-log.ts";
import type { ChatLog } from "./chat-turn.ts";
import { visibleItems } from "./turn-items.ts";

const base = (sequence: number, traceId = "t1") => ({
  id: `e${traceId}${sequence}`,
  traceId,
  sequence,
  ...{ version: 1, at: 1000 + sequence, goalId: "root" },
});
const entry = (fields: object): ChatUpdate => ({ kind: "entry", entry: fields as Entry });
const event = (sequence: number, type: string, data: object, traceId = "t1"): ChatUpdate =>
  entry({ ...base(sequence, traceId), kind: "event", type, data });
const sentText = (sequence: number, text: string, fields: object, traceId = "t1"): ChatUpdate =>
  entry({
    ...base(sequence, traceId),
    kind: "message",
    role: "user",
    author: "person",
    parts: [{ type: "text", text }],
    description: text,
    tokens: 1,
    ...fields,
  });
const person = (sequence: number, text: string, traceId = "t1"): ChatUpdate =>
  sentText(sequence, text, {}, traceId);
const assistant = (sequence: number, fields: object, traceId = "t1"): ChatUpdate =>
  entry({
    ...base(sequence, traceId),
    kind: "message",
    role: "assistant",
    callId: `c${sequence}`,
    text: "",
    reasoning: "",
    toolCalls: [],
    model: "m",
    durationMs: 3000,
    ...fields,
  });
const tool = (sequence: number, toolCallId: string, fields: object = {}): ChatUpdate =>
  entry({
    ...base(sequence),
    kind: "message",
    role: "tool",
    toolCallId,
    toolName: "read_file",
    outcome: "ok",
    title: "Read 3 lines",
    output: "abc",
    durationMs: 5,
    ...fields,
  });
const delta = (offset: number, text: string, fields: object = {}): ChatUpdate => ({
  kind: "delta",
  traceId: "t1",
  callId: "c3",
  attempt: 1,
  channel: "text",
  offset,
  text,
  ...fields,
});
const call = (id: string, name = "read_file") => ({ id, name, arguments: '{"path":"src/a (1).ts"}' });
const fold = (...updates: ChatUpdate[]): ChatLog => updates.reduce(foldUpdate, EMPTY_LOG);
const STARTED = [person(1, "Do it"), event(2, "trace.started", { models: ["scripted/demo"], task: "Do it" })];
const items = (log: ChatLog) => {
  const turn = log.turns.at(-1);
  return turn ? visibleItems(turn) : [];
};
const texts = (log: ChatLog): string[] =>
  items(log).flatMap((item) => (item.kind === "text" ? [item.text] : []));
const REPORT = { totalTokens: 600, window: 8_000 };

describe("foldUpdate", () => {
  it("puts sub-agents under the call that started them, with their end", () => {
    const spawned = (sequence: number, childTraceId: string, index: number) =>
      event(sequence, "child.spawned", {
        ...{ childTraceId, toolCallId: "x", agent: "explore", prompt: `Look at ${childTraceId}.\nReport.` },
        limits: { maxSteps: 9, maxTokens: 50_000, maxDurationMs: null },
        group: { groupId: "x", index, size: 2, merge: "best" },
      });
    const log = fold(
      ...STARTED,
      assistant(3, { toolCalls: [call("k"), call("x", "explore")] }),
      spawned(4, "b", 1),
      spawned(5, "a", 0),
      event(6, "child.finished", {
        ...{ childTraceId: "b", toolCallId: "x", status: "failed", lastMessage: "So far.\nMore." },
        ...{ failure: { code: "DOOM_LOOP", message: "It repeated itself.", fix: "" }, steps: 4, cost: 0.5 },
        ...{ inputTokens: 3, outputTokens: 2, unverified: ["It says so."] },
      }),
    );
    const [group] = items(log);
    const rows = group?.kind === "tools" ? group.rows : [];
    expect(rows.map(({ children }) => children.length)).toEqual([0, 2]);
    expect(rows[1]?.children).toEqual([
      {
        ...{ traceId: "a", agent: "explore", task: "Look at a.", startedAt: 1005, end: null },
        budget: { tokens: 50_000 },
        branches: { index: 0, count: 2, merge: "best" },
      },
      expect.objectContaining({
        traceId: "b",
        end: {
          ...{ status: "failed", answer: "So far.", failure: "It repeated itself.", calls: 4, cost: 0.5 },
          ...{ tokens: 5, at: 1006, unverified: 1 },
        },
      }),
    ]);
  });

  it("shows the message of an agent as a note, never as a message of the person", () => {
    const spawned = event(4, "child.spawned", {
      ...{ childTraceId: "a", toolCallId: "x", agent: "explore", prompt: "Look.", group: null },
      limits: { maxSteps: 9, maxTokens: null, maxDurationMs: null },
    });
    const log = fold(
      ...STARTED,
      assistant(3, { toolCalls: [call("x", "task")] }),
      spawned,
      event(5, "agent.message", { messageId: "m", fromTraceId: "a", toTraceId: "t", text: "Found it." }),
      sentText(6, "[Message from …]", { author: "agent", signalId: "m" }),
      sentText(7, "Go on.", { signalId: "s" }),
    );
    const values = { agent: "explore “Look”", text: "Found it." };
    expect(items(log).slice(1)).toMatchObject([
      { kind: "note", note: { text: "agentMessage", values } },
      { kind: "steered", text: "Go on." },
    ]);
  });

  it("joins consecutive calls in one group and settles each row with its result", () => {
    const log = fold(
      ...STARTED,
      assistant(3, { text: "Looking.", toolCalls: [call("a"), call("b")] }),
      event(4, "tool.started", { toolCallId: "a", toolName: "read_file", effect: "read_only" }),
      tool(5, "a"),
      assistant(6, { toolCalls: [call("d")] }),
      tool(7, "d", { outcome: "error", title: "No such file" }),
    );
    const shown = items(log);
    expect(shown.map((item) => item.kind)).toEqual(["text", "tools"]);
    const group = shown[1];
    expect(group?.kind === "tools" && group.rows.map((row) => [row.id, row.status, row.argument])).toEqual([
      ["a", "ok", "src/a (1).ts"],
      ["b", "waiting", "src/a (1).ts"],
      ["d", "error", "src/a (1).ts"],
    ]);
  });

  it("keeps the first message of a turn and shows later ones of people where the model read them", () => {
    const log = fold(...STARTED, assistant(3, { text: "Working." }), person(4, "Staging only"));
    expect(log.turns[0]?.asked?.text).toBe("Do it");
    expect(items(log).at(-1)).toEqual({
      ...{ kind: "steered", key: "et14", sequence: 4, text: "Staging only", at: 1004 },
    });
  });

  it("keeps why a denied call did not run", () => {
    const log = fold(
      ...STARTED,
      assistant(3, { toolCalls: [call("a")] }),
      tool(4, "a", { outcome: "denied", refusal: "expired" }),
    );
    const [group] = items(log);
    expect(group?.kind === "tools" && group.rows.map(({ refusal }) => refusal)).toEqual(["expired"]);
  });

  it("ignores repeated entries and entries of unknown kinds", () => {
    const log = fold(...STARTED, assistant(3, { text: "Hello" }));
    expect(foldUpdate(log, assistant(3, { text: "Hello" }))).toBe(log);
    const after = foldUpdate(log, entry({ ...base(4), kind: "unknown", type: "dream.seen", raw: {} }));
    expect(after.lastSequence).toBe(4);
    expect(after.turns[0]).toBe(log.turns[0]);
  });

  it("shows streamed text once in any arrival order and replaces it with the message under the same key", () => {
    const live = fold(
      ...STARTED,
      event(3, "call.started", { callId: "c3", step: 1, purpose: "step", report: REPORT }),
      delta(0, "Hel"),
      delta(0, "Hel"),
      delta(3, "lo"),
      delta(1, "ello"),
    );
    expect(texts(live)).toEqual(["Hello"]);
    const [before] = items(live);
    const done = foldUpdate(live, assistant(4, { callId: "c3", text: "Hello you" }));
    expect(texts(done)).toEqual(["Hello you"]);
    expect(items(done)[0]?.key).toBe(before?.key);
    expect(foldUpdate(done, delta(5, " late"))).toBe(done);
  });

  it("discards a withdrawn attempt and ignores its later deltas", () => {
    const started = fold(
      ...STARTED,
      event(3, "call.started", { callId: "c3", step: 1, purpose: "step", report: REPORT }),
      delta(0, "Wrong"),
    );
    const withdrawn = foldUpdate(started, {
      kind: "delta_withdrawn",
      traceId: "t1",
      callId: "c3",
      attempt: 1,
    });
    expect(texts(withdrawn)).toEqual([]);
    expect(texts(foldUpdate(withdrawn, delta(5, " more")))).toEqual([]);
    expect(texts(foldUpdate(withdrawn, delta(0, "Right", { attempt: 2 })))).toEqual(["Right"]);
  });

  it("knows how many calls are ahead while a call waits for its endpoint, and not for helper calls", () => {
    const started = fold(
      ...STARTED,
      event(3, "call.started", { callId: "c3", step: 1, purpose: "step", report: REPORT }),
    );
    const waiting = (log: ChatLog, ahead: number | null, callId = "c3"): ChatLog =>
      foldUpdate(log, { kind: "call_waiting", traceId: "t1", callId, ahead });
    const wait = (log: ChatLog): unknown => log.turns.at(-1)?.live?.wait;
    expect(wait(started)).toBeNull();
    expect(wait(waiting(started, 2, "summary"))).toBeNull();
    expect(wait(waiting(started, 3))).toEqual({ kind: "endpoint", ahead: 3 });
    expect(wait(waiting(waiting(started, 3), null))).toBeNull();
    expect(wait(foldUpdate(waiting(started, 0), delta(0, "Text")))).toBeNull();
  });

  it("notes a failed attempt only when the call is retried", () => {
    const failed = (sequence: number, fields: object): ChatUpdate =>
      event(sequence, "call.attempt_failed", {
        callId: "c3",
        attempt: sequence,
        failure: { code: "MODEL_UNAVAILABLE", message: `No answer ${sequence}.`, fix: "Try again." },
        ...fields,
      });
    const log = fold(
      ...STARTED,
      failed(3, { retryAfterMs: 500 }),
      failed(4, { retryAfterMs: null, fallback: "text_tools" }),
      failed(5, { retryAfterMs: null }),
    );
    expect(items(log).map((item) => item.kind === "note" && item.note)).toEqual([
      { type: "plain", text: "attemptFailed", values: { message: "No answer 3." } },
      { type: "plain", text: "attemptFailed", values: { message: "No answer 4." } },
    ]);
  });

  it("catches up from a partial text after a late start and never reverts to it", () => {
    const late = fold(
      ...STARTED,
      event(3, "call.started", { callId: "c3", step: 1, purpose: "step", report: REPORT }),
      delta(6, "tail"),
    );
    expect(texts(late)).toEqual([]);
    const partial: ChatUpdate = {
      kind: "partial",
      partial: { callId: "c3", attempt: 1, text: "Begin.", reasoning: "" },
    };
    const caught = foldUpdate(foldUpdate(late, partial), delta(6, "tail"));
    expect(texts(caught)).toEqual(["Begin.tail"]);
    expect(texts(foldUpdate(caught, partial))).toEqual(["Begin.tail"]);
  });

  it("produces the same text however the deltas are split and repeated", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== ""),
        fc.array(fc.nat(39), { maxLength: 20 }),
        (text, cuts) => {
          const edges = [...new Set([0, ...cuts.filter((cut) => cut < text.length), text.length])].sort(
            (a, b) => a - b,
          );
          const pieces = edges.slice(0, -1).flatMap((start, index) => {
            const piece = delta(start, text.slice(start, edges[index + 1]));
            return index % 2 === 0 ? [piece, piece] : [piece];
          });
          expect(texts(fold(...STARTED, ...pieces))).toEqual([text]);
        },
      ),
    );
  });

  it("shows the tail of a running tool's output once, until its result", () => {
    const outputDelta = (offset: number, text: string, attempt = 1): ChatUpdate =>
      delta(offset, text, { callId: "a", channel: "output", attempt });
    const row = (log: ChatLog) => {
      const group = items(log).find((item) => item.kind === "tools");
      return group?.kind === "tools" ? group.rows[0] : undefined;
    };
    const called = fold(...STARTED, assistant(3, { toolCalls: [call("a", "shell")] }));
    const late = foldUpdate(called, outputDelta(100, "line 8\nline 9\n"));
    expect(row(late)).toMatchObject({ status: "running", liveOutput: { offset: 100 } });
    expect(foldUpdate(late, outputDelta(107, "line 9\n"))).toBe(late);
    const grown = foldUpdate(late, outputDelta(107, "line 9\nline 10\n"));
    expect(row(grown)?.liveOutput?.text).toBe("line 8\nline 9\nline 10\n");
    const skipped = foldUpdate(grown, outputDelta(9_000, "line 900\n"));
    expect(row(skipped)?.liveOutput).toEqual({ attempt: 1, offset: 9_000, text: "line 900\n" });
    const resumed = event(4, "trace.resumed", { journal: [], resumeCount: 1, reason: "" });
    expect(row(foldUpdate(skipped, resumed))?.liveOutput).toBeNull();
    const again = foldUpdate(skipped, outputDelta(0, "line 1\n", 2));
    expect(row(again)?.liveOutput?.text).toBe("line 1\n");
    expect(foldUpdate(again, outputDelta(9_009, "from an earlier attempt", 1))).toBe(again);
    const done = foldUpdate(again, tool(4, "a"));
    expect(row(done)).toMatchObject({ status: "ok", liveOutput: null });
    expect(foldUpdate(done, outputDelta(7, "too late\n", 2))).toBe(done);
  });

  it("carries goals into the next turn and rewinds before a retried turn", () => {
    const created = goalCreated("g1", "root", { title: "First" });
    const failure = { code: "MODEL_UNAVAILABLE", message: "No answer.", fix: "Try again." };
    const first = fold(
      ...STARTED,
      event(3, "goals.changed", { operations: [created], toolCallId: null }),
      event(4, "trace.finished", { status: "completed", failure: null, summary: null }),
    );
    const second = [
      person(5, "More", "t2"),
      event(6, "trace.finished", { status: "failed", failure, summary: null }, "t2"),
    ].reduce(foldUpdate, first);
    expect(second.turns.map((turn) => [turn.traceId, turn.status])).toEqual([
      ["t1", "completed"],
      ["t2", "failed"],
    ]);
    expect(second.turns[1]?.goals.goals.get("g1")?.title).toBe("First");
    expect(second.turns[1]?.failure).toEqual(failure);
    const again = [person(5, "More", "t3")].reduce(foldUpdate, rewindTo(second, 4));
    expect(again.turns.map((turn) => turn.traceId)).toEqual(["t1", "t3"]);
    expect(again.lastSequence).toBe(5);
  });

  it("adds notes for limits, loops and resumption, but not for polling", () => {
    const log = fold(
      ...STARTED,
      event(3, "limit.reached", { limit: "steps", used: 50, allowed: 50 }),
      event(4, "loop.detected", {
        detector: "same_call",
        action: "denied",
        count: 3,
        sequences: [],
        evidence: "",
      }),
      event(5, "loop.detected", {
        detector: "same_call",
        action: "polling",
        count: 3,
        sequences: [],
        evidence: "",
      }),
      event(6, "trace.resumed", { journal: [{ state: "unknown" }], resumeCount: 1, reason: "" }),
    );
    expect(items(log).flatMap((item) => (item.kind === "note" ? [item.note.type] : []))).toEqual([
      "limit",
      "loop",
      "plain",
    ]);
    expect(items(log).at(-1)).toMatchObject({ note: { text: "resumed", values: { unknown: 1 } } });
  });

  it("notes the start and the end of background processes only", () => {
    const command = "npm run dev";
    const log = fold(
      ...[person(1, "Serve"), event(2, "process.started", { processId: "p0", command: "ls" })],
      event(3, "process.ended", { processId: "p0", exitCode: 0 }),
      event(4, "process.started", { processId: "p1", command, background: true }),
      event(5, "process.ended", { processId: "p1", exitCode: null, signal: "SIGKILL" }),
    );
    const ended = { text: "backgroundEnded", values: { command, exitCode: "none" } };
    const started = { text: "background", values: { command } };
    expect(items(log)).toMatchObject([{ note: started }, { note: ended }]);
  });

  it("notes the context window that an endpoint reported", () => {
    const log = fold(
      ...STARTED,
      event(3, "endpoint.learned", { model: "openai/gpt", callId: "c", contextWindow: 16_384 }),
    );
    expect(items(log).at(-1)).toMatchObject({
      note: { type: "plain", text: "windowLearned", values: { model: "openai/gpt", tokens: 16_384 } },
    });
  });

  it("notes a compaction with its figures and tracks context usage", () => {
    const log = fold(
      ...STARTED,
      event(3, "call.started", { callId: "c3", step: 1, purpose: "step", report: REPORT }),
      event(4, "compaction.started", { compactionId: "k" }),
    );
    expect(log.turns[0]).toMatchObject({ compacting: true, context: { tokens: 600, window: 8_000 } });
    const summary = { callId: "c5", step: 2, purpose: "summary", report: REPORT };
    const summarizing = foldUpdate(log, event(5, "call.started", summary));
    expect(summarizing.turns[0]?.live?.callId).toBe("c3");
    const data = { beforeTokens: 600, afterTokens: 200, messagesFolded: 9, reason: "threshold" };
    const done = foldUpdate(summarizing, event(6, "compaction.finished", data));
    expect(done.turns[0]).toMatchObject({ compacting: false, context: { tokens: 200, window: 8_000 } });
    expect(items(done)).toMatchObject([{ kind: "note", sequence: 6, note: { type: "compaction", data } }]);
  });
});
