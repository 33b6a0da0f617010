import type { ModelProfile } from "../../ports/model-client.ts";
import { modelDefaults, detectQuirks } from "./known-models.ts";

/** The configuration for calling one model. */
export type ModelConfiguration = {
  readonly profile: ModelProfile;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Calls at once at the endpoint. Default: null, any number. */
  readonly maxCalls?: number | null;
};

/** The default base URL. */
export const OPENAI_URL = "https://api.openai.com/v1";
const DEEPSEEK_URL = "https://api.deepseek.com/v1";

/**
 * Returns the models configured by environment variables, best first; empty when no key and no base URL is set. Reads `OPENAI_API_KEY`,
 * `OPENAI_BASE_URL` and `GOALTRACE_MODEL` (comma-separated fallbacks); `DEEPSEEK_API_KEY` alone is a shortcut. `GOALTRACE_MODEL_CALLS`
 * limits the calls at once of each.
 */
export function modelsFromEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
): readonly ModelConfiguration[] {
  const {
    OPENAI_API_KEY: openAiKey,
    OPENAI_BASE_URL: openAiUrl,
    DEEPSEEK_API_KEY: deepSeekKey,
    GOALTRACE_MODEL: names,
    GOALTRACE_MODEL_CALLS: calls,
  } = variables;
  const maxCalls = calls === undefined || calls === "" ? null : Number(calls);
  const requested = (names ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (openAiKey || openAiUrl) {
    const baseUrl = openAiUrl || OPENAI_URL;
    return (requested.length > 0 ? requested : ["gpt-4.1"]).map((model) =>
      configureModel({ model, baseUrl, apiKey: openAiKey ?? "", maxCalls }),
    );
  }
  if (!deepSeekKey) return [];
  return (requested.length > 0 ? requested : ["deepseek-chat"]).map((model) =>
    configureModel({ model, baseUrl: DEEPSEEK_URL, apiKey: deepSeekKey, maxCalls }),
  );
}

/** Returns a configuration with known defaults for the model. */
export function configureModel(settings: {
  readonly model: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly label?: string;
  readonly reference?: string;
  /** Default: null. */
  readonly maxCalls?: number | null;
}): ModelConfiguration {
  const baseUrl = settings.baseUrl.replace(/\/+$/, "");
  return {
    baseUrl,
    apiKey: settings.apiKey,
    maxCalls: settings.maxCalls ?? null,
    profile: {
      reference: settings.reference ?? settings.model,
      wireName: settings.model,
      label: settings.label ?? hostName(baseUrl),
      scripted: false,
      quirks: detectQuirks(baseUrl, settings.model),
      ...modelDefaults(settings.model),
    },
  };
}

function hostName(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
