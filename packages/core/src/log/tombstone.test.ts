import { describe, expect, it } from "vitest";
import { z } from "zod";
import { buildLog, buildTrace, testAgent, testUsage } from "../testing/builders.ts";
import type { Entry } from "./entry.ts";
import { EVENTS } from "./events/index.ts";
import { messageSchema } from "./message-schema.ts";
import { eventVersion, MESSAGE_VERSION } from "./entry-version.ts";
import { reportId } from "./report-id.ts";
import { eraseFromTrace, isErasedWith, REPEATING_TYPES, toTombstone } from "./tombstone.ts";
import { readEntry } from "./upcast.ts";

/**
 * Text that survives erasing: ids, and names of agents, tools and models. A field that newly appears here is content that erasing leaves
 * behind.
 */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  "trace.started": [
    ...["agent.definition.basis", "agent.name", "agent.strategy", "agent.tools"],
    ...["models", "origin.traceId"],
  ],
  "trace.resumed": ["journal.effectId", "journal.toolCallId", "journal.toolName"],
  "context.set": ["namedTools", "shortTools"],
  "call.started": ["callId", "request.model", "request.quirks", "request.sha256"],
  "call.attempt_failed": ["callId", "model"],
  "call.finished": ["callId", "model"],
  "call.failed": ["callId"],
  "call.rejected": ["callId"],
  "call.repaired": ["callId", "toolCallId"],
  "tool.started": ["toolCallId", "toolName"],
  "tool.progressed": ["toolCallId"],
  "file.read": ["toolCallId"],
  "file.changed": ["fromTraceId", "toolCallId"],
  "result.spilled": ["toolCallId", "toolName"],
  "goals.changed": ["operations.dependsOn", "operations.goalId", "operations.parentId", "toolCallId"],
  "todos.changed": ["todos.id"],
  "compaction.requested": ["personId", "signalId", "toolCallId"],
  "compaction.started": ["compactionId"],
  "compaction.finished": ["callId", "compactionId"],
  "compaction.failed": ["callId", "compactionId"],
  "compaction.prepared": ["callId"],
  "compaction.discarded": ["callId"],
  "compaction.pinned": ["personId", "signalId"],
  "signal.received": ["personId", "signal", "signalId"],
  "run.paused": ["personId", "signalId"],
  "run.resumed": ["personId", "signalId"],
  "route.decided": ["callId"],
  "permission.decided": ["definitionDigest", "ruleId", "toolCallId", "toolName"],
  "approval.requested": ["approvalId", "definitionDigest", "ruleId", "toolCallId", "toolName"],
  "approval.decided": ["approvalId", "personId", "ruleId", "signalId", "toolCallId"],
  "approval.expired": ["approvalId", "toolCallId"],
  "question.asked": ["questionId", "toolCallId"],
  "question.answered": ["personId", "questionId", "signalId"],
  "effect.resolved": ["effectId", "personId", "signalId", "toolCallId"],
  "child.spawned": ["agent", "childTraceId", "continues", "goalId", "group.groupId", "toolCallId", "tools"],
  "child.finished": ["childTraceId", "toolCallId", "toolsUsed"],
  "child.merged": ["agent", "childTraceId", "toolCallId"],
  "agent.message": ["fromTraceId", "messageId", "toTraceId"],
  "plan.made": [
    "callId",
    "planId",
    "steps.dependsOn",
    "steps.goalId",
    "steps.stepId",
    "steps.tool",
    "strategy",
  ],
  "plan.revised": [
    ...[
      "callId",
      "planId",
      "steps.dependsOn",
      "steps.goalId",
      "steps.stepId",
      "steps.tool",
      "supersededGoalIds",
    ],
  ],
  "lesson.learned": ["callId", "lessonId", "toolCallId"],
  "critique.made": ["callId", "findings.angle"],
  "claim.checked": ["callId", "goalId"],
  "budget.reserved": ["callId", "reservationId"],
  "budget.settled": ["callId", "reservationId"],
  "memory.recalled": ["callId", "candidates.memoryId", "memories.memoryId"],
  "memory.written": ["memoryId", "toolCallId"],
  "memory.indexed": ["memories.memoryId"],
  "memory.withdrawn": ["memoryIds", "recalls.memories.memoryId", "results.toolCallId"],
  "memory.quarantined": ["quarantineId", "toolCallId"],
  "skill.loaded": ["skill", "toolCallId"],
  "experience.injected": ["experiences.experienceId"],
  "fact.noted": ["factId"],
  "value.set": ["name", "toolCallId"],
  "endpoint.learned": ["callId", "model"],
  "process.started": ["processId", "toolCallId"],
  "process.ended": ["processId", "signal", "toolCallId"],
  "tools.changed": ["added", "changed.definitionDigest", "changed.toolName", "removed", "source"],
  "secret.used": ["domain", "secret", "toolCallId"],
};
const KEPT_IN_MESSAGES: readonly string[] = [
  ...["callId", "model", "signalId", "toolCallId", "toolCalls.id", "toolCalls.name", "toolName"],
];
const FRAME: ReadonlySet<string> = new Set(["id", "traceId", "goalId"]);

