import { createGraph } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { goalCreated } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { nextExpensive, pathTo, siblingGoal, stepCall, stepMark, stepSequence } from "./selection-moves.ts";
import { createTraceModel, entryAt } from "./trace-model.ts";

const base = { t: 0, g: "root" };
const ENTRIES: readonly OutlineEntry[] = [
  { ...base, q: 0, k: "begin", d: "task" },
  { ...base, q: 1, k: "user", d: "hello", n: 3 },
  { ...base, q: 3, k: "calling", call: "m1" },
  { ...base, q: 4, k: "assistant", d: "look", i: 9, o: 2, c: null, m: 10, calls: ["c1", "c2"] },
  { ...base, q: 5, k: "started", call: "c1", name: "read_file" },
  { ...base, q: 6, k: "tool", d: "ok", call: "c1", name: "read_file", s: "ok", n: 4, m: 2 },
  { ...base, q: 7, k: "tool", d: "no such file", call: "c2", name: "read_file", s: "error", n: 4, m: 2 },
  { ...base, q: 9, k: "end", status: "failed", d: "" },
];

describe("selection moves", () => {
  it("steps through selectable entries and stops at both ends", () => {
    expect(stepSequence(ENTRIES, 1, 1)?.q).toBe(4);
    expect(stepSequence(ENTRIES, 4, 1)?.q).toBe(6);
    expect(stepSequence(ENTRIES, 4, -1)?.q).toBe(1);
    expect(stepSequence(ENTRIES, 1, -1)).toBeNull();
    expect(stepSequence(ENTRIES, 9, 1)).toBeNull();
  });

  it("starts at the first or last entry and continues from a sequence that is not selectable", () => {
    expect(stepSequence(ENTRIES, null, 1)?.q).toBe(1);
    expect(stepSequence(ENTRIES, null, -1)?.q).toBe(9);
    expect(stepSequence(ENTRIES, 8, -1)?.q).toBe(7);
    expect(stepSequence(ENTRIES, 8, 1)?.q).toBe(9);
  });

  it("jumps between errors, and past the last one to the first", () => {
    const error = (from: number | null, direction: 1 | -1) =>
      stepMark(ENTRIES, from, { kind: "error", direction });
    expect(error(null, 1)).toEqual({ sequence: 7, isAround: false });
    expect(error(7, 1)).toEqual({ sequence: 9, isAround: false });
    expect(error(9, 1)).toEqual({ sequence: 7, isAround: true });
    expect(error(7, -1)).toEqual({ sequence: 9, isAround: true });
    expect(stepMark(ENTRIES, null, { kind: "loop", direction: 1 })).toBeNull();
  });

  it("jumps to a compaction before the answer that a link selects", () => {
    const log: readonly OutlineEntry[] = [
      { ...base, q: 90, k: "compacted", layer: "summarise", n: 94, before: 182_000, after: 31_000 },
      { ...base, q: 184, k: "assistant", d: "Done.", i: 9, o: 2, c: null, m: 10, calls: [] },
      { ...base, q: 185, k: "end", status: "completed", d: "" },
    ];
    const jump = stepMark(log, 184, { kind: "compaction", direction: 1 });
    expect(jump).toEqual({ sequence: 90, isAround: true });
  });

  it("ranks calls by price, by tokens where none has one, and begins again after the cheapest", () => {
    const call = (q: number, c: number | null, i: number): OutlineEntry => {
      return { ...base, q, k: "assistant", d: "", i, o: 0, c, m: 1, calls: [] };
    };
    const priced = [call(1, 0.1, 9), call(2, 0.3, 1), call(3, null, 99), call(4, 0.2, 5)];
    expect(nextExpensive(priced, null)?.sequence).toBe(2);
    expect(nextExpensive(priced, 2)?.sequence).toBe(4);
    expect(nextExpensive(priced, 4)?.sequence).toBe(1);
    expect(nextExpensive(priced, 3)).toEqual({ sequence: 2, isAround: true });
    expect(nextExpensive([call(1, null, 9), call(2, null, 12)], null)?.sequence).toBe(2);
    expect(nextExpensive(priced, 77)?.sequence).toBe(2);
    expect(nextExpensive([], null)).toBeNull();
  });

  it("jumps to retries", () => {
    const retry = { ...base, q: 5, k: "retry", attempt: 1, d: "429", w: 500 } as const;
    expect(stepMark([...ENTRIES.slice(0, 3), retry], null, { kind: "retry", direction: 1 })?.sequence).toBe(
      5,
    );
  });

  it("jumps to loops and compactions, but not to polling", () => {
    const loop = { ...base, k: "loop", detector: "same_call", count: 3, from: 1 } as const;
    const marked: readonly OutlineEntry[] = [
      { ...loop, q: 1, action: "polling" },
      { ...loop, q: 2, action: "noted" },
      { ...base, q: 3, k: "compacted", layer: "summarise", n: 94, before: 182_000, after: 31_000 },
    ];
    expect(stepMark(marked, null, { kind: "loop", direction: 1 })?.sequence).toBe(2);
    expect(stepMark(marked, null, { kind: "compaction", direction: 1 })?.sequence).toBe(3);
  });

  it("moves only among siblings", () => {
    const model = createTraceModel(
      [
        {
          ...base,
          q: 0,
          k: "goals",
          ops: [goalCreated("a"), goalCreated("b"), goalCreated("c", "b")],
        },
      ],
      (run) => {
        run();
      },
    );
    expect(siblingGoal(model.graph, "a", 1)).toBe("b");
    expect(siblingGoal(model.graph, "a", -1)).toBeNull();
    expect(siblingGoal(model.graph, "c", 1)).toBeNull();
    expect(siblingGoal(createGraph("task"), "root", 1)).toBeNull();
    expect(pathTo(model.graph, "c")).toEqual(["root", "b", "c"]);
  });
});

