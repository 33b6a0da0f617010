import { applyTiming, createTiming, deriveGraph } from "@goaltrace/core/graph";
import type { Timing } from "@goaltrace/core/graph";
import { foldLength, NO_LENGTH, outlineMoment } from "@goaltrace/core/log";
import type { OutlineEntry } from "@goaltrace/core/log";
import fc from "fast-check";
import { goalCreated } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { createStateAsOf } from "./state-as-of.ts";

/** Returns a log of turns with one call each, across ten goals in turn. Every turn has four entries. */
function buildLog(turns: number): readonly OutlineEntry[] {
  const goals = Array.from({ length: 10 }, (_, index) => `g${index}`);
  const plan = goals.map((goalId) => goalCreated(goalId));
  const entries: OutlineEntry[] = [{ q: 1, t: 0, g: "root", k: "goals", ops: plan }];
  for (let turn = 0; turn < turns; turn += 1) {
    const [q, call, g] = [2 + turn * 4, `c${turn}`, goals[turn % goals.length] ?? "root"];
    entries.push(
      { q, t: q, g, k: "calling", call: `m${turn}` },
      { q: q + 1, t: q, g, k: "assistant", d: "look", i: 9, o: 2, c: null, m: 1, calls: [call] },
      { q: q + 2, t: q, g, k: "started", call, name: "read_file" },
      {
        q: q + 3,
        t: q,
        g,
        k: "tool",
        d: "",
        call,
        name: "read_file",
        s: turn % 7 ? "ok" : "error",
        n: 1,
        m: 1,
      },
    );
  }
  return entries;
}

describe("createStateAsOf", () => {
  it("returns the fold of the entries up to a moment, in any order of jumps", () => {
    const entries = buildLog(130);
    const last = entries.at(-1)?.q ?? 0;
    const moments = fc.array(fc.integer({ min: 0, max: last + 5 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(moments, fc.constantFrom(1, 7, 100, 10_000), (jumps, returnEntries) => {
        const states = createStateAsOf(entries, returnEntries);
        for (const moment of jumps) {
          const past = entries.filter((entry) => entry.q <= moment);
          const state = states.at(moment);
          expect(state.entries).toEqual(past);
          expect(comparable(state.graph)).toEqual(comparable(deriveGraph("", past)));
          expect(comparable(state.timing())).toEqual(comparable(timingOf(past)));
          expect(state.took()).toEqual(past.map(outlineMoment).reduce(foldLength, NO_LENGTH));
        }
      }),
      { numRuns: 20 },
    );
  });

  it("applies and takes back only the entries between two moments", () => {
    const entries = buildLog(2_500);
    const states = createStateAsOf(entries);
    const stepsTo = (moment: number): number => {
      const before = states.steps();
      states.at(moment);
      return states.steps() - before;
    };
    expect(stepsTo(10_001)).toBe(10_001);
    expect([9_990, 9_989, 9_995, 9_000].map(stepsTo)).toEqual([11, 1, 6, 995]);
    // The beginning is nearer to #100 than #9,000.
    expect(stepsTo(100)).toBe(100);
  });

  it("folds the calls in real time only when they are asked for", () => {
    const states = createStateAsOf(buildLog(10));
    const { timing } = states.at(20);
    expect(states.steps()).toBe(20);
    expect(timing().calls.length).toBeGreaterThan(0);
    expect(states.steps()).toBe(40);
  });

  it("includes entries that arrive while an earlier moment is displayed", () => {
    const entries = [...buildLog(3)];
    const states = createStateAsOf(entries);
    expect(states.at(99).entries).toHaveLength(13);
    entries.push({ q: 14, t: 0, g: "root", k: "end", status: "completed", d: "" });
    expect(states.at(99).entries).toHaveLength(14);
  });
});

function timingOf(entries: readonly OutlineEntry[]): Timing {
  const timing = createTiming();
  for (const entry of entries) applyTiming(timing, entry);
  return timing;
}

/** A state without its journal. */
function comparable(state: object): unknown {
  return { ...state, journal: null };
}
