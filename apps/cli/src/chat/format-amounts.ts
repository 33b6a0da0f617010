/** Writes a cost in US dollars; `cost unknown` for null. */
export function formatCost(cost: number | null): string {
  if (cost === null) return "cost unknown";
  return cost === 0 || cost >= 0.01 ? `$${cost.toFixed(2)}` : `$${cost.toFixed(4)}`;
}

/** Writes a number of tokens, such as `870`, `12.3k` or `1.2M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  return tokens < 999_950 ? `${trim(tokens / 1_000)}k` : `${trim(tokens / 1_000_000)}M`;
}

/** Writes a duration such as `8 s` or `2 min 5 s`. Milliseconds. */
export function formatElapsed(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function trim(value: number): string {
  return value.toFixed(1).replace(/\.0$/u, "");
}
