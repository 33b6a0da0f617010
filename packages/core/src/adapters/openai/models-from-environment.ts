import type { ModelProfile } from "../../ports/model-client.ts";
import { knownModel, quirksOf } from "./known-models.ts";

/** All that is needed to call one model. */
export type ModelConfiguration = {
  readonly profile: ModelProfile;
  readonly baseUrl: string;
  readonly apiKey: string;
};

/** Where a model without a base URL of its own is called. */
export const OPENAI_URL = "https://api.openai.com/v1";
const DEEPSEEK_URL = "https://api.deepseek.com/v1";

/**
 * The models that environment variables name, best first; none when no key and no base URL is set. `OPENAI_API_KEY`, `OPENAI_BASE_URL`
 * and `GOALTRACE_MODEL` (a comma makes fallbacks); `DEEPSEEK_API_KEY` alone is a shortcut.
 */
export function modelsFromEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
): readonly ModelConfiguration[] {
  const {
    OPENAI_API_KEY: openAiKey,
    OPENAI_BASE_URL: openAiUrl,
    DEEPSEEK_API_KEY: deepSeekKey,
    GOALTRACE_MODEL: names,
  } = variables;
  const wanted = (names ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (openAiKey || openAiUrl) {
    const baseUrl = openAiUrl ?? OPENAI_URL;
    return (wanted.length > 0 ? wanted : ["gpt-4.1"]).map((model) =>
      configureModel({ model, baseUrl, apiKey: openAiKey ?? "" }),
    );
  }
  if (!deepSeekKey) return [];
  return (wanted.length > 0 ? wanted : ["deepseek-chat"]).map((model) =>
    configureModel({ model, baseUrl: DEEPSEEK_URL, apiKey: deepSeekKey }),
  );
}

/** A configuration with what is known of the model filled in. */
export function configureModel(given: {
  readonly model: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly label?: string;
  readonly reference?: string;
}): ModelConfiguration {
  const baseUrl = given.baseUrl.replace(/\/+$/, "");
  return {
    baseUrl,
    apiKey: given.apiKey,
    profile: {
      reference: given.reference ?? given.model,
      wireName: given.model,
      label: given.label ?? hostOf(baseUrl),
      scripted: false,
      quirks: quirksOf(baseUrl, given.model),
      ...knownModel(given.model),
    },
  };
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
