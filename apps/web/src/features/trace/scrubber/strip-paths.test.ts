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

type GivenCall = readonly [purpose: "step" | "final", tokens: number];

/** The points of the line of the context; `calls` are purposes with tokens, ten calls per second; `step` are milliseconds per pixel. */
function contextLine(...calls: readonly GivenCall[]): string {
  return contextLineAt(1, calls);
}

function contextLineAt(step: number, calls: readonly GivenCall[]): string {
  const entries: OutlineEntry[] = [
    { g: "root", q: 1, t: 0, k: "begin", d: "" },
    ...calls.flatMap(([purpose, tokens], index): readonly OutlineEntry[] => [
      {
        ...{ g: "root", q: 2 * index + 2, t: 100 * index, k: "calling", call: `c${index}` },
        ...(purpose === "step" ? {} : { p: purpose }),
      },
      {
        ...{ g: "root", q: 2 * index + 3, t: 100 * index + 50, k: "assistant", d: "" },
        ...{ i: tokens, o: 1, c: 0, m: 50, calls: [] },
      },
    ]),
  ];
  const timing = createTiming();
  for (const entry of entries) applyTiming(timing, entry);
  const scale = timeScale({ from: 0, step, pauses: [], fold: 28 });
  return stripPaths(timing, { scale, width: 1_000, entries }).contextLine;
}

it("leaves out the summary call, whose request has no tools, unless it is the only call", () => {
  expect(contextLine(["step", 900], ["step", 950], ["final", 200])).toBe(
    contextLine(["step", 900], ["step", 950]),
  );
  expect(contextLine(["step", 900], ["step", 200])).not.toBe(contextLine(["step", 900]));
  expect(contextLine(["final", 200])).not.toBe("");
});

it("draws many calls in one pixel as few shapes, with the highest and the lowest request", () => {
  const steps = Array.from({ length: 2_000 }, (_, index) => {
    return ["step", index === 704 ? 5_000 : index === 906 ? 10 : 400 + (index % 3)] as const;
  });
  const dense = contextLineAt(2_000, steps);
  const points = dense.split("L").length;
  expect(points).toBeLessThan(2_000);
  const heights = dense.match(/ [\d.]+/g)?.map(Number) ?? [];
  const whole = contextLineAt(
    1,
    steps.filter(([, tokens]) => tokens === 5_000 || tokens === 10),
  );
  const [top, bottom] = whole.match(/ [\d.]+/g)?.map(Number) ?? [];
  expect(Math.min(...heights)).toBe(top);
  expect(Math.max(...heights)).toBe(bottom);
});
