import type { Trace } from "@goaltrace/core/log";
import { describe, expect, it } from "vitest";
import type { ListItem } from "./list-item.ts";
import { countNewerRuns, mergeRuns } from "./merge-runs.ts";

const row = (id: string, changes: Partial<ListItem> = {}): ListItem =>
  ({ id, status: "running", createdAt: 1, lastSequence: 1, tags: ["kept"], ...changes }) as ListItem;
const run = (id: string, changes: Partial<Trace> = {}): Trace =>
  ({ id, status: "running", createdAt: 1, lastSequence: 1, totals: { errors: 0 }, ...changes }) as Trace;
const updates = (...runs: Trace[]): Map<string, Trace> => new Map(runs.map((one) => [one.id, one]));

describe("mergeRuns", () => {
  it("updates a row in place and keeps fields that only the list has", () => {
    const merged = mergeRuns(
      [row("a"), row("b")],
      updates(run("b", { status: "completed", lastSequence: 9 })),
    );
    expect(merged.map((one) => [one.id, one.status, one.tags])).toEqual([
      ["a", "running", ["kept"]],
      ["b", "completed", ["kept"]],
    ]);
  });

  it("never reverts a row to an older state", () => {
    const done = row("a", { status: "completed", lastSequence: 9 });
    expect(mergeRuns([done], updates(run("a", { lastSequence: 3 })))).toEqual([done]);
    expect(mergeRuns([done], updates(run("a", { lastSequence: 9 })))).toEqual([done]);
  });

  it("counts runs newer than the first row and skips listed runs", () => {
    const stream = updates(
      run("b", { createdAt: 6 }),
      run("old", { createdAt: 2 }),
      run("a", { createdAt: 5 }),
    );
    expect(countNewerRuns([row("a", { createdAt: 5 })], stream)).toBe(1);
    expect(countNewerRuns([], stream)).toBe(3);
  });
});
