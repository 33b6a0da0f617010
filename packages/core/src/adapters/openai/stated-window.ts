/** How providers name the window when they refuse a request as too long, most specific first. */
const PATTERNS: readonly RegExp[] = [
  // OpenAI, Azure, vLLM, OpenRouter, DeepSeek, LM Studio, llama.cpp.
  /context (?:length|size|window)(?: of only| of| is|:)? ?\(?(\d[\d,_]*)/iu,
  // Mistral.
  /(\d[\d,_]*) maximum context/iu,
  // Anthropic.
  /> ?(\d[\d,_]*) ?(?:tokens )?maximum/iu,
  // Gemini, Cohere.
  /maximum number of (?:input )?tokens(?: allowed)? ?\(?(\d[\d,_]*)/iu,
  /(?:cannot exceed|must be <=) ?(\d[\d,_]*)/iu,
  // Qwen.
  /input length should be \[1, ?(\d[\d,_]*)\]/iu,
  // llama.cpp.
  /n_ctx"?[ :=(]{1,3}(\d[\d,_]*)/iu,
];
/** Smaller numbers are something else. */
const MIN_WINDOW = 512;

/** Returns the window in tokens that the words of a refusal name; null if they name none. */
export function statedWindow(evidence: string): number | null {
  for (const pattern of PATTERNS) {
    const digits = pattern.exec(evidence)?.[1]?.replaceAll(/\D/gu, "") ?? "";
    const tokens = digits.length > 9 ? 0 : Number(digits);
    if (tokens >= MIN_WINDOW) return tokens;
  }
  return null;
}