const FRAMES = { id: "i", traceId: "t", sequence: 1, version: 1, at: 5 };

describe("tombstones", () => {
  it.each(EVENTS.map((definition) => [definition.type, definition] as const))(
    "keeps ids and names and no content of %s",
    (type, definition) => {
      const erased = entriesFrom(definition.entry, eventVersion(definition)).map(toTombstone);
      expect(markedPaths(erased, "data.")).toEqual(KEPT[type] ?? []);
      expect(erased.map(toTombstone)).toEqual(erased);
      for (const entry of erased) expect(readEntry(JSON.parse(JSON.stringify(entry)))).toEqual(entry);
    },
  );

  it("keeps ids and names and no content of messages", () => {
    expect(markedPaths(entriesFrom(messageSchema).map(toTombstone), "")).toEqual(KEPT_IN_MESSAGES);
  });

  it("erases the criteria of a goal and their number", () => {
    const log = buildLog();
    const goals = log.goals({
      ...{ op: "created", goalId: "goal", parentId: "root", index: 0, title: "Ship it", reason: null },
      ...{ acceptance: ["it builds", "it is tested"], dependsOn: [] },
    });
    const erased = toTombstone(goals);
    expect(erased).toMatchObject({ data: { operations: [{ goalId: "goal", acceptance: [] }] } });
    for (const word of ["Ship", "builds", "tested"]) expect(JSON.stringify(erased)).not.toContain(word);
  });

  it("leaves placeholders of a message, and its ids, names, outcome and counts", () => {
    const log = buildLog();
    const base = { ...FRAMES, goalId: "root" };
    const message = (fields: object): Entry => readEntry({ ...base, kind: "message", ...fields });
    const erased = { ...base, kind: "message", description: "[erased]" };
    expect(toTombstone(log.user("secret"))).toMatchObject({
      ...{ author: "person", tokens: 6, description: "[erased]" },
      parts: [{ type: "text", text: "[erased]" }],
    });
    const answer = {
      ...{ role: "assistant", callId: "c", model: "m", finishReason: "stop", cost: 1, durationMs: 2 },
      ...{ firstTokenMs: 3, usage: testUsage, text: "secret", reasoning: "secret", description: "secret" },
    };
    const call = { id: "t", name: "read", arguments: '{"path":"secret"}', received: { name: "secret" } };
    expect(toTombstone(message({ ...answer, toolCalls: [call] }))).toEqual({
      ...{ ...answer, ...erased, text: "", reasoning: "" },
      toolCalls: [{ id: "t", name: "read", arguments: "{}" }],
    });
    expect(toTombstone(message({ ...answer, toolCalls: [] }))).toEqual({
      ...{ ...answer, ...erased, text: "[erased]", reasoning: "", toolCalls: [] },
    });
    const result = {
      ...{ role: "tool", toolCallId: "t", toolName: "read", outcome: "ok", durationMs: 1, tokens: 2 },
      ...{ trust: "untrusted", title: "secret", output: "secret", description: "secret" },
    };
    const extras = {
      longTermMemory: "secret",
      parts: [{ type: "text", text: "secret" }],
      metadata: { a: 1 },
    };
    expect(toTombstone(message({ ...result, ...extras }))).toEqual({
      ...{ ...result, ...erased, title: "[erased]", output: "[erased]" },
    });
  });

  it("leaves only the frame and the type of an entry that this version does not know", () => {
    const frame = { ...FRAMES, goalId: "root" };
    const unknown = readEntry({ ...frame, kind: "event", type: "moon.landed", data: { crew: "secret" } });
    expect(toTombstone(unknown)).toEqual({
      ...{ ...frame, kind: "unknown", type: "moon.landed" },
      raw: { ...frame, kind: "event", type: "moon.landed", erased: true },
    });
  });

  it("erases nothing with an entry of another kind, nor an entry with itself", () => {
    const log = buildLog();
    const message = log.assistant({ calls: [{ id: "one" }] });
    const other = log.assistant({ calls: [{ id: "one" }] });
    const limit = log.event({ type: "limit.reached", data: { limit: "steps", used: 1, allowed: 1 } });
    const asked = log.event({
      type: "compaction.requested",
      data: { by: "model", focus: "f", toolCallId: "two", signalId: null, personId: null },
    });
    const pinned = log.event({
      type: "compaction.pinned",
      data: { signalId: "s", personId: null, text: "t" },
    });
    const unknown = readEntry({ ...FRAMES, goalId: "root", kind: "event", type: "moon.landed", data: {} });
    expect(isErasedWith(message, other)).toBe(false);
    expect(isErasedWith(message, asked)).toBe(false);
    expect(isErasedWith(message, limit)).toBe(false);
    expect(isErasedWith(pinned, pinned)).toBe(false);
    expect(isErasedWith(pinned, limit)).toBe(false);
    expect(isErasedWith(limit, pinned)).toBe(false);
    expect(isErasedWith(unknown, pinned)).toBe(false);
    expect(isErasedWith(pinned, unknown)).toBe(false);
  });

  it("erases a message between agents with the message that holds it", () => {
    const log = buildLog();
    const sent = { messageId: "m", fromTraceId: "a", toTraceId: "t", text: "secret" };
    const event = log.event({ type: "agent.message", data: sent });
    const user = log.user("secret");
    if (user.kind !== "message" || user.role !== "user") throw new Error("no message");
    const message = { ...user, signalId: "m" };
    expect(isErasedWith(message, event)).toBe(true);
    expect(isErasedWith({ ...message, signalId: "n" }, event)).toBe(false);
    const report = { ...message, signalId: reportId("child") };
    const finished = log.event({
      type: "child.finished",
      data: {
        ...{ childTraceId: "child", toolCallId: "k", status: "completed", lastMessage: "secret" },
        ...{ summary: null, failure: null, steps: 1, inputTokens: 1, outputTokens: 1, cost: 0 },
        ...{ durationMs: 1, toolsUsed: [] },
      },
    });
    expect(isErasedWith(report, finished)).toBe(true);
    expect(isErasedWith(message, finished)).toBe(false);
  });

  it("lists the event types that repeat other entries", () => {
    expect([...REPEATING_TYPES].sort()).toEqual([
      ...[
        "agent.message",
        "approval.decided",
        "approval.requested",
        "call.repaired",
        "child.finished",
        "child.merged",
        "child.spawned",
      ],
      ...[
        "compaction.finished",
        "compaction.pinned",
        "compaction.prepared",
        "compaction.requested",
        "file.changed",
        "file.read",
      ],
      ...["goals.changed", "lesson.learned", "memory.quarantined", "memory.written", "permission.decided"],
      ...[
        "process.started",
        "question.answered",
        "question.asked",
        "result.spilled",
        "signal.received",
        "tool.progressed",
      ],
      ...["trace.finished", "trace.started", "value.set"],
    ]);
  });

  it("erases events that repeat a message only with that message", () => {
    const log = buildLog();
    const change = { path: "a", beforeBlob: null, afterBlob: "b", added: 1, removed: 0 };
    const repaired = log.event({
      type: "call.repaired",
      data: { callId: "c", toolCallId: "one", repair: "empty_arguments", before: "" },
    });
    const message = log.assistant({ calls: [{ id: "one" }, { id: "two" }] });
    const valued = log.event({
      type: "value.set",
      data: { name: "n", toolCallId: "two", blob: "b", characters: 1, tokens: 1 },
    });
    const changed = log.event({ type: "file.changed", data: { toolCallId: "one", ...change } });
    const progressed = log.event({ type: "tool.progressed", data: { toolCallId: "one", text: "half" } });
    const read = log.event({ type: "file.read", data: { toolCallId: "one", path: "a", sha256: "b" } });
    const request = { by: "model", focus: "a", signalId: null, personId: null } as const;
    const requested = log.event({ type: "compaction.requested", data: { ...request, toolCallId: "two" } });
    const [firstResult, secondResult] = [log.tool("one"), log.tool("two")];
    const erasedWith = (entry: Entry): readonly Entry[] =>
      log.entries.filter((other) => isErasedWith(entry, other));
    expect(erasedWith(message)).toEqual([repaired, valued, requested]);
    expect(erasedWith(firstResult)).toEqual([changed, progressed, read]);
    expect(erasedWith(secondResult)).toEqual([]);
  });

  it("erases the task of a run with its message and the summary of a run with its answer, in that run only", () => {
    const log = buildLog({ traceId: "mine" });
    const started = (task: string): Entry =>
      log.event({
        type: "trace.started",
        data: { agent: testAgent, models: [], task, origin: null, projectFolder: null },
      });
    const finished = (summary: string | null): Entry =>
      log.event({ type: "trace.finished", data: { status: "completed", failure: null, summary } });
    const asked = log.user("continue");
    const [same, none, longer] = [started("continue"), started(""), started("continue there")];
    const answer = log.assistant({ text: "done, and more" });
    const [ended, cut, other, empty] = [
      finished("done, and more"),
      finished("done"),
      finished("do it"),
      finished(null),
    ];
    const erasedWith = (entry: Entry): readonly Entry[] =>
      log.entries.filter((candidate) => isErasedWith(entry, candidate));
    expect(erasedWith(asked)).toEqual([same]);
    expect(erasedWith(answer)).toEqual([ended, cut]);
    expect([none, longer, other, empty].map((entry) => isErasedWith(asked, entry))).not.toContain(true);
    for (const [entry, event] of [
      [asked, same],
      [answer, ended],
    ] as const)
      expect(isErasedWith(entry, { ...event, traceId: "another" })).toBe(false);
    const trace = buildTrace({ id: "mine", task: "continue", summary: "done" }, [asked]);
    expect(eraseFromTrace(trace, asked)).toEqual({ ...trace, task: "[erased]", lastMessage: "[erased]" });
    expect(eraseFromTrace(trace, answer)).toEqual({ ...trace, summary: "[erased]" });
    for (const entry of [started("continue"), { ...asked, traceId: "another" }])
      expect(eraseFromTrace(trace, entry)).toEqual(trace);
  });

  it("erases the summaries that include a message, and no earlier ones", () => {
    const log = buildLog();
    const prepared = (toSequence: number): Entry =>
      log.event({
        type: "compaction.prepared",
        data: { callId: "c", toSequence, textBlob: "b", tokens: 1, cost: 0 },
      });
    log.user("first");
    const message = log.user("second");
    const [before, upTo, after] = [prepared(1), prepared(2), prepared(3)];
    expect([before, upTo, after].map((entry) => isErasedWith(message, entry))).toEqual([false, true, true]);
  });

  it("erases the text of a signal from all entries that hold it", () => {
    const log = buildLog();
    const received = (signalId: string): Entry =>
      log.event({
        type: "signal.received",
        data: { signalId, signal: "pin", personId: null, payload: { text: "t" } },
      });
    const pinned = (signalId: string): Entry =>
      log.event({ type: "compaction.pinned", data: { signalId, personId: null, text: "t" } });
    const [first, kept, other] = [received("one"), pinned("one"), pinned("two")];
    // Programs cancel runs without a signal id.
    const unnamed = [received(""), received("")];
    const erasedWith = (entry: Entry): readonly Entry[] =>
      log.entries.filter((candidate) => isErasedWith(entry, candidate));
    expect(erasedWith(first)).toEqual([kept]);
    expect(erasedWith(kept)).toEqual([first]);
    for (const entry of [other, ...unnamed]) expect(erasedWith(entry)).toEqual([]);
  });
});

