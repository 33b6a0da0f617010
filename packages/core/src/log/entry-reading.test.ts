import { describe, expect, it } from "vitest";
import { z } from "zod";
import { GoaltraceError } from "../errors.ts";
import { buildLog } from "../testing/builders.ts";
import { goalCreated } from "../testing/goal-operations.ts";
import { eventDefinition, eventUpcasts } from "./events/event-definition.ts";
import { handleEvent } from "./events/event-handlers.ts";
import { withEvidence } from "./events/goal-operation.ts";
import { entryVersion } from "./entry-version.ts";
import { emptyProjection, projectEntry } from "./project.ts";
import type { RunEvent } from "./run-event.ts";
import { toOutline } from "./to-outline.ts";
import { readEntry, withTraceId, writeEntry } from "./upcast.ts";

const FRAME = { id: "i", traceId: "t", sequence: 1, version: 1, at: 5, goalId: "root" };
const event = (type: string, data: unknown, version = 1): object => ({
  ...{ ...FRAME, version, kind: "event", type, data },
});
const message = (fields: object): object => ({
  ...{ ...FRAME, kind: "message", role: "user", author: "person", description: "Hi", tokens: 1 },
  ...{ parts: [{ type: "text", text: "Hi" }], ...fields },
});

describe("reading an entry", () => {
  it.each<[string, object, string]>([
    ["a message of another role", message({ role: "system" }), "system"],
    ["a message with a part of another type", message({ parts: [{ type: "audio" }] }), "user"],
    ["a message with a negative number of tokens", message({ tokens: -1 }), "user"],
    ["a message of another author", message({ author: "robot" }), "user"],
    ["a message of a later version", message({ version: 2 }), "user"],
    ["an event of another type", event("moon.landed", {}), "moon.landed"],
    ["an event without its data", event("limit.reached", null), "limit.reached"],
    [
      "an event with another value",
      event("limit.reached", { limit: "air", used: 1, allowed: 1 }),
      "limit.reached",
    ],
    ["an entry of another kind", { ...FRAME, kind: "note" }, "note"],
    ["an entry without a kind", FRAME, "unknown"],
    ["an entry whose type is not a text", { ...FRAME, kind: "event", type: 7 }, "unknown"],
  ])("keeps %s raw", (_, raw, type) => {
    const entry = readEntry(raw);
    expect(entry).toEqual({ ...FRAME, ...entry, kind: "unknown", type, raw });
    expect(Object.keys(entry).sort()).toEqual(
      ["at", "goalId", "id", "kind", "raw", "sequence", "traceId", "type", "version"].sort(),
    );
    expect(writeEntry(entry)).toEqual(raw);
  });

  it("names the missing fields and the remedy when an entry has no frame", () => {
    const result = z.object({ goalId: z.string() }).safeParse({});
    expect(() => readEntry({ ...FRAME, goalId: undefined })).toThrow(
      new GoaltraceError(
        {
          code: "INVALID_INPUT",
          message: `Invalid log entry: ${z.prettifyError(result.error ?? expect.fail())}`,
          fix: "Import a file exported by Goaltrace.",
        },
        { cause: result.error },
      ),
    );
  });

  it("reads an error code of a later version as an internal error with its text", () => {
    const failure = { code: "OUT_OF_PAPER", message: "No paper.", fix: "Add paper." };
    expect(readEntry(event("call.failed", { callId: "c", attempts: 1, failure }))).toMatchObject({
      data: { failure: { ...failure, code: "INTERNAL" } },
    });
  });

  it("upgrades from the version of the entry, not from the first", () => {
    const today = { signalId: "s", signal: "cancel", personId: null, payload: {}, reason: "kept as it is" };
    expect(readEntry(event("signal.received", today, 2))).toEqual(event("signal.received", today, 2));
  });
});

describe("writing an entry", () => {
  it("returns an entry of the current version itself", () => {
    for (const raw of [message({}), event("limit.reached", { limit: "steps", used: 1, allowed: 1 })]) {
      const entry = readEntry(raw);
      expect(writeEntry(entry)).toBe(entry);
    }
    const change = readEntry(event("goals.changed", { operations: [], toolCallId: null }, 2));
    expect(writeEntry(change)).toBe(change);
  });

  it("treats the type of a message as a field like any other", () => {
    const raw = message({ type: "goals.changed", data: { operations: [] } });
    expect(readEntry(raw)).toEqual(raw);
  });
});

describe("the outline of an entry", () => {
  it("names the type of an entry that this version does not know", () => {
    expect(toOutline(readEntry(event("moon.landed", {})))).toEqual({
      ...{ q: 1, t: 5, g: "root", k: "other", d: "moon.landed" },
    });
  });
});

describe("moving an entry to another trace", () => {
  it("returns the entry itself when it is there already", () => {
    const entry = readEntry(message({}));
    expect(withTraceId(entry, "t")).toBe(entry);
  });

  it("changes only the trace, of known and of unknown entries", () => {
    const raw = event("moon.landed", { crew: 3 });
    expect(withTraceId(readEntry(message({})), "heir")).toEqual({ ...message({}), traceId: "heir" });
    expect(writeEntry(withTraceId(readEntry(raw), "heir"))).toEqual({ ...raw, traceId: "heir" });
  });
});

