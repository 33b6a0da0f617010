/** A cause that a provider's own words name, whatever its status. */
export type ProviderKind =
  | "quota"
  | "bad_key"
  | "no_tools"
  | "too_long"
  | "filtered"
  | "unknown_model"
  | "wrong_path";

/** Words of providers by cause; the first cause that matches counts. */
const WORDS: readonly (readonly [ProviderKind, RegExp])[] = [
  // OpenAI, DeepSeek, LiteLLM.
  [
    "quota",
    /insufficient_quota|insufficient.?balance|budget_exceeded|budget.{0,20}exceeded|exceeded.{0,3}budget|over.?budget|crossed budget/iu,
  ],
  // Gemini.
  ["bad_key", /api key not valid|api_key_invalid/iu],
  // Ollama, vLLM, OpenRouter, llama.cpp.
  [
    "no_tools",
    /does not support (tools|tool|function)|enable-auto-tool-choice|no endpoints found that support tool|tools param requires/iu,
  ],
  [
    "too_long",
    /context.{0,20}(length|window|size)|maximum.{0,20}(context|tokens)|too many tokens|(prompt|input|request) (is )?too (long|large)|exceed.{0,30}(context|token)|context the overflows/iu,
  ],
  // Azure, OpenAI, OpenRouter, Gemini.
  [
    "filtered",
    /content.?filter|content management policy|responsibleai|flagged|requires moderation|usage polic|prohibited_content/iu,
  ],
  // OpenAI, DeepSeek, vLLM, LiteLLM, OpenRouter, LM Studio, Azure.
  [
    "unknown_model",
    /model_not_found|model not exist|model.{0,80}(does not exist|not found|is not found)|invalid model|not a valid model|unknown model|no models loaded|deploymentnotfound/iu,
  ],
  ["wrong_path", /unexpected endpoint|unknown (path|route|endpoint)|cannot post \//iu],
];

/** Returns the cause that the words of an error name; null if they name none. */
export function providerKind(evidence: string): ProviderKind | null {
  return WORDS.find(([, pattern]) => pattern.test(evidence))?.[0] ?? null;
}

/** Words that mean an empty account only beside a status that allows it: a rate limit mentions billing too. */
const ACCOUNT = /exceeded your current quota|billing|credit|per_?day/iu;

/** Returns true if an error with the status 402, 403 or 429 means that the account is used up. */
export function isAccountEmpty(status: number, evidence: string, retryAfterMs: number | null): boolean {
  if (status === 402) return true;
  // A wait of seconds belongs to a rate limit; a daily limit (Gemini) names it too, but waiting does not help.
  if (status === 429 && retryAfterMs !== null && !/per_?day/iu.test(evidence)) return false;
  return (status === 403 || status === 429) && ACCOUNT.test(evidence);
}
