import { fittingStep, timeScale } from "@goaltrace/core/graph";
import type { Pause } from "@goaltrace/core/graph";
import { describe, expect, it } from "vitest";
import { clockAxis } from "./clock-axis.ts";

const MINUTE = 60_000;
const pause: Pause = { from: 4 * MINUTE, to: 400 * MINUTE, reason: "person" };
const pauses = [pause];
const options = { from: 0, to: 410 * MINUTE, pauses, fold: 28, width: 900 };
const scale = timeScale({ ...options, step: fittingStep(options) });

describe("the clock of the timeline", () => {
  it("labels round times that do not crowd, and folded pauses with their length", () => {
    const axis = clockAxis({ scale, pauses, from: 0, to: 900 });
    expect(axis.pauses.map((label) => label.pause)).toEqual([pause]);
    expect(axis.ticks.length).toBeGreaterThan(3);
    for (const [index, { at, x }] of axis.ticks.entries()) {
      expect(at % axis.stepMs).toBe(0);
      expect(x - (axis.ticks[index - 1]?.x ?? -84)).toBeGreaterThan(82);
      for (const label of axis.pauses) expect(Math.abs(x - label.x)).toBeGreaterThan(28);
    }
  });

  it("labels a band that shows its true length too, and one at the edge within the plot", () => {
    const short: Pause = { from: 0, to: 8 * MINUTE, reason: "worker" };
    const narrow = { from: 0, to: 400 * MINUTE, pauses: [short], fold: 28, width: 900 };
    const straight = timeScale({ ...narrow, step: fittingStep(narrow) });
    const [label] = clockAxis({ scale: straight, pauses: [short], from: 0, to: 900 }).pauses;
    expect(label?.pause).toEqual(short);
    expect(label?.x).toBeGreaterThanOrEqual(24);
  });

  it("keeps the space of other labels free", () => {
    const taken = { from: 400, to: 500 };
    for (const { x } of clockAxis({ scale, pauses: [], from: 0, to: 900, taken: [taken] }).ticks)
      expect(x > 499 || x < 401 - 84 * 0.5).toBe(true);
  });
});