describe("trace model", () => {
  it("adds each entry once and notifies once for many", () => {
    const frames: (() => void)[] = [];
    const model = createTraceModel(ENTRIES.slice(0, 4), (run) => {
      frames.push(run);
    });
    let notifications = 0;
    const stop = model.subscribe(() => {
      notifications += 1;
    });
    for (const entry of [...ENTRIES, ...ENTRIES]) model.append(entry);
    expect(model.entries.map((entry) => entry.q)).toEqual(ENTRIES.map((entry) => entry.q));
    expect([frames.length, notifications]).toEqual([1, 0]);
    frames[0]?.();
    expect([notifications, model.version()]).toEqual([1, 1]);
    stop();
  });

  it("finds the entry at a sequence or the last one before it", () => {
    expect(entryAt(ENTRIES, 6)?.q).toBe(6);
    expect(entryAt(ENTRIES, 8)?.q).toBe(7);
    expect(entryAt(ENTRIES, -1)).toBeNull();
  });
});

describe("stepping through model calls", () => {
  const log: readonly OutlineEntry[] = [
    { ...base, q: 1, k: "user", d: "hello", n: 3 },
    { ...base, q: 2, k: "calling", call: "m1" },
    { ...base, q: 3, k: "assistant", d: "look", i: 9, o: 2, c: null, m: 10, calls: ["c1"] },
    { ...base, q: 4, k: "tool", d: "ok", call: "c1", name: "read_file", s: "ok", n: 4, m: 2 },
    { ...base, q: 5, k: "calling", call: "m2", p: "compact" },
    { ...base, q: 6, k: "calling", call: "m3" },
    { ...base, q: 7, k: "assistant", d: "done", i: 9, o: 2, c: null, m: 10, calls: [] },
    { ...base, q: 8, k: "calling", call: "m4" },
  ];

  it("moves from answer to answer, and to requests without one", () => {
    const forward = [stepCall(log, 1, 1), stepCall(log, 3, 1), stepCall(log, 5, 1), stepCall(log, 7, 1)];
    expect(forward).toEqual([3, 5, 7, 8]);
    expect(stepCall(log, 8, 1)).toBeNull();
    expect(stepCall(log, 3, -1)).toBeNull();
  });

  it("begins at the last call, and moves from a result to the call that requested it", () => {
    expect(stepCall(log, null, -1)).toBe(7);
    expect(stepCall(log, 4, -1)).toBe(3);
  });
});
