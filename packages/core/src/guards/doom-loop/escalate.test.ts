import { describe, expect, it } from "vitest";
import type { Loop } from "./detect.ts";
import { denyCalls, escalate, loopNote } from "./escalate.ts";
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

  it("escalates repeated text like any other loop", () => {
    const text = detection({ detector: "same_text" });
    expect(escalate({ ...loop, detector: "same_text" }, [])).toBe("noted");
    expect(escalate({ ...loop, detector: "same_text" }, [text])).toBe("denied");
    expect(escalate({ ...loop, detector: "same_text" }, [{ ...text, action: "denied" }])).toBe("stopped");
  });

  it("only marks polling, whatever the count", () => {
    const denied = Array.from({ length: 9 }, () => detection({ action: "denied" }));
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

describe("denyCalls", () => {
  const call = { name: "look", arguments: " {} " };
  const deny = (state: GuardState, calls: readonly Omit<Parameters<typeof denyCalls>[1][number], "id">[]) =>
    denyCalls(
      state,
      calls.map((item, index) => ({ id: `c${index}`, ...item })),
    )?.loop ?? null;

  it("denies a batch that repeats the calls of a loop, and stops the run when one was denied before", () => {
    const denied = { ...detection(), count: 4, action: "denied" };
    expect(deny(guard([detection()]), [call])).toEqual(denied);
    expect(deny(guard([detection({ detector: "cycle" })]), [call, call])).toEqual({
      ...denied,
      detector: "cycle",
    });
    const earlier = [record(5, { denied: true }), ...LOOPED];
    expect(deny(guard([detection()], earlier), [call])).toEqual(denied);
    const later = [...LOOPED, record(8, { denied: true })];
    expect(deny(guard([detection()], later), [call])).toEqual({ ...denied, action: "stopped" });
  });

  it("judges a repaired call by what the model wrote", () => {
    const repaired = { name: "look", arguments: '{"path":"a"}', received: { name: "look", arguments: "{}" } };
    expect(deny(guard([detection()]), [repaired])).not.toBeNull();
    expect(deny(guard([detection()]), [{ ...repaired, received: undefined }])).toBeNull();
  });

  it("denies only the calls of a batch that repeat, and ends the run only for a batch that repeats as a whole", () => {
    const calls = [
      { id: "old", ...call },
      { id: "tool", name: "list", arguments: "{}" },
      { id: "arguments", name: "look", arguments: '{"a":1}' },
    ];
    expect(denyCalls(guard([detection()]), calls)).toMatchObject({
      ...{ callIds: new Set(["old"]), loop: { action: "denied" } },
    });
    const warned = guard([detection()], [...LOOPED, record(8, { denied: true })]);
    expect(denyCalls(warned, calls)?.loop.action).toBe("denied");
    expect(denyCalls(warned, calls.slice(0, 1))?.loop.action).toBe("stopped");
    expect(denyCalls(warned, calls.slice(1))).toBeNull();
    expect(denyCalls(warned, [])).toBeNull();
  });

  it("denies the calls of a text that repeats again, until the model writes another", () => {
    const text = { ...detection({ detector: "same_text", evidence: "Again." }), at: 7 };
    const after = (...texts: readonly string[]): GuardState => ({
      ...guard([text]),
      texts: texts.map((item, index) => ({ sequence: 8 + index, text: item })),
    });
    expect(deny(after("Again."), [call])).toMatchObject({ detector: "same_text", action: "denied" });
    expect(deny(after("Again.", "Something else"), [call])).toBeNull();
    expect(deny({ ...after(), texts: [{ sequence: 6, text: "Again." }] }, [call])).toBeNull();
  });

  it("denies each of the different calls of a cycle", () => {
    const records = [record(2), record(4, { tool: "list" }), record(6)];
    const state = guard([detection({ detector: "cycle" })], records);
    expect(deny(state, [{ name: "list", arguments: "{}" }])).not.toBeNull();
    expect(deny(state, [call])).not.toBeNull();
  });

  it("compares with the calls of the loop only", () => {
    const state = guard(
      [detection({ sequences: [4, 6] })],
      [record(2, { tool: "list" }), ...LOOPED.slice(1)],
    );
    expect(deny(state, [{ name: "list", arguments: "{}" }])).toBeNull();
  });

  it.each(["same_error", "no_progress"] as const)(
    "denies any call of the tool once %s was denied, because new arguments don't help",
    (detector) => {
      const other = { name: "look", arguments: '{"a":1}' };
      expect(deny(guard([detection({ detector })]), [other])).toBeNull();
      const denied = guard(
        [detection({ detector, action: "denied" })],
        [record(2), record(6, { tool: "list" })],
      );
      expect(deny(denied, [other])).toMatchObject({ detector, action: "denied" });
      expect(deny(denied, [{ name: "list", arguments: "{}" }])).toMatchObject({ action: "denied" });
      expect(deny(denied, [{ name: "move", arguments: "{}" }])).toBeNull();
    },
  );

  it("denies no call for a repetition within one answer", () => {
    const detector = "stream_repetition";
    expect(deny(guard([detection({ detector, action: "denied" })]), [call])).toBeNull();
  });

  it("lets calls run before any loop, after polling, and once another call ended the loop", () => {
    expect(deny(guard([]), [call])).toBeNull();
    expect(deny(guard([detection({ action: "polling" })]), [call])).toBeNull();
    expect(deny(guard([detection()], [...LOOPED, record(8, { tool: "list" })]), [call])).toBeNull();
  });

  it("judges by the newest loop", () => {
    const state = guard([
      detection({ evidence: "older" }),
      detection({ evidence: "newer" }),
      detection({ action: "polling" }),
    ]);
    expect(deny(state, [call])).toMatchObject({ evidence: "newer" });
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
