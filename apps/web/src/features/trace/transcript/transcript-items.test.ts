import type { OutlineEntry } from "@goaltrace/core/log";
import { describe, expect, it } from "vitest";
import {
  firstSequence,
  headingOf,
  itemIndexOf,
  requiredBlocks,
  transcriptItems,
} from "./transcript-items.ts";

const message = (q: number, g: string): OutlineEntry => ({ q, t: 0, g, k: "user", d: "", n: 1 });

describe("transcript items", () => {
  it("adds a heading where the work switches goals and marks returns to a goal", () => {
    const items = transcriptItems([
      message(1, "root"),
      message(2, "a"),
      { q: 3, t: 0, g: "b", k: "calling", call: "m" },
      message(4, "a"),
      message(5, "root"),
    ]);
    expect(
      items.map((item) => (item.kind === "goal" ? [item.goalId, item.again] : firstSequence(item))),
    ).toEqual([["root", false], 1, ["a", false], 2, 4, ["root", true], 5]);
  });

  it("assigns contents to blocks that are stable as the run grows", () => {
    expect(requiredBlocks(transcriptItems([message(99, "a"), message(100, "a"), message(350, "a")]))).toEqual(
      [0, 1, 3],
    );
  });
});

describe("changes to the plan", () => {
  const turn = (q: number, d: string, calls: readonly string[]): OutlineEntry => ({
    ...{ q, t: 0, g: "root", k: "assistant", d, i: 90, o: 10, c: 0.5, m: 1, calls },
  });
  const done = (q: number, s: "ok" | "denied" = "ok"): OutlineEntry => ({
    ...{ q, t: 0, g: "root", k: "tool", d: "Plan", call: `c${q}`, name: "goal", s, n: 1, m: 0 },
  });
  const planned = (q: number, title: string): OutlineEntry => ({
    ...{ q, t: 0, g: "root", k: "goals" },
    ops: [
      {
        ...{ op: "created", goalId: title, parentId: "root", index: 0, title },
        ...{ reason: null, acceptance: [], dependsOn: [] },
      },
    ],
  });
  const log = [
    message(1, "root"),
    turn(2, "goal(add)", ["c4"]),
    planned(3, "Read"),
    done(4),
    turn(5, "goal ×2", ["c7", "c8"]),
    planned(6, "Write"),
    done(7),
    done(8),
    turn(9, "I read it first.", ["c10"]),
  ];

  it("are one line, and turns without words or other calls have no row of their own", () => {
    const items = transcriptItems(log);
    expect(items.map(({ kind }) => kind)).toEqual(["goal", "entry", "plan", "entry"]);
    expect(items[2]).toMatchObject({ sequence: 2, tokens: 200, cost: 1 });
    expect(items[2]?.kind === "plan" && items[2].operations.length).toBe(2);
  });

  it("that failed keep their row, and the bookkeeping has rows where it is shown", () => {
    expect(transcriptItems([message(1, "root"), done(2, "denied")]).at(-1)?.kind).toBe("entry");
    expect(transcriptItems(log, { runtime: true }).filter(({ kind }) => kind === "entry")).toHaveLength(
      log.length,
    );
  });

  it("are found by each of their entries", () => {
    const items = transcriptItems(log);
    expect([1, 4, 8, 9].map((sequence) => itemIndexOf(items, sequence))).toEqual([1, 2, 2, 3]);
    expect(itemIndexOf(items, 0)).toBe(-1);
  });

  it("finds the heading that a row belongs to", () => {
    expect([0, 2, 3, 6, 9].map((row) => headingOf([2, 6], row))).toEqual([null, 2, 2, 6, 6]);
  });
});
