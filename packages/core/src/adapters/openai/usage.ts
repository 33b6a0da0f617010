import type { Usage } from "../../log/message.ts";

/** Reads usage under every name providers give it: OpenAI's details, DeepSeek's cache hits. Null when there is none. */
export function readUsage(raw: unknown): Usage | null {
  const usage = fieldsOf(raw);
  const inputTokens = numberOf(usage["prompt_tokens"]) ?? numberOf(usage["input_tokens"]);
  const outputTokens = numberOf(usage["completion_tokens"]) ?? numberOf(usage["output_tokens"]);
  if (inputTokens === undefined || outputTokens === undefined) return null;
  if (inputTokens === 0 && outputTokens === 0) return null;
  return {
    inputTokens,
    outputTokens,
    estimated: false,
    cachedTokens:
      numberOf(fieldsOf(usage["prompt_tokens_details"])["cached_tokens"]) ??
      numberOf(usage["prompt_cache_hit_tokens"]) ??
      0,
    reasoningTokens: numberOf(fieldsOf(usage["completion_tokens_details"])["reasoning_tokens"]) ?? 0,
  };
}

const NO_FIELDS: Readonly<Record<string, unknown>> = {};

/** The fields of an object, or none. No copy is made: this is asked several times for each streamed token. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : NO_FIELDS;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
