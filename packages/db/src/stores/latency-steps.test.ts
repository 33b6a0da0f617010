import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { latencyAt } from "./latency-steps.ts";

const latencyStep = (ms: number): number => Math.floor((Math.log(ms) * 8) / Math.log(2));

describe("latencyAt", () => {
  it("is unknown without runs", () => {
    expect(latencyAt(0.5, [])).toBeNull();
    expect(latencyAt(0.5, [{ step: 80, runs: 0 }])).toBeNull();
  });

  it("returns the same latency of a single run for every share", () => {
    const singleRun = [{ step: 80, runs: 1 }];
    expect(latencyAt(0.5, singleRun)).toBe(latencyAt(0.95, singleRun));
  });

  it("deviates from the exact time by less than a step", () => {
    const times = fc.array(fc.integer({ min: 1, max: 86_400_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(times, fc.constantFrom(0.5, 0.95), (all, share) => {
        const sorted = all.toSorted((a, b) => a - b);
        const exact = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
        const latency = latencyAt(
          share,
          all.map((ms) => ({ step: latencyStep(ms), runs: 1 })),
        );
        expect(Math.abs(Math.log2((latency ?? 0) / exact))).toBeLessThanOrEqual(1 / 8 + 1e-9);
      }),
    );
  });
});
