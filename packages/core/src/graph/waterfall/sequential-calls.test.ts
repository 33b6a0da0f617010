import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OutlineEntry } from "../../log/outline.ts";
import { timedLogArbitrary } from "../../testing/timed-world.ts";
import { concurrentGroups } from "./concurrent-calls.ts";
import { criticalPath, spareTimes, sumPath } from "./critical-path.ts";
import { applyTiming } from "./fold-timing.ts";
import { layoutWaterfall, ROW_HEIGHTS } from "./layout-waterfall.ts";
import { endOf } from "./timed-call.ts";
import { createTiming, type Timing } from "./timing.ts";

function timingOf(entries: readonly OutlineEntry[]): Timing {
  const timing = createTiming();
  for (const entry of entries) applyTiming(timing, entry);
  return timing;
}

/** A third of the turns run their calls one after the other. */
const LOGS = timedLogArbitrary(30, ["serial", "serial"]);

describe("the brackets of the timeline", () => {
  it("join neighbors if and only if they are listed as calls at the same time", () => {
    fc.assert(
      fc.property(LOGS, (entries) => {
        const timing = timingOf(entries);
        const listed = concurrentGroups(timing);
        const { rows } = layoutWaterfall(timing, {
          ...{ folded: new Set<string>(), planned: [], only: null, heights: ROW_HEIGHTS },
        });
        for (const [at, row] of rows.entries()) {
          const next = rows[at + 1];
          if (row.kind !== "call" || next?.kind !== "call") continue;
          const isJoined = row.group === "first" || row.group === "middle";
          expect(isJoined).toBe(listed.has(row.index) && listed.get(row.index) === listed.get(next.index));
          expect(next.group === "middle" || next.group === "last").toBe(isJoined);
        }
      }),
    );
  });
});

describe("the critical path", () => {
  it("is not between calls while a tool runs, so that the bars of tools are as long as their sum", () => {
    fc.assert(
      fc.property(LOGS, (entries) => {
        fc.pre(entries.every(({ t }, index) => t >= (entries[index - 1]?.t ?? t)));
        const timing = timingOf(entries);
        const asked = timing.calls.filter(({ pieces }) => pieces[0]?.kind === "wait");
        // A call that ran while another of its turn waited for a person began after that one, which cannot need it.
        const waited = new Set(asked.map(({ needs }) => needs[0]));
        const bars = timing.calls.filter(({ kind, needs }) => kind === "tool" && !waited.has(needs[0]));
        for (const { call, from, to } of criticalPath(timing, timing.to).pieces)
          if (call === null)
            for (const bar of bars) {
              const overlap = Math.min(to, endOf(bar, timing.to)) - Math.max(from, bar.runFrom);
              expect(overlap).toBeLessThan(0.001);
            }
      }),
    );
  });

  it("runs through all calls of a turn that ran one after the other, and leaves none time to spare", () => {
    const base = { g: "root" };
    const calls = ["a", "b", "c"];
    const timing = timingOf([
      { ...base, q: 1, t: 0, k: "begin", d: "" },
      { ...base, q: 2, t: 0, k: "calling", call: "m1" },
      { ...base, q: 3, t: 1_000, k: "assistant", d: "", i: 1, o: 1, c: 0, m: 1_000, calls },
      ...calls.flatMap((call, index): OutlineEntry[] => {
        const [q, t] = [4 + index * 2, 1_000 + index * 6_000];
        return [
          { ...base, q, t, k: "started", call, name: "bash_command" },
          {
            ...{ ...base, q: q + 1, t: t + 6_000, k: "tool", d: "", call, name: "bash_command" },
            ...{ s: "ok", n: 1, m: 6_000 },
          },
        ];
      }),
      { ...base, q: 10, t: 19_000, k: "end", status: "completed", d: "" },
    ]);
    const path = criticalPath(timing, timing.to);
    expect(Object.fromEntries(sumPath(path.pieces).byKind)).toEqual({ stream: 1_000, tool: 18_000 });
    expect(timing.calls.map((_, index) => spareTimes(timing, path, timing.to)(index))).toEqual([
      ...[null, null, null, null],
    ]);
  });
});
