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
  /** The URL without `/chat/completions`. @default `OPENAI_BASE_URL`, then OpenAI */
  readonly baseUrl?: string;
  /**
   * @default `OPENAI_API_KEY` if `baseUrl` is omitted, else no key, so that the environment's key is sent only to the environment's endpoint
   */
  readonly apiKey?: string;
  /** Maximum number of tokens in a request and its answer together. @default the window of a known model, else 128,000 */
  readonly contextWindow?: number;
  /** US dollars per million tokens. @default the published price of a known model, else null: the cost is unknown */
  readonly price?: ModelProfile["price"];
  /** The name of the model in logs, unique within an agent. @default `model` */
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

/** Kept outside the clients, because callers may log a client. */
const apiKeys = new WeakMap<ModelClient, string>();

/**
 * Creates a client for an endpoint with OpenAI's Chat Completions API. Nothing is sent before the first call. Throws MODEL_NOT_CONFIGURED if
 * OpenAI's own endpoint has no key, and CONFIGURATION_INVALID for a blank name, a base URL that is not HTTP, or an unknown option.
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

/**
 * The models that the environment configures, best first. With `names`, separated by commas, those models at its endpoint instead. Empty if no
 * endpoint is configured.
 */
export function environmentModels(names?: string): readonly ModelClient[] {
  const variables = environmentVariables();
  const named = names === undefined ? variables : { ...variables, GOALTRACE_MODEL: names };
  return modelsFromEnvironment(named).map((configuration) => createLazyClient(configuration));
}

/** The API key of a client that `openAiModel` or `environmentModels` created; undefined for other clients. */
export function apiKeyBehind(client: ModelClient): string | undefined {
  return apiKeys.get(client);
}

/** The OpenAI SDK takes longer to load than the rest of the library, so it is loaded with the first call. */
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
      "Pass the URL without /chat/completions, such as http://127.0.0.1:11434/v1.",
    );
  if (apiKey === "" && baseUrl.startsWith(OPENAI_URL))
    throw new GoaltraceError({
      code: "MODEL_NOT_CONFIGURED",
      message: `There is no API key for the model ${model}`,
      fix: "Set OPENAI_API_KEY, or pass apiKey to openAiModel.",
    });
}
