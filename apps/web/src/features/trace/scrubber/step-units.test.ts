import type { OutlineEntry } from "@goaltrace/core/log";
import { describe, expect, it } from "vitest";
import { STEP_UNITS, stepMoment } from "./step-units.ts";

const base = { t: 0, g: "root" };
const ENTRIES: readonly OutlineEntry[] = [
  { ...base, q: 1, k: "begin", d: "" },
  { ...base, q: 2, k: "user", d: "", n: 1 },
  { ...base, q: 3, k: "goals", ops: [] },
  { ...base, q: 4, k: "assistant", d: "", i: 1, o: 1, c: null, m: 1, calls: ["c"] },
  { ...base, q: 5, k: "started", call: "c", name: "x" },
  { ...base, q: 6, k: "tool", d: "", call: "c", name: "x", s: "ok", n: 1, m: 1 },
  { ...base, q: 9, k: "end", status: "completed", d: "" },
];

describe("stepMoment", () => {
  it("steps by message, turn or goal", () => {
    const next = STEP_UNITS.map((unit) => stepMoment(ENTRIES, 4, { unit, direction: 1 }));
    expect(next).toEqual([6, 9, 9]);
    const back = STEP_UNITS.map((unit) => stepMoment(ENTRIES, 6, { unit, direction: -1 }));
    expect(back).toEqual([4, 4, 3]);
  });

  it("steps back from the present and stops at both ends", () => {
    expect(stepMoment(ENTRIES, null, { unit: "message", direction: -1 })).toBe(6);
    expect(stepMoment(ENTRIES, 9, { unit: "message", direction: 1 })).toBeNull();
    expect(stepMoment(ENTRIES, 2, { unit: "turn", direction: -1 })).toBeNull();
  });
});
