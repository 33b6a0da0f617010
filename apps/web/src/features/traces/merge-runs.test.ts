import type { Trace } from "@goaltrace/core/log";
import { describe, expect, it } from "vitest";
import { mergeRuns } from "./merge-runs.ts";
import { readRunFilter, runFilterHref, statusesOf } from "./run-filter.ts";

const run = (id: string, changes: Partial<Trace> = {}): Trace =>
  ({ id, status: "running", createdAt: 1, lastSequence: 1, ...changes }) as Trace;
const heard = (...runs: Trace[]): Map<string, Trace> => new Map(runs.map((one) => [one.id, one]));

describe("mergeRuns", () => {
  it("W3 · updates a row in place and keeps it when it no longer matches the filter", () => {
    const merged = mergeRuns(
      [run("a"), run("b")],
      heard(run("b", { status: "completed", lastSequence: 9 })),
      "running",
    );
    expect(merged.shown.map((one) => [one.id, one.status])).toEqual([
      ["a", "running"],
      ["b", "completed"],
    ]);
    expect(merged.newer).toEqual([]);
  });

  it("W3 · lets new runs wait, and only those of the filter", () => {
    const loaded = [run("a", { createdAt: 5 })];
    const stream = heard(
      run("b", { createdAt: 6 }),
      run("c", { createdAt: 7, status: "failed" }),
      run("old", { createdAt: 2 }),
    );
    expect(mergeRuns(loaded, stream, "all").newer.map((one) => one.id)).toEqual(["b", "c"]);
    expect(mergeRuns(loaded, stream, "failed").newer.map((one) => one.id)).toEqual(["c"]);
  });

  it("W3 · never turns a row back to an older state", () => {
    const done = run("a", { status: "completed", lastSequence: 9 });
    expect(mergeRuns([done], heard(run("a", { lastSequence: 3 })), "all").shown).toEqual([done]);
    expect(mergeRuns([done], heard(run("a", { lastSequence: 9 })), "all").shown).toEqual([done]);
  });
});

describe("run filter", () => {
  it("W1 · reads the address, forgives what it does not know, and leaves no trace of the default", () => {
    expect(readRunFilter(new URLSearchParams("status=failed"))).toBe("failed");
    expect(readRunFilter(new URLSearchParams("status=nonsense"))).toBe("all");
    expect(runFilterHref("all")).toBe("?");
    expect(runFilterHref("waiting")).toBe("?status=waiting");
    expect(statusesOf("all")).toBeUndefined();
    expect(statusesOf("stopped")).toEqual(["cancelled", "interrupted"]);
  });
});
