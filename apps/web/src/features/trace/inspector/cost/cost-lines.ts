import type { Usage } from "@goaltrace/core/log";

/** US dollars per million tokens. */
export type CallPrice = { readonly input: number; readonly cachedInput: number; readonly output: number };

/** One kind of tokens with its cost at the current price; null price when unknown. */
export type CostLine = {
  readonly kind: "fresh" | "cached" | "output";
  readonly tokens: number;
  readonly price: number | null;
  readonly cost: number | null;
};

const MILLION = 1_000_000;

/** Returns the tokens of a call by price. Cached tokens are subtracted from the input; reasoning is part of the output. */
export function costLines(usage: Usage, price: CallPrice | null): readonly CostLine[] {
  const line = (kind: CostLine["kind"], tokens: number, each: number | null): CostLine => ({
    kind,
    tokens,
    price: each,
    cost: each === null ? null : (tokens * each) / MILLION,
  });
  const lines = [
    line("fresh", Math.max(0, usage.inputTokens - usage.cachedTokens), price?.input ?? null),
    line("cached", usage.cachedTokens, price?.cachedInput ?? null),
    line("output", usage.outputTokens, price?.output ?? null),
  ];
  // These counts are estimated locally, so cached tokens are unknown rather than 0.
  return usage.estimated ? lines.filter(({ kind }) => kind !== "cached") : lines;
}
