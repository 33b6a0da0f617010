import { applyTiming, createTiming, timeScale } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { expect, it } from "vitest";
import { stripPaths } from "./strip-paths.ts";

function labeledSeams(times: readonly number[]): readonly boolean[] {
  const entries: OutlineEntry[] = [
    { g: "root", q: 1, t: 0, k: "begin", d: "" },
    ...times.map((t, index): OutlineEntry => ({
      ...{ g: "root", q: index + 2, t, k: "compacted", layer: "summarise", n: 1 },
      ...{ before: 900, after: 100 },
    })),
  ];
  const timing = createTiming();
  for (const entry of entries) applyTiming(timing, entry);
  const scale = timeScale({ from: 0, step: 1, pauses: [], fold: 28 });
  return stripPaths(timing, { scale, width: 1_000, entries }).seams.map(({ isLabeled }) => isLabeled);
}

it("labels a compaction only where no earlier line crosses the label", () => {
  expect(labeledSeams([100, 300])).toEqual([true, true]);
  expect(labeledSeams([100, 150, 200, 250, 400])).toEqual([true, false, false, false, true]);
});
