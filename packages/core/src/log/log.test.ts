import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../testing/any-text.ts";
import { cutLogArbitrary, logArbitrary } from "../testing/arbitraries.ts";
import {
  buildLog,
  buildTrace,
  createTestClock,
  createTestIds,
  testRequest,
  testUsage,
} from "../testing/builders.ts";
import {
  describeAssistant,
  describeCall,
  describeTool,
  describeUser,
  DESCRIPTION_LENGTH,
} from "./describe.ts";
import type { Entry } from "./entry.ts";
import { joinSegments } from "./fork.ts";
import type { Message } from "./message.ts";
import { checkPairing } from "./pairing.ts";
import { emptyProjection, projectEntry } from "./project.ts";
import { createSequencer } from "./sequence.ts";
import { ERASED_TEXT } from "./erased.ts";
import { toTombstone } from "./tombstone.ts";

/** Returns the ids of calls without a result, in the order they were issued. */
const openCalls = (entries: readonly Entry[]): readonly string[] => {
  const issued = entries.flatMap((entry) =>
    entry.kind === "message" && entry.role === "assistant" ? entry.toolCalls.map((call) => call.id) : [],
  );
  const answered = entries.flatMap((entry) =>
    entry.kind === "message" && entry.role === "tool" ? [entry.toolCallId] : [],
  );
  return issued.filter((toolCallId) => !answered.includes(toolCallId));
};

const listPhases = (entries: readonly Entry[]): readonly string[] => {
  let projection = emptyProjection();
  return entries.map((entry) => (projection = projectEntry(projection, entry)).phase);
};

const onlyMessages = (entries: readonly Entry[]): readonly Message[] =>
  entries.filter((entry) => entry.kind === "message");

describe("sequence", () => {
  it("numbers entries without gaps after the shared log", () => {
    const sequencer = createSequencer({
      traceId: "t",
      ids: createTestIds(),
      clock: createTestClock(),
      next: 8,
    });
    const draft = {
      kind: "event",
      type: "todos.changed",
      data: { todos: [] },
      goalId: "root",
    } as const;
    expect([sequencer.stamp(draft), sequencer.stamp(draft, "other")]).toMatchObject([
      { sequence: 8, version: 1, goalId: "root" },
      { sequence: 9, version: 1, goalId: "other" },
    ]);
    expect(sequencer.next).toBe(10);
  });
});

