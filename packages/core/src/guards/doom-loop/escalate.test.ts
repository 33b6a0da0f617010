import { describe, expect, it } from "vitest";
import type { Loop } from "./detect.ts";
import { denyBatch, escalate, loopNote } from "./escalate.ts";
import { type CallRecord, createGuardState, type Detection, type GuardState } from "./guard-state.ts";

const loop: Loop = {
  ...{ detector: "same_call", polling: false, count: 3, sequences: [2, 4, 6], evidence: "look {}" },
};
const detection = (fields: Partial<Detection> = {}): Detection => ({
  ...{ detector: "same_call", action: "noted", count: 3, sequences: [2, 4, 6], evidence: "look {}" },
  ...fields,
});
const record = (sequence: number, fields: Partial<CallRecord> = {}): CallRecord => ({
  ...{ sequence, tool: "look", argumentsKey: "{}", result: "x", error: false, denied: false },
  ...fields,
});
const LOOPED = [record(2), record(4), record(6)];
const guard = (detections: readonly Detection[], records: readonly CallRecord[] = LOOPED): GuardState => ({
  ...createGuardState(),
  records: [...records],
  detections: detections.map((found) => ({ ...found, at: 7 })),
});

describe("escalate", () => {
  it("notes a loop, denies it when it continues, and then ends the run", () => {
    expect(escalate(loop, [])).toBe("noted");
    expect(escalate(loop, [detection()])).toBe("denied");
    expect(escalate(loop, [detection(), detection({ action: "denied" })])).toBe("stopped");
  });

  it("starts with a note for another detector or other calls", () => {
    expect(escalate(loop, [detection({ detector: "cycle", action: "denied" })])).toBe("noted");
    expect(escalate(loop, [detection({ evidence: "list {}", action: "denied" })])).toBe("noted");
  });

  it("never goes beyond a note for repeated text, and beyond a mark for polling", () => {
    const denied = Array.from({ length: 9 }, () => detection({ action: "denied" }));
    expect(escalate({ ...loop, detector: "same_text" }, denied)).toBe("noted");
    expect(escalate({ ...loop, polling: true }, denied)).toBe("polling");
  });

  it("ends the run at the sixth loop of any kind, not counting polling", () => {
    const others = (count: number): readonly Detection[] =>
      Array.from({ length: count }, (_, index) => detection({ evidence: `other ${index}` }));
    const polling = detection({ action: "polling" });
    expect(escalate(loop, [...others(4), polling, polling])).toBe("noted");
    expect(escalate(loop, [...others(5), polling])).toBe("stopped");
  });
});

describe("denyBatch", () => {
  const call = { name: "look", arguments: " {} " };

  it("denies a batch that repeats the calls of a loop, and stops the run when one was denied before", () => {
    const denied = { ...detection(), count: 4, action: "denied" };
    expect(denyBatch(guard([detection()]), [call])).toEqual(denied);
    expect(denyBatch(guard([detection({ detector: "cycle" })]), [call, call])).toEqual({
      ...denied,
      detector: "cycle",
    });
    const earlier = [record(5, { denied: true }), ...LOOPED];
    expect(denyBatch(guard([detection()], earlier), [call])).toEqual(denied);
    const later = [...LOOPED, record(8, { denied: true })];
    expect(denyBatch(guard([detection()], later), [call])).toEqual({ ...denied, action: "stopped" });
  });

  it("judges a repaired call by what the model wrote", () => {
    const repaired = { name: "look", arguments: '{"path":"a"}', received: { name: "look", arguments: "{}" } };
    expect(denyBatch(guard([detection()]), [repaired])).not.toBeNull();
    expect(denyBatch(guard([detection()]), [{ ...repaired, received: undefined }])).toBeNull();
  });

  it("lets a batch run that has a new tool, new arguments or no call at all", () => {
    const state = guard([detection()]);
    expect(denyBatch(state, [call, { name: "list", arguments: "{}" }])).toBeNull();
    expect(denyBatch(state, [call, { name: "look", arguments: '{"a":1}' }])).toBeNull();
    expect(denyBatch(state, [])).toBeNull();
  });

  it("denies each of the different calls of a cycle", () => {
    const records = [record(2), record(4, { tool: "list" }), record(6)];
    const state = guard([detection({ detector: "cycle" })], records);
    expect(denyBatch(state, [{ name: "list", arguments: "{}" }])).not.toBeNull();
    expect(denyBatch(state, [call])).not.toBeNull();
  });

  it("compares with the calls of the loop only", () => {
    const state = guard(
      [detection({ sequences: [4, 6] })],
      [record(2, { tool: "list" }), ...LOOPED.slice(1)],
    );
    expect(denyBatch(state, [{ name: "list", arguments: "{}" }])).toBeNull();
  });

  it.each(["same_error", "no_progress"] as const)(
    "denies any call of the tool once %s was denied, because new arguments don't help",
    (detector) => {
      const other = { name: "look", arguments: '{"a":1}' };
      expect(denyBatch(guard([detection({ detector })]), [other])).toBeNull();
      const denied = guard(
        [detection({ detector, action: "denied" })],
        [record(2), record(6, { tool: "list" })],
      );
      expect(denyBatch(denied, [other])).toMatchObject({ detector, action: "denied" });
      expect(denyBatch(denied, [{ name: "list", arguments: "{}" }])).toMatchObject({ action: "denied" });
      expect(denyBatch(denied, [{ name: "move", arguments: "{}" }])).toBeNull();
    },
  );

  it.each(["same_text", "stream_repetition"] as const)("denies no call for %s", (detector) => {
    expect(denyBatch(guard([detection({ detector, action: "denied" })]), [call])).toBeNull();
  });

  it("lets calls run before any loop, after polling, and once another call ended the loop", () => {
    expect(denyBatch(guard([]), [call])).toBeNull();
    expect(denyBatch(guard([detection({ action: "polling" })]), [call])).toBeNull();
    expect(denyBatch(guard([detection()], [...LOOPED, record(8, { tool: "list" })]), [call])).toBeNull();
  });

  it("judges by the newest loop", () => {
    const state = guard([
      detection({ evidence: "older" }),
      detection({ evidence: "newer" }),
      detection({ action: "polling" }),
    ]);
    expect(denyBatch(state, [call])).toMatchObject({ evidence: "newer" });
  });
});

describe("loopNote", () => {
  it("states what the model repeats, and whether calls were denied", () => {
    expect(loopNote(guard([detection()]))).toBe(
      "You are repeating yourself (same call, 3 times): look {}. Doing it again will not produce anything new. Try another approach, or state what is missing.",
    );
    const denied = guard([detection({ detector: "no_progress", action: "denied" })], [...LOOPED]);
    expect(loopNote(denied)).toBe(
      "You are repeating yourself (no progress, 3 times): look {}. The repeated calls were denied. State another approach before you call a tool, or finish with what you have.",
    );
  });

  it("stays until a call that ran is not part of the loop", () => {
    expect(loopNote(guard([detection()], [...LOOPED, record(8, { denied: true })]))).not.toBeNull();
    expect(loopNote(guard([detection()], [...LOOPED, record(8)]))).toBeNull();
    expect(loopNote(guard([detection({ detector: "stream_repetition" })], []))).not.toBeNull();
  });

  it("says nothing without a loop or about polling", () => {
    expect(loopNote(guard([]))).toBeNull();
    expect(loopNote(guard([detection({ action: "polling" })]))).toBeNull();
  });
});
