import { describe, expect, it } from "vitest";
import { z } from "zod";
import { buildLog } from "../testing/builders.ts";
import type { Entry } from "./entry.ts";
import { EVENTS } from "./events/index.ts";
import { messageSchema } from "./message-schema.ts";
import { eventVersion, MESSAGE_VERSION } from "./entry-version.ts";
import { isErasedWith, tombstoneOf } from "./tombstone.ts";
import { readEntry } from "./upcast.ts";

/**
 * The text that outlives erasing: ids, and names of agents, tools and models. A field that appears here by a change of a definition is
 * content that erasing leaves behind.
 */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  "trace.started": ["agent.name", "agent.strategy", "agent.tools", "models", "origin.traceId"],
  "trace.resumed": ["journal.toolCallId", "journal.toolName"],
  "call.started": ["callId", "request.model", "request.quirks", "request.sha256"],
  "call.attempt_failed": ["callId", "model"],
  "call.finished": ["callId", "model"],
  "call.failed": ["callId"],
  "call.repaired": ["callId", "toolCallId"],
  "tool.started": ["toolCallId", "toolName"],
  "tool.progressed": ["toolCallId"],
  "file.read": ["toolCallId"],
  "file.changed": ["toolCallId"],
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
  "approval.requested": ["approvalId", "definitionDigest", "toolCallId", "toolName"],
  "approval.decided": ["approvalId", "personId", "ruleId", "toolCallId"],
  "approval.expired": ["approvalId", "toolCallId"],
  "question.asked": ["questionId", "toolCallId"],
  "question.answered": ["personId", "questionId"],
  "effect.resolved": ["personId", "toolCallId"],
  "child.spawned": ["agent", "childTraceId", "goalId", "group.groupId", "toolCallId"],
  "child.finished": ["childTraceId", "toolCallId", "toolsUsed"],
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
  "memory.recalled": ["callId", "memories.memoryId"],
  "memory.written": ["memoryId", "toolCallId"],
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
const KEPT_OF_MESSAGES: readonly string[] = [
  ...["callId", "model", "toolCallId", "toolCalls.id", "toolCalls.name", "toolName"],
];
const FRAME: ReadonlySet<string> = new Set(["id", "traceId", "goalId"]);

describe("tombstones", () => {
  it.each(EVENTS.map((definition) => [definition.type, definition] as const))(
    "%s keeps ids and names, no content",
    (type, definition) => {
      const erased = entriesFrom(definition.entry, eventVersion(definition)).map(tombstoneOf);
      expect(markedPaths(erased, "data.")).toEqual(KEPT[type] ?? []);
      expect(erased.map(tombstoneOf)).toEqual(erased);
      for (const entry of erased) expect(readEntry(JSON.parse(JSON.stringify(entry)))).toEqual(entry);
    },
  );

  it("messages keep ids and names, no content", () => {
    expect(markedPaths(entriesFrom(messageSchema).map(tombstoneOf), "")).toEqual(KEPT_OF_MESSAGES);
  });

  it("the criteria of a goal are gone, their number included", () => {
    const log = buildLog();
    const goals = log.goals({
      ...{ op: "created", goalId: "goal", parentId: "root", index: 0, title: "Ship it", reason: null },
      ...{ acceptance: ["it builds", "it is tested"], dependsOn: [] },
    });
    const erased = tombstoneOf(goals);
    expect(erased).toMatchObject({ data: { operations: [{ goalId: "goal", acceptance: [] }] } });
    for (const word of ["Ship", "builds", "tested"]) expect(JSON.stringify(erased)).not.toContain(word);
  });

  it("what repeats a message's content is erased with that message alone", () => {
    const log = buildLog();
    const change = { path: "a", beforeBlob: null, afterBlob: "b", added: 1, removed: 0 };
    const repaired = log.event({
      type: "call.repaired",
      data: { callId: "c", toolCallId: "one", repair: "empty_arguments", before: "" },
    });
    const message = log.assistant({ calls: [{ id: "one" }, { id: "two" }] });
    const changed = log.event({ type: "file.changed", data: { toolCallId: "one", ...change } });
    const progressed = log.event({ type: "tool.progressed", data: { toolCallId: "one", text: "half" } });
    const read = log.event({ type: "file.read", data: { toolCallId: "one", path: "a", sha256: "b" } });
    const asked = { by: "model", focus: "a", signalId: null, personId: null } as const;
    const requested = log.event({ type: "compaction.requested", data: { ...asked, toolCallId: "two" } });
    const [one, two] = [log.tool("one"), log.tool("two")];
    const erasedWith = (entry: Entry): readonly Entry[] =>
      log.entries.filter((other) => isErasedWith(entry, other));
    expect(erasedWith(message)).toEqual([repaired, requested]);
    expect(erasedWith(one)).toEqual([changed, progressed, read]);
    expect(erasedWith(two)).toEqual([]);
  });

  it("the words of a signal are erased from all that holds them, whichever a person erases", () => {
    const log = buildLog();
    const received = (signalId: string): Entry =>
      log.event({
        type: "signal.received",
        data: { signalId, signal: "pin", personId: null, payload: { text: "t" } },
      });
    const pinned = (signalId: string): Entry =>
      log.event({ type: "compaction.pinned", data: { signalId, personId: null, text: "t" } });
    const [first, kept, other] = [received("one"), pinned("one"), pinned("two")];
    // Programs cancel their runs without a signal.
    const unnamed = [received(""), received("")];
    const erasedWith = (entry: Entry): readonly Entry[] =>
      log.entries.filter((candidate) => isErasedWith(entry, candidate));
    expect(erasedWith(first)).toEqual([kept]);
    expect(erasedWith(kept)).toEqual([first]);
    for (const entry of [other, ...unnamed]) expect(erasedWith(entry)).toEqual([]);
  });
});