describe("versions and definitions", () => {
  it("writes messages in version 1 and events in the version after their last upcast", () => {
    const log = buildLog();
    const change = log.goals({ op: "focused", goalId: "g" });
    const limit = log.event({ type: "limit.reached", data: { limit: "steps", used: 1, allowed: 1 } });
    expect([log.user("Hi"), change, limit].map((entry) => entry.version)).toEqual([1, 2, 1]);
    const data = { reason: null, signalId: null, personId: null };
    expect(entryVersion({ kind: "event", type: "run.paused", goalId: "g", data })).toBe(1);
    expect(
      ["goals.changed", "limit.reached", "moon.landed"].map((type) => eventUpcasts(type)?.length),
    ).toEqual([...[1, 0, undefined]]);
  });

  it("has no definition for an unknown type", () => {
    expect(() => eventDefinition("moon.landed" as RunEvent["type"])).toThrow(
      new TypeError("unknown event type: moon.landed"),
    );
  });

  it("calls the handler of an event and skips events without one", () => {
    const log = buildLog();
    log.event({ type: "limit.reached", data: { limit: "steps", used: 1, allowed: 1 } });
    log.event({ type: "run.paused", data: { reason: null, signalId: null, personId: null } });
    const results = log.entries.flatMap((entry) =>
      entry.kind === "event"
        ? [
            handleEvent(
              { "limit.reached": (state: string, { data }) => `${state} ${data.limit}` },
              "at",
              entry,
            ),
          ]
        : [],
    );
    expect(results).toEqual(["at steps", undefined]);
  });
});

describe("changes to the plan", () => {
  it("adds evidence and verification to the status changes of version 1 only", () => {
    const other = { op: "focused", goalId: "g" };
    expect(
      withEvidence({
        toolCallId: "t",
        operations: [{ op: "status", goalId: "g" }, other, null, "status", 7, {}],
      }),
    ).toEqual({
      toolCallId: "t",
      operations: [
        { op: "status", goalId: "g", evidence: [], verified: null },
        ...[other, null, "status", 7, {}],
      ],
    });
    expect(withEvidence({ toolCallId: "t", operations: "none" })).toEqual({
      ...{ toolCallId: "t", operations: "none" },
    });
  });

  it("outlines each operation as recorded, with the evidence of those that have some", () => {
    const log = buildLog();
    const status = { op: "status", goalId: "g", status: "completed", summary: "s", reason: null } as const;
    const operations = [
      goalCreated("g"),
      { op: "changed", goalId: "g", title: "G", reason: null } as const,
      { ...status, evidence: [3], verified: null },
      { ...status, evidence: [], verified: false },
      { op: "focused", goalId: "g" } as const,
    ];
    const entry = log.event({ type: "goals.changed", data: { operations, toolCallId: null } });
    expect(toOutline(entry)).toStrictEqual({
      ...{ q: 1, t: entry.at, g: "root", k: "goals" },
      ops: [
        operations[0],
        operations[1],
        { ...status, evidence: [3] },
        { ...status, verified: false },
        operations[4],
      ],
    });
  });
});

describe("the projection of a trace", () => {
  const phases = (...events: readonly Pick<RunEvent, "type" | "data">[]) => {
    const log = buildLog();
    for (const next of events) log.event(next);
    let projection = emptyProjection();
    return log.entries.map((entry) => (projection = projectEntry(projection, entry)));
  };
  const change = (status: "waiting" | "running", wakeAt?: number): Pick<RunEvent, "type" | "data"> => ({
    type: "trace.status_changed",
    data: {
      status,
      waitingFor: status === "waiting" ? "budget" : null,
      ...(wakeAt !== undefined && { wakeAt }),
    },
  });

  it("has a wake time only while the run waits with one", () => {
    const pause = { type: "run.paused", data: { reason: null, signalId: null, personId: null } } as const;
    const states = phases(change("waiting", 90), pause, change("waiting"), change("running", 90), pause);
    expect(states.map((state) => ("wakeAt" in state ? state.wakeAt : "none"))).toEqual([
      ...[90, 90, "none", "none", "none"],
    ]);
  });

  it("moves the goal with the last focus of a change", () => {
    const log = buildLog();
    log.goals(goalCreated("a"), { op: "focused", goalId: "a" }, { op: "focused", goalId: "b" });
    log.goals(goalCreated("c"));
    let projection = emptyProjection();
    expect(log.entries.map((entry) => (projection = projectEntry(projection, entry)).currentGoalId)).toEqual([
      "b",
      "b",
    ]);
  });

  it("counts from the first start and keeps an unknown entry's sequence and goal", () => {
    const entry = readEntry({ ...event("moon.landed", {}), sequence: 9, goalId: "moon" });
    const projection = { ...emptyProjection(), lastMessage: "Hi" };
    expect(projectEntry(projection, entry)).toEqual({
      ...projection,
      lastSequence: 9,
      currentGoalId: "moon",
    });
  });
});
