import type { OutlineEntry } from "@goaltrace/core/log";
import { applyTiming, createTiming } from "@goaltrace/core/graph";
import { describe, expect, it } from "vitest";
import { createTraceModel } from "../state/trace-model.ts";
import { entryRow } from "./entry-rows.ts";
import { tableOf } from "./table-of.ts";
import type { TableColumn } from "../state/url-state.ts";

const base = { t: 0, g: "root" };
const ENTRIES: readonly OutlineEntry[] = [
  { ...base, q: 1, k: "user", d: "step 10", n: 7 },
  { ...base, q: 2, k: "assistant", d: "step 9", i: 90, o: 10, c: 0.2, m: 30, calls: [] },
  { ...base, q: 3, k: "tool", d: "x", call: "c", name: "bash_command", s: "error", n: 5, m: 900 },
  { ...base, q: 4, k: "assistant", d: "step 2", i: 1, o: 1, c: null, m: 30, calls: [] },
];
const model = createTraceModel(ENTRIES, (run) => {
  run();
});
const everything = { filter: "all", runtime: true, only: null } as const;
const order = (column: TableColumn, descending: boolean) =>
  tableOf(model, { ...everything, sort: { column, descending } }).rows.map(({ q }) => q);

describe("the rows of the table", () => {
  it("sorts by any column and keeps the log order of equal rows", () => {
    expect(order("sequence", true)).toEqual([4, 3, 2, 1]);
    expect(order("in", true)).toEqual([2, 4, 1, 3]);
    expect(order("out", true)).toEqual([2, 4, 1, 3]);
    expect(order("duration", true)).toEqual([3, 2, 4, 1]);
    expect(order("at", true)).toEqual([1, 2, 3, 4]);
  });

  it("sorts unknown values last in either direction", () => {
    expect(order("cost", false)).toEqual([2, 1, 3, 4]);
    expect(order("cost", true)).toEqual([2, 1, 3, 4]);
    expect(ENTRIES.map((entry) => entryRow(entry).cost)).toEqual([undefined, 0.2, undefined, null]);
  });

  it("has the figures of a helper call on its own row, not on that of its answer", () => {
    const entries: readonly OutlineEntry[] = [
      { ...base, q: 1, k: "called", call: "h", p: "solve", i: 50, o: 10, h: 0, c: null, m: 70 },
      { ...base, q: 2, k: "assistant", d: "Four.", i: 0, o: 0, c: 0, m: 0, calls: [] },
    ];
    const rows = entries.map(entryRow);
    expect(rows.map(({ cost, inTokens, durationMs }) => [cost, inTokens, durationMs])).toEqual([
      [null, 50, 70],
      [undefined, undefined, undefined],
    ]);
  });

  it("adds up, for a call that was retried, to its time in the timeline", () => {
    const entries: readonly OutlineEntry[] = [
      { ...base, q: 1, t: 0, k: "calling", call: "m1" },
      { ...base, q: 2, t: 500, k: "retry", attempt: 1, d: "busy", m: 500, w: 1_000 },
      { ...base, q: 3, t: 10_800, k: "assistant", d: "Done.", i: 1, o: 1, c: 0, m: 9_300, calls: [] },
    ];
    const timing = createTiming();
    for (const entry of entries) applyTiming(timing, entry);
    const [call] = timing.calls;
    const rows = entries.map(entryRow);
    const took = rows.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0);
    expect(took).toBe((call?.to ?? 0) - (call?.runFrom ?? 0));
  });

  it("sorts numbers in text numerically", () => {
    expect(order("description", false)).toEqual([3, 4, 2, 1]);
  });
});