/** Returns entries that together cover every field and variant of a schema; each text field holds its own path. */
function entriesFrom(schema: z.core.$ZodType, version = MESSAGE_VERSION): readonly Entry[] {
  const entries = sampleValues(schema, "").map((sample) => readEntry(Object.assign({}, sample, { version })));
  for (const entry of entries) expect(entry.kind).not.toBe("unknown");
  return entries;
}

/** Returns the paths of surviving texts, except base fields. */
function markedPaths(entries: readonly Entry[], prefix: string): readonly string[] {
  const texts = JSON.stringify(entries).matchAll(/<([^<>]*)>/g);
  const paths = new Set(Array.from(texts, ([, path = ""]) => path));
  return [...paths]
    .filter((path) => !FRAME.has(path))
    .map((path) => path.slice(prefix.length))
    .sort();
}

/** Returns values of a schema that together cover each option of its unions. */
function sampleValues(schema: z.core.$ZodType, path: string): readonly unknown[] {
  if (schema instanceof z.ZodString) return [`<${path}>`];
  if (schema instanceof z.ZodNumber) return [1];
  if (schema instanceof z.ZodBoolean) return [true];
  if (schema instanceof z.ZodUnknown) return [`<${path}>`];
  if (schema instanceof z.ZodEnum) return schema.options.slice(0, 1);
  if (schema instanceof z.ZodLiteral) return [...schema.values];
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodCatch)
    return sampleValues(schema.def.innerType, path);
  if (schema instanceof z.ZodArray) {
    const { element }: { element: z.core.$ZodType } = schema.def;
    return [sampleValues(element, path)];
  }
  if (schema instanceof z.ZodTuple) return [schema.def.items.map((item) => sampleValues(item, path)[0])];
  if (schema instanceof z.ZodRecord) return [{ key: sampleValues(schema.def.valueType, path)[0] }];
  if (schema instanceof z.ZodUnion) return schema.def.options.flatMap((option) => sampleValues(option, path));
  if (schema instanceof z.ZodObject) return sampleObjects(schema, path);
  throw new TypeError(`no samples for ${schema._zod.def.type} at ${path}`);
}

function sampleObjects(schema: z.ZodObject<z.ZodRawShape>, path: string): readonly unknown[] {
  const fields = Object.entries(schema.shape).map(
    ([name, field]) => [name, sampleValues(field, path === "" ? name : `${path}.${name}`)] as const,
  );
  const count = Math.max(...fields.map(([, samples]) => samples.length));
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(fields.map(([name, samples]) => [name, samples[index % samples.length]])),
  );
}
