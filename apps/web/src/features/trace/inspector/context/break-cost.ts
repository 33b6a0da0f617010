/** US dollars per million tokens. */
type InputPrice = { readonly input: number; readonly cachedInput: number };

const MILLION = 1_000_000;

/** Returns the extra cost of uncached over cached tokens, in US dollars; null without a price. */
export function breakCost(tokens: number, price: InputPrice | null): number | null {
  if (price === null) return null;
  return (Math.max(0, price.input - price.cachedInput) * tokens) / MILLION;
}
