import type { FilledWindow, WindowCall } from "@goaltrace/core/diagnose";
import { describe, expect, it } from "vitest";
import { columnCalls, skylineScale } from "./skyline-scale.ts";

function call(index: number, tokens: number, window = 1_000): WindowCall {
  const sent: FilledWindow = { tokens, cachedTokens: 0, exact: false, parts: [], break: null };
  return {
    ...{ callId: `call-${index}`, startedSequence: index * 3, startedAt: index, goalId: "root" },
    ...{ purpose: "step", model: "m", window, sent, answer: null, replacedAt: null },
  };
}

const calls = (count: number): readonly WindowCall[] =>
  Array.from({ length: count }, (_, index) => call(index, index));

describe("skylineScale", () => {
  it("gives few calls wide columns, and leaves the rest of the width free", () => {
    const scale = skylineScale(calls(4), 1_000);
    expect([scale.width, scale.gap, scale.x(3), scale.callsPerColumn]).toEqual([15, 3, 54, 1]);
  });

  it.each([10, 60, 200, 1_000, 20_000])("fits %i calls into the width", (count) => {
    const all = calls(count);
    const scale = skylineScale(all, 700);
    expect(scale.x(count - 1) + scale.width).toBeLessThanOrEqual(700);
    expect(scale.width).toBeGreaterThanOrEqual(3);
    expect(columnCalls(all, scale)).toHaveLength(scale.columns);
  });

  it("maps each column back to its call, and positions outside the calls to none", () => {
    const all = calls(60);
    const scale = skylineScale(all, 700);
    for (const index of all.keys()) expect(scale.indexAt(scale.x(index) + 1)).toBe(index);
    expect([scale.indexAt(-50), scale.indexAt(5_000)]).toEqual([0, 59]);
    expect(skylineScale([], 700).indexAt(5)).toBe(-1);
  });

  it("has room for the largest window and for more than a window", () => {
    expect(skylineScale([call(0, 10, 500), call(1, 10, 900)], 100).top).toBe(900);
    expect(skylineScale([call(0, 950, 900)], 100).top).toBe(950);
  });
});

describe("columnCalls", () => {
  it("shows the fullest of the calls that share a column", () => {
    const shown = columnCalls([call(0, 5), call(1, 90), call(2, 7), call(3, 2)], { callsPerColumn: 2 });
    expect(shown.map(({ callId }) => callId)).toEqual(["call-1", "call-2"]);
  });
});
