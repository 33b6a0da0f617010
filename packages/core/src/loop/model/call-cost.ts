import type { Usage } from "../../log/message.ts";
import type { ModelProfile } from "../../ports/model-client.ts";

/** Returns the cost of one call in US dollars; null if the model's price is unknown. Cached tokens are part of the input. */
export function callCost(usage: Usage, price: ModelProfile["price"]): number | null {
  if (price === null) return null;
  const fresh = Math.max(0, usage.inputTokens - usage.cachedTokens);
  return (
    (fresh * price.input + usage.cachedTokens * price.cachedInput + usage.outputTokens * price.output) /
    1_000_000
  );
}
