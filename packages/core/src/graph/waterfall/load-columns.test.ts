import { expect, it } from "vitest";
import type { OutlineEntry } from "../../log/outline.ts";
import { criticalPath, spareTimes } from "./critical-path.ts";
import { goalCreated } from "../../testing/goal-operations.ts";
import { applyTiming } from "./fold-timing.ts";
import { createTiming, type Timing } from "./timing.ts";
import { LOAD_COLUMN, loadColumns } from "./load-columns.ts";
import { timeScale } from "./time-scale.ts";

const STEP_MS = 100;

function timingOf(entries: readonly OutlineEntry[]): Timing {
  const timing = createTiming();
  for (const entry of entries) applyTiming(timing, entry);
  return timing;
}

/** A run with a goal in a goal: an answer of one second, then three calls at once, the last of which fails after three. */
function nestedRun(): Timing {
  const inner = { g: "inner" };
  return timingOf([
    { g: "root", q: 1, t: 0, k: "begin", d: "" },
    { g: "root", q: 2, t: 0, k: "goals", ops: [goalCreated("outer", "root")] },
    { g: "root", q: 3, t: 0, k: "goals", ops: [goalCreated("inner", "outer")] },
    { ...inner, q: 4, t: 0, k: "calling", call: "m1" },
    { ...inner, q: 5, t: 1_000, k: "assistant", d: "", i: 1, o: 1, c: 0, m: 1_000, calls: ["a", "b", "c"] },
    ...["a", "b", "c"].map((call, index): OutlineEntry => ({
      ...{ ...inner, q: 6 + index, t: 1_000, k: "started", call },
      name: "read_file",
    })),
    { ...inner, q: 9, t: 1_500, k: "tool", d: "", call: "a", name: "read_file", s: "ok", n: 1, m: 500 },
    { ...inner, q: 10, t: 2_000, k: "tool", d: "", call: "b", name: "read_file", s: "ok", n: 1, m: 1_000 },
    { ...inner, q: 11, t: 4_000, k: "tool", d: "", call: "c", name: "read_file", s: "error", n: 1, m: 3_000 },
    { g: "root", q: 12, t: 4_000, k: "end", status: "completed", d: "" },
  ]);
}

const columnsOf = (folded: readonly string[]): ReturnType<typeof loadColumns> => {
  const timing = nestedRun();
  const scale = timeScale({ from: 0, pauses: [], step: STEP_MS / LOAD_COLUMN, fold: 28 });
  return loadColumns(timing, { goals: new Set(folded), scale, tip: timing.to });
};

it("counts the calls at once in each column, by kind", () => {
  const columns = columnsOf(["inner"]).get("inner");
  expect(columns?.get(0)).toEqual({ model: 1, tools: 0, failed: false });
  expect(columns?.get(12)?.tools).toBe(3);
  expect(columns?.get(17)?.tools).toBe(2);
  expect(columns?.get(25)?.tools).toBe(1);
  expect(columns?.get(41)).toBeUndefined();
});

it("marks a failure where the call ended", () => {
  const columns = columnsOf(["inner"]).get("inner");
  expect([...(columns ?? [])].filter(([, { failed }]) => failed).map(([column]) => column)).toEqual([39]);
});

it("shows the load of a folded goal in a folded goal at the outer one only", () => {
  expect([...columnsOf(["inner", "outer"]).keys()]).toEqual(["outer"]);
  expect(columnsOf([]).size).toBe(0);
});

it("measures spare time until the first need of a result", () => {
  const timing = timingOf([
    { g: "root", q: 1, t: 0, k: "begin", d: "" },
    { g: "root", q: 2, t: 0, k: "calling", call: "m1" },
    { g: "root", q: 3, t: 1_000, k: "assistant", d: "", i: 1, o: 1, c: 0, m: 1_000, calls: ["a", "b"] },
    { g: "root", q: 4, t: 1_000, k: "started", call: "a", name: "explore" },
    { g: "root", q: 5, t: 1_000, k: "started", call: "b", name: "read_file" },
    { g: "root", q: 6, t: 1_500, k: "tool", d: "", call: "b", name: "read_file", s: "ok", n: 1, m: 500 },
    { g: "root", q: 7, t: 4_000, k: "tool", d: "", call: "a", name: "explore", s: "ok", n: 1, m: 3_000 },
    { g: "root", q: 8, t: 4_000, k: "calling", call: "m2" },
    { g: "root", q: 9, t: 5_000, k: "assistant", d: "", i: 1, o: 1, c: 0, m: 1_000, calls: [] },
    { g: "root", q: 10, t: 9_000, k: "end", status: "completed", d: "" },
  ]);
  // A later call that needs the same result leaves its spare time as it is.
  const b = timing.calls.findIndex(({ callId }) => callId === "b");
  const path = criticalPath(timing, timing.to);
  const last = timing.calls.at(-1);
  if (last === undefined) throw new Error("no call");
  timing.calls.push({ ...last, callId: "m3", from: 7_000, runFrom: 7_000, to: 8_000, needs: [b] });
  expect(spareTimes(timing, path, timing.to)(b)).toBe(2_500);
});
