import { withTextTools } from "../../context/wire-quirks.ts";
import type { ModelProfile } from "../../ports/model-client.ts";

type Known = {
  readonly pattern: RegExp;
  readonly contextWindow: number;
  readonly price: ModelProfile["price"];
};

/** Windows in tokens and prices in US dollars per million tokens, as the providers published them; a person's own settings win. First match counts. */
const KNOWN: readonly Known[] = [
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

/** Taken when a model's window is unknown: small enough to be safe with most that can call tools. Tokens. */
const UNKNOWN_WINDOW = 128_000;

/** What is known of a model by its name; the price of an unknown one is null, not zero. */
export function knownModel(name: string): {
  readonly contextWindow: number;
  readonly price: ModelProfile["price"];
} {
  const short = name.split("/").at(-1) ?? name;
  const known = KNOWN.find((candidate) => candidate.pattern.test(short));
  return known ?? { contextWindow: UNKNOWN_WINDOW, price: null };
}

/** Models, as local servers name them, that were never trained to call tools. Others are found out when an endpoint says so. */
const WITHOUT_TOOLS =
  /^(gemma|gemma2|codegemma|llama2|codellama|tinyllama|phi|phi3|vicuna|llava|starling-lm|orca-mini|wizardlm2|deepseek-coder)(:|$)/;

/** The quirks that a base URL and a model's name ask for. */
export function quirksOf(baseUrl: string, model: string): string {
  if (baseUrl.includes("openrouter.ai")) return "openrouter";
  if (baseUrl.includes("deepseek.com")) return /reasoner/.test(model) ? "deepseek-thinking" : "deepseek";
  return WITHOUT_TOOLS.test(model) ? withTextTools("default") : "default";
}