describe("project", () => {
  const callFinished = (cost: number | null) =>
    ({
      type: "call.finished",
      data: {
        callId: "c",
        purpose: "step",
        model: "m",
        attempts: 1,
        finishReason: "stop",
        usage: testUsage,
        cost,
        durationMs: 1,
        firstTokenMs: 1,
      },
    }) as const;

  it("counts messages, calls, tokens and errors of a trace", () => {
    const log = buildLog();
    log.user("Task");
    log.event({
      type: "trace.started",
      data: {
        agent: buildTrace({ id: "t" }).agent,
        models: [],
        task: "Task",
        origin: null,
        projectFolder: null,
      },
    });
    const message = log.assistant({ calls: [{}, {}] });
    log.event(callFinished(0.5));
    log.tool(message.toolCalls[0]?.id ?? "");
    log.tool(message.toolCalls[1]?.id ?? "", { outcome: "error" });
    log.event({ type: "trace.finished", data: { status: "completed", failure: null, summary: "Done" } });
    const projection = log.entries.reduce(projectEntry, emptyProjection());
    expect(projection).toMatchObject({
      status: "completed",
      summary: "Done",
      lastSequence: 7,
      currentGoalId: "root",
    });
    expect(projection.totals).toEqual({
      messages: 4,
      modelCalls: 1,
      toolCalls: 2,
      errors: 1,
      inputTokens: 100,
      outputTokens: 20,
      cachedTokens: 60,
      reasoningTokens: 5,
      cost: 0.5,
      durationMs: 5_000,
    });
  });

  it("separates waits from the duration, which continues after them", () => {
    const log = buildLog();
    const { agent } = buildTrace({ id: "t" });
    const start = { agent, models: [], task: "Task", origin: null, projectFolder: null };
    log.event({ type: "trace.started", data: start });
    log.event({ type: "trace.status_changed", data: { status: "waiting", waitingFor: "approval" } });
    log.event({ type: "trace.status_changed", data: { status: "running", waitingFor: null } });
    log.user("Continue");
    log.event({ type: "trace.resumed", data: { journal: [], resumeCount: 1, reason: "died" } });
    const { totals } = log.entries.reduce(projectEntry, emptyProjection());
    expect(totals).toMatchObject({ durationMs: 4_000, waitedMs: 2_000 });
  });

  it("derives the phase from calls, waiting and the end", () => {
    const log = buildLog();
    const report = { segments: [], totalTokens: 0, exact: false, window: 1, dropped: [] };
    for (const purpose of ["route", "plan", "title", "step", "critique", "check", "lesson", "final"] as const)
      log.event({
        type: "call.started",
        data: { callId: purpose, purpose, step: 1, request: testRequest, report },
      });
    log.event({ type: "trace.status_changed", data: { status: "waiting", waitingFor: "approval" } });
    log.event({ type: "trace.status_changed", data: { status: "running", waitingFor: null } });
    expect(listPhases(log.entries)).toEqual([
      ...["routing", "planning", "planning", "executing", "reflecting", "checking", "learning", "responding"],
      ...["idle", "idle"],
    ]);
  });

  it("is executing while calls that a helper call planned run", () => {
    const log = buildLog();
    const report = { segments: [], totalTokens: 0, exact: false, window: 1, dropped: [] };
    log.event({
      type: "call.started",
      data: { callId: "plan", purpose: "plan", step: 1, request: testRequest, report },
    });
    log.event({
      type: "tool.started",
      data: { toolCallId: "E1", toolName: "read_file", effect: "read_only" },
    });
    expect(listPhases(log.entries)).toEqual(["planning", "executing"]);
  });

  it("projects the recorded phases of an older log", () => {
    const log = buildLog();
    const phases = ["routing", "replanning", "reflecting"] as const;
    for (const phase of phases) log.event({ type: "trace.phase_changed", data: { phase } });
    log.event({ type: "trace.finished", data: { status: "completed", failure: null, summary: null } });
    expect(listPhases(log.entries)).toEqual([...phases, "idle"]);
  });

  it("makes the cost unknown when one price is unknown", () => {
    const log = buildLog();
    for (const cost of [0.5, null, 0.5]) log.event(callFinished(cost));
    expect(log.entries.reduce(projectEntry, emptyProjection()).totals.cost).toBeNull();
  });

  it("keeps only the projection's fields of a whole trace", () => {
    const log = buildLog();
    const entry = log.user("Task");
    expect(Object.keys(projectEntry(buildTrace({ id: "t" }), entry)).sort()).toEqual(
      Object.keys(emptyProjection()).sort(),
    );
  });
});

describe("describe", () => {
  it("describes a message in one line", () => {
    expect(describeUser([{ type: "text", text: " Read\n\n the   file " }])).toBe("Read the file");
    expect(describeUser([{ type: "file", name: "a.pdf", mediaType: "application/pdf", blob: "" }])).toBe(
      "a.pdf",
    );
    expect(describeCall({ name: "read_file", arguments: '{"path":"src/a.ts","limit":3}' })).toBe(
      "read_file(src/a.ts)",
    );
    expect(describeCall({ name: "read_file", arguments: '{"path":"src/a' })).toBe("read_file(src/a)");
    const calls = ["glob", "glob", "read"].map((name) => ({ name, arguments: "{}" }));
    expect(describeAssistant({ text: "", reasoning: "", toolCalls: calls })).toBe("glob ×2, read");
    expect(describeTool({ toolName: "read", outcome: "denied", title: "src/a.ts" })).toBe("denied: src/a.ts");
  });

  it("limits every description to one line of the maximum length", () => {
    fc.assert(
      fc.property(anyText({ maxLength: 400 }), (text) => {
        const line = describeUser([{ type: "text", text }]);
        expect(line.length).toBeLessThanOrEqual(DESCRIPTION_LENGTH);
        expect(line).not.toMatch(/[\n\r]/u);
      }),
    );
  });
});

