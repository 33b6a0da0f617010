import type { OutlineEntry } from "@goaltrace/core/log";
import { timedLogArbitrary } from "@goaltrace/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  firstSequence,
  headingOf,
  itemIndexOf,
  requiredBlocks,
  type TranscriptItem,
  transcriptOf,
} from "./transcript-items.ts";

const transcriptItems = (
  entries: readonly OutlineEntry[],
  { runtime = false }: { readonly runtime?: boolean } = {},
): readonly TranscriptItem[] => transcriptOf(entries, { runtime, only: null }).items;

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

describe("a growing transcript", () => {
  it("is the transcript of the whole log, however its entries arrived", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), fc.boolean(), fc.integer({ min: 1, max: 7 }), (log, runtime, step) => {
        const grown: OutlineEntry[] = [];
        while (grown.length < log.length) {
          grown.push(...log.slice(grown.length, grown.length + step));
          transcriptOf(grown, { runtime, only: null });
        }
        expect(transcriptOf(grown, { runtime, only: null })).toEqual(
          transcriptOf(log, { runtime, only: null }),
        );
      }),
    );
  });

  it("adds only new entries", () => {
    let reads = 0;
    const log = Array.from({ length: 5_000 }, (_, index) => message(index, `g${index % 3}`));
    const counted = new Proxy(log, {
      get: (target, name) => {
        reads += 1;
        return Reflect.get(target, name) as unknown;
      },
    });
    transcriptOf(counted, { runtime: false, only: null });
    reads = 0;
    log.push(message(5_000, "g0"));
    transcriptOf(counted, { runtime: false, only: null });
    expect(reads).toBeLessThan(10);
  });

  it("finds each entry, and the first heading of each goal", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), fc.boolean(), (log, runtime) => {
        const { items, headings, firstHeadings } = transcriptOf(log, { runtime, only: null });
        for (const { q } of log) {
          const expected = items.findLastIndex((item) => item.kind !== "goal" && firstSequence(item) <= q);
          expect(itemIndexOf(items, q)).toBe(expected);
        }
        expect(headings).toEqual(items.flatMap(({ kind }, index) => (kind === "goal" ? [index] : [])));
        for (const [goalId, index] of firstHeadings)
          expect(items.findIndex((item) => item.kind === "goal" && item.goalId === goalId)).toBe(index);
      }),
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
