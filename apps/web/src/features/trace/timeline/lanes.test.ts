import type { OutlineEntry } from "@goaltrace/core/log";
import { describe, expect, it } from "vitest";
import { createTraceModel } from "../trace-model.ts";
import { buildLanes } from "./lanes.ts";
import { timeTicks } from "./time-ticks.ts";

const base = { g: "root" };
const tool = (q: number, t: number, m: number): OutlineEntry => ({
  ...base,
  q,
  t,
  k: "tool",
  d: "",
  call: `c${q}`,
  name: "read_file",
  s: "ok",
  n: 1,
  m,
});
const buildModel = (entries: readonly OutlineEntry[]) =>
  createTraceModel(entries, (run) => {
    run();
  });

describe("timeline", () => {
  it("stacks parallel work and marks idle gaps", () => {
    const lanes = buildLanes(
      buildModel([
        { ...base, q: 1, t: 1_000, k: "calling", call: "m" },
        { ...base, q: 2, t: 2_000, k: "assistant", d: "", i: 1, o: 1, c: null, m: 1_000, calls: [] },
        tool(3, 3_000, 900),
        tool(4, 3_100, 1_000),
        tool(5, 9_000, 100),
      ]),
      null,
    );
    expect(lanes.model.map(({ from, to }) => [from, to])).toEqual([[1_000, 2_000]]);
    expect(lanes.tools.map(({ sequence, row }) => [sequence, row])).toEqual([
      [3, 0],
      [4, 1],
      [5, 0],
    ]);
    expect(lanes.waits.map(({ from, to, sequence }) => [from, to, sequence])).toEqual([[3_100, 8_900, 4]]);
  });

  it("extends running work to the present, but not work that a crash interrupted", () => {
    const calling: OutlineEntry = { ...base, q: 1, t: 0, k: "calling", call: "m" };
    expect(buildLanes(buildModel([calling]), 700).model).toMatchObject([
      { from: 0, to: 700, state: "running" },
    ]);
    const resumed: OutlineEntry = { ...base, q: 2, t: 90, k: "resumed", unknown: 0 };
    expect(buildLanes(buildModel([calling, resumed]), 700).model).toEqual([]);
  });

  it("places ticks at round times without crowding", () => {
    expect(timeTicks(1_100, 4_900, 6)).toEqual({ stepMs: 1_000, moments: [2_000, 3_000, 4_000] });
    expect(timeTicks(0, 3e11, 10).moments.length).toBeLessThanOrEqual(11);
  });
});
