import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Usage } from "../../log/message.ts";
import { testUsage } from "../../testing/builders.ts";
import { callCost } from "./call-cost.ts";

const PRICE = { input: 3, cachedInput: 0.3, output: 15 };

const usageOf = (input: number, cached: number, output: number): Usage => ({
  ...testUsage,
  inputTokens: input,
  cachedTokens: cached,
  outputTokens: output,
});

/** Prices in whole cents keep the sums of a comparison within one rounding of each other. */
const rate = fc.integer({ min: 0, max: 10_000 }).map((cents) => cents / 100);
const price = fc.record({ input: rate, cachedInput: rate, output: rate });
const tokens = fc.integer({ min: 0, max: 2_000_000 });

describe("costOf", () => {
  it.each([
    ["input that was not cached", usageOf(1_000_000, 0, 0), 3],
    ["cached input, once and at its own rate", usageOf(1_000_000, 1_000_000, 0), 0.3],
    ["input of which a part was cached", usageOf(1_000_000, 400_000, 0), 0.6 * 3 + 0.4 * 0.3],
    ["output", usageOf(0, 0, 1_000_000), 15],
    ["all together", usageOf(100_000, 60_000, 20_000), 0.04 * 3 + 0.06 * 0.3 + 0.02 * 15],
    ["nothing", usageOf(0, 0, 0), 0],
    ["more cached tokens than input, of which none is fresh", usageOf(100, 1_000_000, 0), 0.3],
  ])("charges %s", (_what, usage, dollars) => {
    expect(callCost(usage, PRICE)).toBeCloseTo(dollars, 12);
  });

  it("reasoning is part of the output and costs nothing more", () => {
    const plain = usageOf(100, 0, 50);
    expect(callCost({ ...plain, reasoningTokens: 50 }, PRICE)).toBe(
      callCost({ ...plain, reasoningTokens: 0 }, PRICE),
    );
  });

  it("an unknown price gives an unknown cost, a price of zero gives zero", () => {
    const free = { input: 0, cachedInput: 0, output: 0 };
    fc.assert(
      fc.property(tokens, tokens, tokens, (input, cached, output) => {
        expect(callCost(usageOf(input, cached, output), null)).toBeNull();
        expect(callCost(usageOf(input, cached, output), free)).toBe(0);
      }),
    );
  });

  it("each token is charged once: fresh and cached parts add up to the price of the whole", () => {
    fc.assert(
      fc.property(price, tokens, tokens, tokens, (rates, fresh, cached, output) => {
        const parts =
          Number(callCost(usageOf(fresh, 0, 0), rates)) +
          Number(callCost(usageOf(cached, cached, 0), rates)) +
          Number(callCost(usageOf(0, 0, output), rates));
        expect(callCost(usageOf(fresh + cached, cached, output), rates)).toBeCloseTo(parts, 9);
      }),
    );
  });

  it("more tokens never cost less, and a cheaper cache never costs more", () => {
    fc.assert(
      fc.property(price, tokens, tokens, tokens, tokens, (rates, input, more, share, output) => {
        const cached = Math.min(share, input);
        const cost = Number(callCost(usageOf(input, cached, output), rates));
        expect(callCost(usageOf(input + more, cached, output), rates)).toBeGreaterThanOrEqual(cost);
        expect(callCost(usageOf(input, cached, output + more), rates)).toBeGreaterThanOrEqual(cost);
        const cheaper = { ...rates, cachedInput: Math.min(rates.input, rates.cachedInput) };
        const uncached = Number(callCost(usageOf(input, 0, output), cheaper));
        expect(Number(callCost(usageOf(input, cached, output), cheaper))).toBeLessThanOrEqual(
          uncached * (1 + Number.EPSILON * 4),
        );
      }),
    );
  });
});