describe("pairing", () => {
  it("accepts every complete log and reports a missing or duplicate result", () => {
    fc.assert(
      fc.property(logArbitrary(), fc.nat(), (entries, pick) => {
        const messages = onlyMessages(entries);
        expect(checkPairing(messages)).toEqual([]);
        const results = messages.filter((message) => message.role === "tool");
        const result = results[pick % Math.max(1, results.length)];
        if (result === undefined) return;
        expect(checkPairing(messages.filter((message) => message !== result))).toMatchObject([
          { kind: "missing_result" },
        ]);
        expect(
          checkPairing(messages.flatMap((message) => (message === result ? [message, message] : [message]))),
        ).toMatchObject([{ kind: "duplicate_result" }]);
      }),
    );
  });

  it("accepts a truncated log once its open calls have results", () => {
    fc.assert(
      fc.property(cutLogArbitrary(), (entries) => {
        const log = buildLog({ traceId: "repair", first: (entries.at(-1)?.sequence ?? 0) + 1 });
        for (const toolCallId of openCalls(entries)) log.tool(toolCallId, { outcome: "interrupted" });
        expect(checkPairing(onlyMessages([...entries, ...log.entries]))).toEqual([]);
      }),
    );
  });

  it("reports each violation with its call, where it becomes visible", () => {
    const log = buildLog();
    log.assistant({ calls: [{ id: "one" }, { id: "two" }] });
    for (const id of ["two", "two"]) log.tool(id);
    log.user("Stop");
    log.tool("one");
    log.assistant({ calls: [{ id: "three" }, { id: "two" }] });
    expect(checkPairing(onlyMessages(log.entries))).toEqual([
      { kind: "duplicate_result", sequence: 3, toolCallId: "two" },
      { kind: "missing_result", sequence: 1, toolCallId: "one" },
      { kind: "result_without_call", sequence: 5, toolCallId: "one" },
      { kind: "duplicate_call", sequence: 6, toolCallId: "two" },
      { kind: "missing_result", sequence: 6, toolCallId: "three" },
      { kind: "missing_result", sequence: 6, toolCallId: "two" },
    ]);
    expect(checkPairing([])).toEqual([]);
  });

  it("reports a result without a call and a call issued twice", () => {
    const log = buildLog();
    log.tool("unknown");
    for (let time = 0; time < 2; time += 1) {
      log.assistant({ calls: [{ id: "same" }] });
      log.tool("same");
    }
    expect(checkPairing(onlyMessages(log.entries)).map((violation) => violation.kind)).toEqual([
      "result_without_call",
      "duplicate_call",
    ]);
  });
});

describe("fork", () => {
  const header = (id: string, lastSequence: number, origin: readonly [string, number] | null) => ({
    id,
    lastSequence,
    origin: origin === null ? null : { kind: "forks" as const, traceId: origin[0], sequence: origin[1] },
  });

  it("joins ancestors up to their fork points", () => {
    const root = header("a", 10, null);
    const middle = header("b", 20, ["a", 7]);
    expect(joinSegments(header("c", 30, ["b", 15]), [middle, root])).toEqual([
      { traceId: "a", from: 1, to: 7 },
      { traceId: "b", from: 8, to: 15 },
      { traceId: "c", from: 16, to: 30 },
    ]);
    expect(joinSegments(header("d", 5, ["b", 4]), [middle, root])).toEqual([
      { traceId: "a", from: 1, to: 4 },
      { traceId: "d", from: 5, to: 5 },
    ]);
  });

  it("reports a missing ancestor and a circular chain", () => {
    expect(() => joinSegments(header("c", 3, ["b", 2]), [])).toThrow(/b, which does not exist/u);
    expect(() =>
      joinSegments(header("a", 3, ["b", 2]), [header("b", 3, ["a", 2]), header("a", 3, ["b", 2])]),
    ).toThrow(/itself/u);
  });
});

describe("tombstone", () => {
  it("erases all content and keeps numbers, totals and pairing", () => {
    fc.assert(
      fc.property(logArbitrary(), (entries) => {
        const erased = entries.map(toTombstone);
        expect(checkPairing(onlyMessages(erased))).toEqual([]);
        const project = (log: readonly Entry[]) => log.reduce(projectEntry, emptyProjection());
        expect({ ...project(erased), lastMessage: "" }).toEqual({ ...project(entries), lastMessage: "" });
        expect(erased.map(toTombstone)).toEqual(erased);
        for (const entry of erased) {
          if (entry.kind === "message") expect(entry.description).toBe(ERASED_TEXT);
        }
      }),
    );
  });
});
