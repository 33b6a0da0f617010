import { withTextTools } from "../../context/wire-quirks.ts";
import type { ModelProfile } from "../../ports/model-client.ts";

type KnownModel = {
  readonly pattern: RegExp;
  readonly contextWindow: number;
  readonly price: ModelProfile["price"];
};

/**
 * Windows in tokens and prices in US dollars per million tokens, as published by the providers; user settings override them. The first
 * match wins.
 */
const KNOWN_MODELS: readonly KnownModel[] = [
  {
    pattern: /^deepseek-(chat|reasoner)$/,
    contextWindow: 128_000,
    price: { input: 0.28, cachedInput: 0.028, output: 0.42 },
  },
  {
    pattern: /^gpt-5(-\d{4}.*)?$/,
    contextWindow: 400_000,
    price: { input: 1.25, cachedInput: 0.125, output: 10 },
  },
  { pattern: /^gpt-5-mini/, contextWindow: 400_000, price: { input: 0.25, cachedInput: 0.025, output: 2 } },
  {
    pattern: /^gpt-4\.1-mini/,
    contextWindow: 1_047_576,
    price: { input: 0.4, cachedInput: 0.1, output: 1.6 },
  },
  { pattern: /^gpt-4\.1/, contextWindow: 1_047_576, price: { input: 2, cachedInput: 0.5, output: 8 } },
  {
    pattern: /^gpt-4o-mini/,
    contextWindow: 128_000,
    price: { input: 0.15, cachedInput: 0.075, output: 0.6 },
  },
  { pattern: /^gpt-4o/, contextWindow: 128_000, price: { input: 2.5, cachedInput: 1.25, output: 10 } },
  {
    pattern: /gemini-2\.5-flash/,
    contextWindow: 1_048_576,
    price: { input: 0.3, cachedInput: 0.075, output: 2.5 },
  },
  {
    pattern: /gemini-2\.5-pro/,
    contextWindow: 1_048_576,
    price: { input: 1.25, cachedInput: 0.31, output: 10 },
  },
];

/** The window for unknown models, in tokens: small enough to be safe with most models that can call tools. */
const DEFAULT_WINDOW = 128_000;

/** Returns window and price of a model by its name; the price of an unknown one is null, not zero. */
export function modelDefaults(name: string): {
  readonly contextWindow: number;
  readonly price: ModelProfile["price"];
} {
  const short = name.split("/").at(-1) ?? name;
  const match = KNOWN_MODELS.find((candidate) => candidate.pattern.test(short));
  return match ?? { contextWindow: DEFAULT_WINDOW, price: null };
}

/** Models, as named by local servers, without training for tool calls. Other such models are detected from endpoint errors. */
const WITHOUT_TOOLS =
  /^(gemma|gemma2|codegemma|llama2|codellama|tinyllama|phi|phi3|vicuna|llava|starling-lm|orca-mini|wizardlm2|deepseek-coder)(:|$)/;

/** Returns the quirks for a base URL and a model name. */
export function detectQuirks(baseUrl: string, model: string): string {
  if (baseUrl.includes("openrouter.ai")) return "openrouter";
  if (baseUrl.includes("deepseek.com")) return /reasoner/.test(model) ? "deepseek-thinking" : "deepseek";
  return WITHOUT_TOOLS.test(model) ? withTextTools("default") : "default";
}
