import { expect, it } from "vitest";
import type { OutlineEntry } from "../../log/outline.ts";
import { applyTiming } from "./fold-timing.ts";
import { createTiming } from "./timing.ts";
import { layoutWaterfall, ROW_HEIGHTS } from "./layout-waterfall.ts";

const at = { g: "root", call: "x", k: "child" } as const;
const LOG: readonly OutlineEntry[] = [
  { q: 1, t: 0, g: "root", k: "begin", d: "task" },
  { q: 2, t: 10, g: "root", k: "started", call: "x", name: "explore" },
  { ...at, q: 3, t: 20, state: "spawned", child: "a", d: "explore", task: "Look", index: 0, size: 2 },
  { ...at, q: 4, t: 25, state: "spawned", child: "b", d: "explore", task: "Read", index: 1, size: 2 },
  { ...at, q: 5, t: 90, state: "completed", child: "a", d: "Found.", n: 70, m: 60, c: 0.5 },
];
const all = { planned: [], only: null, heights: ROW_HEIGHTS };

it("has a row for each sub-agent below its call, from its start to its end", () => {
  const timing = createTiming();
  const seen: unknown[] = [];
  for (const entry of LOG) {
    applyTiming(timing, entry);
    const rows = timing.rows.map((row) => row.kind);
    // A growing run only appends rows.
    expect(rows.slice(0, seen.length)).toEqual(seen);
    seen.splice(0, seen.length, ...rows);
  }
  expect(seen).toEqual(["goal", "call", "lane", "lane"]);
  expect(timing.lanes).toMatchObject([
    { traceId: "a", task: "Look", from: 20, to: 90, outcome: "completed", workedMs: 60, cost: 0.5 },
    { traceId: "b", task: "Read", from: 25, to: null, outcome: "running", workedMs: null },
  ]);
  const { rows } = layoutWaterfall(timing, { ...all, folded: new Set() });
  expect(rows.map(({ kind, depth }) => [kind, depth])).toEqual([
    ["goal", 0],
    ["call", 1],
    ["lane", 2],
    ["lane", 2],
  ]);
});

it("hides sub-agents with their goal, and while only some calls are shown", () => {
  const timing = createTiming();
  for (const entry of LOG) applyTiming(timing, entry);
  const folded = layoutWaterfall(timing, { ...all, folded: new Set(["root"]) });
  expect(folded.rows.map(({ kind }) => kind)).toEqual(["goal"]);
  expect(folded.hiddenCalls).toBe(1);
  const some = layoutWaterfall(timing, { ...all, folded: new Set(), only: new Set([0]) });
  expect(some.rows.map(({ kind }) => kind)).toEqual(["goal", "call"]);
});
