import { applyTiming, createTiming, deriveGraph } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { goalCreated, timedLogArbitrary } from "@goaltrace/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timelineFacts } from "../timeline/timeline-scene.ts";
import { type GoalWork, goalWork } from "./goal-work.ts";

const NO_AGENTS = new Map<string, never>();

function workAt(entries: readonly OutlineEntry[], tip?: number): GoalWork {
  const timing = createTiming();
  for (const entry of entries) applyTiming(timing, entry);
  return goalWork({ graph: deriveGraph("", entries), timing, tip: tip ?? timing.to, agents: NO_AGENTS });
}

const RUNNING: readonly OutlineEntry[] = [
  { q: 1, t: 0, g: "root", k: "begin", d: "Go" },
  {
    ...{ q: 2, t: 0, g: "root", k: "goals" },
    ops: [
      {
        ...{ op: "created", goalId: "a", parentId: "root", index: 0, title: "A", reason: null },
        ...{ acceptance: [], dependsOn: [] },
      },
      { op: "focused", goalId: "a" },
    ],
  },
  { q: 3, t: 0, g: "a", k: "calling", call: "m1" },
  { q: 4, t: 2_000, g: "a", k: "assistant", d: "", calls: ["x", "y"], i: 1, o: 1, c: 0, m: 2_000 },
  { q: 5, t: 2_000, g: "a", k: "started", call: "x", name: "read" },
  { q: 6, t: 2_000, g: "a", k: "started", call: "y", name: "read" },
];

describe("how long a goal was worked on", () => {
  it("counts calls that run up to the present, those at the same time once", () => {
    expect(workAt(RUNNING, 10_000).whole).toEqual(
      new Map([
        ["a", 10_000],
        ["root", 10_000],
      ]),
    );
    const ended: OutlineEntry = {
      ...{ q: 7, t: 5_000, g: "a", k: "tool", call: "x", name: "read", s: "ok", d: "", n: 1, m: 3_000 },
    };
    expect(workAt([...RUNNING, ended], 10_000).own).toEqual(new Map([["a", 10_000]]));
  });

  it("does not count a call that waits for a person", () => {
    const asked: readonly OutlineEntry[] = [
      ...RUNNING.slice(0, 4),
      { q: 5, t: 2_000, g: "a", k: "approval", state: "requested", call: "x", d: "write" },
    ];
    expect(workAt(asked, 10_000).own).toEqual(new Map([["a", 2_000]]));
  });

  // Adding each goal to all goals above it takes a minute here.
  it("takes no longer per goal in a deep plan", () => {
    const depth = 20_000;
    const log = Array.from({ length: depth }, (_, level): readonly OutlineEntry[] => {
      const at = { t: level * 10, g: `g${level}` };
      const parentId = level === 0 ? "root" : `g${level - 1}`;
      return [
        { ...at, q: 2 * level + 1, k: "goals", ops: [goalCreated(at.g, parentId)] },
        { ...at, q: 2 * level + 2, t: at.t + 10, k: "assistant", d: "", calls: [], i: 1, o: 1, c: 0, m: 10 },
      ];
    });
    expect(workAt(log.flat()).whole.get("root")).toBe(depth * 10);
  });

  it("adds up: the time of a goal is its own and that of the goals below it, and the timeline shows the same", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), (entries) => {
        const timing = createTiming();
        for (const entry of entries) applyTiming(timing, entry);
        const graph = deriveGraph("", entries);
        const { own, whole } = goalWork({ graph, timing, tip: timing.to, agents: NO_AGENTS });
        const sum = [...own.values()].reduce((all, ms) => all + ms, 0);
        expect(whole.get(graph.rootId) ?? 0).toBeCloseTo(sum, 6);
        for (const [goalId, span] of timelineFacts(timing, null, whole).goals)
          if (goalId !== graph.rootId) expect(span.worked).toBe(whole.get(goalId) ?? 0);
      }),
    );
  });
});
