import type { Usage } from "../../log/message.ts";
import { toFields } from "./fields.ts";

/** Reads usage under the names of all supported providers: OpenAI's details, DeepSeek's cache hits. Null when absent. */
export function readUsage(raw: unknown): Usage | null {
  const usage = toFields(raw);
  const inputTokens = toNumber(usage["prompt_tokens"]) ?? toNumber(usage["input_tokens"]);
  const outputTokens = toNumber(usage["completion_tokens"]) ?? toNumber(usage["output_tokens"]);
  if (inputTokens === undefined || outputTokens === undefined) return null;
  if (inputTokens === 0 && outputTokens === 0) return null;
  return {
    inputTokens,
    outputTokens,
    estimated: false,
    cachedTokens:
      toNumber(toFields(usage["prompt_tokens_details"])["cached_tokens"]) ??
      toNumber(usage["prompt_cache_hit_tokens"]) ??
      0,
    reasoningTokens: toNumber(toFields(usage["completion_tokens_details"])["reasoning_tokens"]) ?? 0,
  };
}

function toNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
