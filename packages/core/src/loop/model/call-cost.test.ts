import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Usage } from "../../log/message.ts";
import { testUsage } from "../../testing/builders.ts";
import { callCost } from "./call-cost.ts";

const PRICE = { input: 3, cachedInput: 0.3, output: 15 };

const usage = (input: number, cached: number, output: number): Usage => ({
  ...testUsage,
  inputTokens: input,
  cachedTokens: cached,
  outputTokens: output,
});

/** Whole cents keep compared sums within one rounding error of each other. */
const rate = fc.integer({ min: 0, max: 10_000 }).map((cents) => cents / 100);
const price = fc.record({ input: rate, cachedInput: rate, output: rate });
const tokens = fc.integer({ min: 0, max: 2_000_000 });

describe("callCost", () => {
  it.each([
    ["uncached input", usage(1_000_000, 0, 0), 3],
    ["cached input, once and at its own rate", usage(1_000_000, 1_000_000, 0), 0.3],
    ["partly cached input", usage(1_000_000, 400_000, 0), 0.6 * 3 + 0.4 * 0.3],
    ["output", usage(0, 0, 1_000_000), 15],
    ["all kinds of tokens together", usage(100_000, 60_000, 20_000), 0.04 * 3 + 0.06 * 0.3 + 0.02 * 15],
    ["no tokens", usage(0, 0, 0), 0],
    ["more cached tokens than input, as if all input were cached", usage(100, 1_000_000, 0), 0.3],
  ])("charges %s", (_case, tokenUsage, dollars) => {
    expect(callCost(tokenUsage, PRICE)).toBeCloseTo(dollars, 12);
  });

  it("charges reasoning as part of the output only", () => {
    const plain = usage(100, 0, 50);
    expect(callCost({ ...plain, reasoningTokens: 50 }, PRICE)).toBe(
      callCost({ ...plain, reasoningTokens: 0 }, PRICE),
    );
  });

  it("returns null for an unknown price and zero for a price of zero", () => {
    const free = { input: 0, cachedInput: 0, output: 0 };
    fc.assert(
      fc.property(tokens, tokens, tokens, (input, cached, output) => {
        expect(callCost(usage(input, cached, output), null)).toBeNull();
        expect(callCost(usage(input, cached, output), free)).toBe(0);
      }),
    );
  });

  it("charges each token once, so that fresh and cached parts add up to the whole", () => {
    fc.assert(
      fc.property(price, tokens, tokens, tokens, (rates, fresh, cached, output) => {
        const parts =
          Number(callCost(usage(fresh, 0, 0), rates)) +
          Number(callCost(usage(cached, cached, 0), rates)) +
          Number(callCost(usage(0, 0, output), rates));
        expect(callCost(usage(fresh + cached, cached, output), rates)).toBeCloseTo(parts, 9);
      }),
    );
  });

  it("never charges less for more tokens or more for a cheaper cache", () => {
    fc.assert(
      fc.property(price, tokens, tokens, tokens, tokens, (rates, input, more, share, output) => {
        const cached = Math.min(share, input);
        const cost = Number(callCost(usage(input, cached, output), rates));
        expect(callCost(usage(input + more, cached, output), rates)).toBeGreaterThanOrEqual(cost);
        expect(callCost(usage(input, cached, output + more), rates)).toBeGreaterThanOrEqual(cost);
        const cheaper = { ...rates, cachedInput: Math.min(rates.input, rates.cachedInput) };
        const uncached = Number(callCost(usage(input, 0, output), cheaper));
        expect(Number(callCost(usage(input, cached, output), cheaper))).toBeLessThanOrEqual(
          uncached * (1 + Number.EPSILON * 4),
        );
      }),
    );
  });
});
