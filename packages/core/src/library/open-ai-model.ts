import { environmentVariables } from "../adapters/system/env.ts";
import {
  configureModel,
  type ModelConfiguration,
  modelsFromEnvironment,
  OPENAI_URL,
} from "../adapters/openai/models-from-environment.ts";
import { GoaltraceError } from "../errors.ts";
import type { HttpTransport } from "../ports/http-transport.ts";
import type { ModelClient, ModelProfile } from "../ports/model-client.ts";
import { MODEL_TIMEOUTS } from "../tunables.ts";
import { checkNames, invalidConfiguration } from "../check-names.ts";

export type OpenAiModelOptions = {
  /** The name of the model at the endpoint. */
  readonly model: string;
  /** The address before `/chat/completions`. @default `OPENAI_BASE_URL`, then OpenAI */
  readonly baseUrl?: string;
  /**
   * @default `OPENAI_API_KEY` when `baseUrl` is left out; no key for a `baseUrl` of yours, so that the key of the environment reaches only
   * the endpoint of the environment
   */
  readonly apiKey?: string;
  /** Tokens that fit in a request with its answer. @default the window of a known model, else 128,000 */
  readonly contextWindow?: number;
  /** US dollars per million tokens. @default the published price of a known model, else null: the cost is unknown */
  readonly price?: ModelProfile["price"];
  /** Names the model in logs; two models of one agent need two names. @default `model` */
  readonly reference?: string;
  /** @default the engine's `fetch` */
  readonly transport?: HttpTransport;
};

const OPTION_NAMES: Readonly<Record<keyof OpenAiModelOptions, true>> = {
  model: true,
  baseUrl: true,
  apiKey: true,
  contextWindow: true,
  price: true,
  reference: true,
  transport: true,
};

/** Kept apart from the clients, which people log. */
const apiKeys = new WeakMap<ModelClient, string>();

/**
 * A model behind an endpoint that speaks OpenAI's Chat Completions. Nothing is sent before the first call. Throws MODEL_NOT_CONFIGURED
 * when OpenAI's own endpoint has no key, and CONFIGURATION_INVALID for a blank name, an address that is not HTTP or an unknown option.
 */
export function openAiModel(options: OpenAiModelOptions): ModelClient {
  checkNames(options, { names: OPTION_NAMES, noun: "an option of openAiModel" });
  const variables = environmentVariables();
  const baseUrl = options.baseUrl ?? (variables["OPENAI_BASE_URL"] || OPENAI_URL);
  const apiKey = options.apiKey ?? (options.baseUrl === undefined ? (variables["OPENAI_API_KEY"] ?? "") : "");
  checkEndpoint({ model: options.model, baseUrl, apiKey });
  const configuration = configureModel({
    ...{ model: options.model, baseUrl, apiKey },
    reference: options.reference ?? options.model,
  });
  const { profile } = configuration;
  return createLazyClient(
    {
      ...configuration,
      profile: {
        ...profile,
        contextWindow: options.contextWindow ?? profile.contextWindow,
        price: options.price === undefined ? profile.price : options.price,
      },
    },
    options.transport,
  );
}

/** The models that the environment sets, best first, or those named at its endpoint: `names` with commas between. Empty when no endpoint is set. */
export function environmentModels(names?: string): readonly ModelClient[] {
  const variables = environmentVariables();
  const named = names === undefined ? variables : { ...variables, GOALTRACE_MODEL: names };
  return modelsFromEnvironment(named).map((configuration) => createLazyClient(configuration));
}

/** The key with which a client of this module calls its endpoint; undefined for other clients. */
export function apiKeyBehind(client: ModelClient): string | undefined {
  return apiKeys.get(client);
}

/** The SDK takes longer to load than all of the library, so it waits for the first call. */
function createLazyClient(
  { profile, baseUrl, apiKey }: ModelConfiguration,
  transport?: HttpTransport,
): ModelClient {
  let loading: Promise<ModelClient> | undefined;
  const load = async (): Promise<ModelClient> => {
    const { createOpenAiClient } = await import("../adapters/openai/client.ts");
    const options = { profile, baseUrl, apiKey, ...MODEL_TIMEOUTS };
    return createOpenAiClient(transport === undefined ? options : { ...options, transport });
  };
  const client: ModelClient = {
    profile,
    attempt: async (request) => {
      loading ??= load();
      return await (await loading).attempt(request);
    },
  };
  if (apiKey !== "") apiKeys.set(client, apiKey);
  return client;
}

function checkEndpoint({
  model,
  baseUrl,
  apiKey,
}: Omit<ModelConfiguration, "profile"> & { readonly model: string }): void {
  if (typeof model !== "string" || model.trim() === "")
    throw invalidConfiguration("The model has no name", 'Pass one: openAiModel({ model: "gpt-4.1-mini" }).');
  if (!/^https?:\/\//iu.test(baseUrl) || !URL.canParse(baseUrl))
    throw invalidConfiguration(
      `The base URL "${baseUrl}" of the model ${model} is not an HTTP address`,
      "Pass the address before /chat/completions, such as http://127.0.0.1:11434/v1.",
    );
  if (apiKey === "" && baseUrl.startsWith(OPENAI_URL))
    throw new GoaltraceError({
      code: "MODEL_NOT_CONFIGURED",
      message: `There is no API key for the model ${model}`,
      fix: "Set OPENAI_API_KEY, or pass apiKey to openAiModel.",
    });
}
