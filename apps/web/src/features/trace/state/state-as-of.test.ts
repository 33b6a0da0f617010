import { deriveGraph } from "@goaltrace/core/graph";
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
    const entries = buildLog(260);
    const last = entries.at(-1)?.q ?? 0;
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: last + 5 }), { minLength: 1, maxLength: 6 }),
        (moments) => {
          const states = createStateAsOf(entries);
          for (const moment of moments) {
            const past = entries.filter((entry) => entry.q <= moment);
            const state = states.at(moment);
            expect(state.entries).toEqual(past);
            expect(comparable(state.graph)).toEqual(comparable(deriveGraph("", past)));
          }
        },
      ),
      { numRuns: 5 },
    );
  });

  it("folds only a fraction of 10,000 entries for each step back or forth", () => {
    const entries = buildLog(2_500);
    const states = createStateAsOf(entries);
    states.at(10_001);
    const before = states.folded();
    for (const moment of [9_990, 9_989, 9_990, 5_000, 4_999]) states.at(moment);
    expect(states.folded() - before).toBeLessThan(5 * 900);
  });

  it("includes entries that arrive while an earlier moment is displayed", () => {
    const entries = [...buildLog(3)];
    const states = createStateAsOf(entries);
    expect(states.at(99).entries).toHaveLength(13);
    entries.push({ q: 14, t: 0, g: "root", k: "end", status: "completed", d: "" });
    expect(states.at(99).entries).toHaveLength(14);
  });
});

/** The parts of a graph that views read. `work` counts steps and differs by design. */
function comparable(graph: ReturnType<typeof deriveGraph>): unknown {
  return { ...graph, work: 0 };
}
