import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logArbitrary } from "../testing/arbitraries.ts";
import { toTombstone } from "./tombstone.ts";
import { withTraceId, readEntry, storedVersion, writeEntry } from "./upcast.ts";

const CLOSED = { op: "status", goalId: "g", status: "completed", summary: "Done", reason: null };

describe("upcast", () => {
  it("reads back every entry it writes", () => {
    fc.assert(
      fc.property(logArbitrary(), (entries) => {
        for (const entry of entries)
          expect(readEntry(JSON.parse(JSON.stringify(writeEntry(entry))))).toEqual(entry);
      }),
    );
  });

  it("keeps unknown types, newer versions and later fields unchanged", () => {
    const frame = { id: "i", traceId: "t", sequence: 1, version: 1, at: 5, goalId: "root" };
    const unknown = { ...frame, kind: "event", type: "moon.landed", data: { crew: ["a", null] } };
    const newer = { ...frame, version: 2, kind: "event", type: "trace.phase_changed", data: { mode: "new" } };
    const broken = { ...frame, kind: "event", type: "trace.phase_changed", data: { phase: "unheard of" } };
    for (const raw of [unknown, newer, broken]) {
      expect(readEntry(raw)).toMatchObject({ kind: "unknown", type: raw.type, sequence: 1 });
      expect(writeEntry(readEntry(raw))).toEqual(raw);
    }
    const extended = {
      ...frame,
      kind: "event",
      type: "trace.phase_changed",
      data: { phase: "idle", since: 4 },
      extra: true,
    };
    expect(readEntry(extended)).toEqual(extended);
  });

  it.each([
    [
      "signal.received",
      { signalId: "s", signal: "cancel", personId: "p", reason: "enough" },
      { signalId: "s", signal: "cancel", personId: "p", payload: { reason: "enough" } },
    ],
    [
      "goals.changed",
      { operations: [CLOSED, { op: "focused", goalId: "g" }], toolCallId: null },
      {
        operations: [
          { ...CLOSED, evidence: [], verified: null },
          { op: "focused", goalId: "g" },
        ],
        toolCallId: null,
      },
    ],
    [
      "route.decided",
      { route: "DIRECT", by: "rule", reason: "short" },
      { route: "DIRECT", by: "rule", reason: "short", callId: null, cost: 0 },
    ],
    [
      "route.decided",
      { route: "DIRECT", by: "model", reason: "short", later: 1 },
      { route: "DIRECT", by: "model", reason: "short", later: 1, callId: null, cost: null },
    ],
  ])("upgrades %s from version 1 and writes it back unchanged", (type, older, today) => {
    const frame = { id: "i", traceId: "t", sequence: 1, at: 5, goalId: "root", kind: "event", type };
    const stored = { ...frame, version: 1, data: older };
    const entry = readEntry(stored);
    expect(entry).toEqual({ ...frame, version: 2, data: today });
    expect(writeEntry(entry)).toEqual(stored);
    expect(storedVersion(entry)).toBe(1);
    expect(writeEntry(withTraceId(entry, "heir"))).toEqual({ ...stored, traceId: "heir" });
    const current = { ...frame, version: 2, data: today };
    expect(writeEntry(readEntry(current))).toEqual(current);
  });

  it("writes an erased older entry without its content", () => {
    const frame = { id: "i", traceId: "t", sequence: 1, version: 1, at: 5, goalId: "root", kind: "event" };
    const data = { signalId: "s", signal: "cancel", personId: null, reason: "a secret" };
    const erased = toTombstone(readEntry({ ...frame, type: "signal.received", data }));
    expect(JSON.stringify(writeEntry(erased))).not.toContain("a secret");
    expect(storedVersion(erased)).toBe(2);
  });

  it("keeps an older entry raw when it is invalid for its version", () => {
    const frame = { id: "i", traceId: "t", sequence: 1, version: 1, at: 5, goalId: "root", kind: "event" };
    for (const data of [null, "text", { operations: "none" }, { operations: [{ op: "status" }] }])
      expect(readEntry({ ...frame, type: "goals.changed", data })).toMatchObject({ kind: "unknown" });
    const newer = { ...frame, version: 3, type: "goals.changed", data: { operations: [], toolCallId: null } };
    expect(readEntry(newer)).toMatchObject({ kind: "unknown", version: 3 });
  });

  it("rejects input without the base fields of an entry", () => {
    for (const raw of [
      null,
      3,
      "x",
      [],
      {},
      { id: "i", traceId: "t", sequence: 0, version: 1, at: 5, goalId: "g" },
    ]) {
      expect(() => readEntry(raw)).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
    }
  });
});
