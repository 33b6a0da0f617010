import { GoaltraceError } from "../errors.ts";
import type { ModelClient } from "../ports/model-client.ts";
import { invalidConfiguration } from "../check-names.ts";
import { environmentModels } from "./open-ai-model.ts";

/** The name of a model at the endpoint that the environment configures, or a client for a model. */
export type AgentModel = string | ModelClient;

/**
 * Returns the clients of an agent's models, best first. Throws MODEL_NOT_CONFIGURED when the environment configures no endpoint for a name,
 * and CONFIGURATION_INVALID for an empty list, a value that is neither a name nor a client, or two models with the same reference.
 */
export function resolveModels(model: AgentModel | readonly AgentModel[] | undefined): readonly ModelClient[] {
  const clients = listModels(model).flatMap(resolveModel);
  if (clients.length === 0)
    throw invalidConfiguration("The list of models is empty", "Pass at least one model, or omit `model`.");
  const references = new Set<string>();
  for (const { profile } of clients) {
    if (references.has(profile.reference))
      throw invalidConfiguration(
        `Two models have the reference "${profile.reference}"`,
        "Give one of them a different `reference`.",
      );
    references.add(profile.reference);
  }
  return clients;
}

function listModels(
  model: AgentModel | readonly AgentModel[] | undefined,
): readonly (AgentModel | undefined)[] {
  return isList(model) ? model : [model];
}

function isList(value: unknown): value is readonly AgentModel[] {
  return Array.isArray(value);
}

function resolveModel(model: AgentModel | undefined): readonly ModelClient[] {
  if (model !== undefined && typeof model !== "string") return [checkClient(model)];
  if (model?.trim() === "")
    throw invalidConfiguration("The model has no name", "Pass its name, or omit `model`.");
  const clients = environmentModels(model);
  if (clients.length > 0) return clients;
  throw new GoaltraceError({
    code: "MODEL_NOT_CONFIGURED",
    message: model === undefined ? "No model is configured." : `There is no endpoint for the model ${model}.`,
    fix: "Set OPENAI_API_KEY, or OPENAI_BASE_URL for another endpoint, or pass openAiModel({ model, baseUrl, apiKey }).",
  });
}

function checkClient(client: ModelClient): ModelClient {
  // A JavaScript caller may pass the model object of another SDK.
  const value: Partial<ModelClient> = client;
  if (typeof value.attempt === "function" && typeof value.profile?.reference === "string") return client;
  throw invalidConfiguration(
    "The model is neither a name nor a model client",
    "Pass a name, openAiModel({ … }), or an object that implements ModelClient.",
  );
}
