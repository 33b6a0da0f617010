import { describe, expect, it } from "vitest";
import type { GraphCall, GraphMarker, GraphTurn } from "../graph.ts";
import { beadAt, chipWidth, isTight, textWidth, wireRow } from "./wire-row.ts";

/** Calls of one step, with the sequences 10, 11 and so on. */
function turnOf(outcomes: readonly GraphCall["outcome"][]): GraphTurn {
  return {
    ...{ sequence: 9, goalId: "a", description: "", inputTokens: 0, outputTokens: 0, cost: 0, durationMs: 0 },
    ...{ attempts: 1, callsBefore: 0 },
    calls: outcomes.map((outcome, index) => {
      const sequence = 10 + index;
      return {
        callId: `c${index}`,
        name: "read",
        description: "",
        sequence,
        outcome,
        startedAt: null,
        runFrom: null,
        endedAt: null,
        durationMs: 1,
      };
    }),
  };
}

const oks = (count: number): readonly GraphCall["outcome"][] => Array.from({ length: count }, () => "ok");
const ROOM = { width: 220, chip: 60, tail: 0, step: 9 };
const NO_MARKERS: readonly GraphMarker[] = [];

describe("the wire of a result", () => {
  it("has one bead per call, in order, after the chip", () => {
    const { beads, radius, band } = wireRow({ turns: [turnOf(oks(3))], markers: NO_MARKERS }, ROOM);
    expect(beads.map(({ x, call }) => [x, call.callId])).toEqual([
      [74.5, "c0"],
      [83.5, "c1"],
      [92.5, "c2"],
    ]);
    expect([radius, band]).toEqual([2.4, null]);
  });

  it("moves beads closer together when there are many, and leaves room for the labels", () => {
    const many = wireRow({ turns: [turnOf(oks(40))], markers: NO_MARKERS }, ROOM);
    expect(many.radius).toBe(1.9);
    expect(many.beads.at(-1)?.x).toBeLessThanOrEqual(220 - 22);
    const tailed = wireRow({ turns: [turnOf(oks(20))], markers: NO_MARKERS }, { ...ROOM, tail: 50 });
    expect(tailed.beads.at(-1)?.x).toBeLessThanOrEqual(220 - 58);
  });

  it("becomes a band with only the marked calls when beads no longer fit", () => {
    const outcomes = [...oks(100), "error", ...oks(100)] as const;
    const row = wireRow({ turns: [turnOf(outcomes)], markers: NO_MARKERS }, ROOM);
    expect(row.radius).toBeNull();
    expect(row.band).toEqual({ from: 70, until: 198 });
    expect(row.beads.map(({ call }) => call.outcome)).toEqual(["error"]);
  });

  it("marks the calls of a loop with a bracket, and of polling with a quiet one", () => {
    const loop = { kind: "loop" as const, detector: "cycle", sequence: 12, from: 11, count: 2 };
    const looped = wireRow({ turns: [turnOf(oks(4))], markers: [{ ...loop, action: "denied" }] }, ROOM);
    expect(looped.beads.map(({ looping }) => looping)).toEqual([false, true, true, false]);
    expect(looped.brackets).toEqual([{ from: 79, until: 97, polling: false }]);
    const polled = wireRow({ turns: [turnOf(oks(4))], markers: [{ ...loop, action: "polling" }] }, ROOM);
    expect(polled.brackets[0]?.polling).toBe(true);
  });

  it("draws no bracket for a loop whose calls are elsewhere", () => {
    const loop = {
      kind: "loop" as const,
      detector: "cycle",
      sequence: 3,
      from: 1,
      count: 2,
      action: "noted",
    };
    expect(wireRow({ turns: [turnOf(oks(2))], markers: [loop] }, ROOM).brackets).toEqual([]);
  });

  it("frames calls that ran at the same time, as far as they are on the wire", () => {
    const work = { turns: [turnOf(oks(4))], markers: NO_MARKERS };
    const { groups } = wireRow(
      {
        ...work,
        together: [
          ["c1", "c2"],
          ["c3", "elsewhere"],
        ],
      },
      ROOM,
    );
    expect(groups).toEqual([{ from: 79, until: 97, count: 2 }]);
    expect(wireRow(work, ROOM).groups).toEqual([]);
  });

  it("has a seam between the calls before and after a compaction", () => {
    const compaction = { kind: "compaction" as const, sequence: 11.5, messages: 3, before: 90, after: 20 };
    const { beads, seams } = wireRow({ turns: [turnOf(oks(3))], markers: [compaction] }, ROOM);
    const [first, second, third] = beads.map(({ x }) => x);
    expect(seams).toMatchObject([{ sequence: 11.5, before: 90, after: 20 }]);
    expect(second).toBe((first ?? 0) + 9);
    expect(third).toBe((second ?? 0) + 9 + 16);
    expect(seams[0]?.x).toBe(((second ?? 0) + (third ?? 0)) / 2);
  });

  it("is empty without calls", () => {
    const row = wireRow({ turns: [], markers: NO_MARKERS }, ROOM);
    expect([row.beads, row.band, row.seams]).toEqual([[], null, []]);
  });

  it("finds the nearest bead within reach of a pointer", () => {
    const row = wireRow({ turns: [turnOf(oks(3))], markers: NO_MARKERS }, ROOM);
    expect([beadAt(row, 80)?.call.callId, beadAt(row, 78)?.call.callId]).toEqual(["c1", "c0"]);
    expect(beadAt(row, 110)).toBeNull();
  });
});

describe("estimated widths", () => {
  it("differ for narrow letters, capitals and CJK signs", () => {
    expect(textWidth("ill", 10)).toBeLessThan(textWidth("abc", 10));
    expect(textWidth("ABC", 10)).toBeGreaterThan(textWidth("abc", 10));
    expect(textWidth("数据", 10)).toBe(20);
  });

  it("give chips no width without text", () => {
    expect([chipWidth(""), chipWidth("a")]).toEqual([0, 23]);
  });

  it("leave out the tools when each call has less than 3.4 pixels", () => {
    expect([isTight(10, 30), isTight(10, 40), isTight(0, 0)]).toEqual([true, false, false]);
  });
});
