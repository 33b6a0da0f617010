import type { Usage } from "../../log/message.ts";
import type { ModelProfile } from "../../ports/model-client.ts";

/** US dollars of one call; null when the model has no price, because unknown is not free. Cached tokens are part of the input. */
export function callCost(usage: Usage, price: ModelProfile["price"]): number | null {
  if (price === null) return null;
  const fresh = Math.max(0, usage.inputTokens - usage.cachedTokens);
  return (
    (fresh * price.input + usage.cachedTokens * price.cachedInput + usage.outputTokens * price.output) /
    1_000_000
  );
}