/** Entries that together show every field and variant of a schema, each text naming its own path. */
function entriesFrom(schema: z.core.$ZodType, version = MESSAGE_VERSION): readonly Entry[] {
  const entries = samplesOf(schema, "").map((sample) => readEntry(Object.assign({}, sample, { version })));
  for (const entry of entries) expect(entry.kind).not.toBe("unknown");
  return entries;
}

/** The paths of texts that survive in entries, without those of their frame. */
function markedPaths(entries: readonly Entry[], prefix: string): readonly string[] {
  const texts = JSON.stringify(entries).matchAll(/<([^<>]*)>/g);
  const paths = new Set(Array.from(texts, ([, path = ""]) => path));
  return [...paths]
    .filter((path) => !FRAME.has(path))
    .map((path) => path.slice(prefix.length))
    .sort();
}

/** Values that a schema takes: as many as it takes to show each option of its unions. */
function samplesOf(schema: z.core.$ZodType, path: string): readonly unknown[] {
  if (schema instanceof z.ZodString) return [`<${path}>`];
  if (schema instanceof z.ZodNumber) return [1];
  if (schema instanceof z.ZodBoolean) return [true];
  if (schema instanceof z.ZodUnknown) return [`<${path}>`];
  if (schema instanceof z.ZodEnum) return schema.options.slice(0, 1);
  if (schema instanceof z.ZodLiteral) return [...schema.values];
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodCatch)
    return samplesOf(schema.def.innerType, path);
  if (schema instanceof z.ZodArray) {
    const { element }: { element: z.core.$ZodType } = schema.def;
    return [samplesOf(element, path)];
  }
  if (schema instanceof z.ZodTuple) return [schema.def.items.map((item) => samplesOf(item, path)[0])];
  if (schema instanceof z.ZodRecord) return [{ key: samplesOf(schema.def.valueType, path)[0] }];
  if (schema instanceof z.ZodUnion) return schema.def.options.flatMap((option) => samplesOf(option, path));
  if (schema instanceof z.ZodObject) return objectsOf(schema, path);
  throw new TypeError(`no samples of ${schema._zod.def.type} at ${path}`);
}

function objectsOf(schema: z.ZodObject<z.ZodRawShape>, path: string): readonly unknown[] {
  const fields = Object.entries(schema.shape).map(
    ([name, field]) => [name, samplesOf(field, path === "" ? name : `${path}.${name}`)] as const,
  );
  const count = Math.max(...fields.map(([, samples]) => samples.length));
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(fields.map(([name, samples]) => [name, samples[index % samples.length]])),
  );
}
