import type { OutlineEntry } from "@goaltrace/core/log";

/** Creates a goal and focuses it. */
export const goal = (q: number, goalId: string, parentId: string): OutlineEntry => ({
  ...{ q, t: q, g: "root", k: "goals" },
  ops: [
    {
      op: "created",
      goalId,
      parentId,
      index: 99,
      title: goalId,
      reason: null,
      acceptance: [],
      dependsOn: [],
    },
    { op: "focused", goalId },
  ],
});
/** One model turn with these calls. */
export const turn = (q: number, g: string, calls: readonly string[]): OutlineEntry => ({
  ...{ q, t: q, g, k: "assistant", d: "step" },
  ...{ i: 10, o: 1, c: 0.5, m: 1000, calls },
});
/** The result of a call. */
export const result = (
  q: number,
  [g, call]: readonly [goalId: string, call: string],
  s: "ok" | "error" = "ok",
): OutlineEntry => ({
  ...{ q, t: q, g, k: "tool", d: s === "ok" ? "read" : "refused" },
  ...{ call, name: "read_file", s, n: 2, m: 500 },
});

/** A run with a band of two results; the second has an error and is where the run failed. */
export const LOG: readonly OutlineEntry[] = [
  goal(1, "a", "root"),
  turn(2, "a", ["own"]),
  result(3, ["a", "own"]),
  goal(4, "a1", "a"),
  turn(5, "a1", ["c1", "c2"]),
  result(6, ["a1", "c1"]),
  result(7, ["a1", "c2"]),
  goal(8, "a2", "a"),
  { q: 9, t: 9, g: "a2", k: "compacted", layer: "summarise", n: 3, before: 900, after: 100 },
  turn(10, "a2", ["c3"]),
  result(11, ["a2", "c3"], "error"),
  {
    ...{ q: 12, t: 12, g: "root", k: "goals" },
    ops: [{ op: "status", goalId: "a2", status: "failed", summary: null, reason: null }],
  },
  { q: 13, t: 13, g: "root", k: "end", status: "failed", d: "gave up" },
];
