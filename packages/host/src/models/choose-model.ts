import { GoaltraceError } from "@goaltrace/core";
import { nearestName } from "@goaltrace/core/nearest-name";
import type { Scope } from "@goaltrace/core/ports";
import type { Runtime } from "../open-runtime.ts";
import { modelCatalog } from "./model-catalog.ts";

/** The model that a run should use. */
export type WantedModel = {
  /** Named for this run: it must exist. */
  readonly requested?: string | undefined;
  /** Chosen earlier, for example by the previous turn: used while it exists. */
  readonly preferred?: string | undefined;
};

/**
 * Returns the model reference for a run: the requested one, otherwise the preferred one if it exists, otherwise the default. Errors:
 * INVALID_INPUT with the known models for an unknown request; MODEL_NOT_CONFIGURED without any model.
 */
export async function chooseModel(
  ports: Pick<Runtime, "stores" | "environmentModels">,
  scope: Scope,
  { requested, preferred }: WantedModel,
): Promise<string> {
  const catalog = await modelCatalog(
    { models: ports.stores.models, environment: ports.environmentModels },
    scope.workspaceId,
  );
  const known = catalog.items.map((row) => row.reference);
  if (requested !== undefined && !known.includes(requested)) throw unknownModel(requested, known);
  const wanted = requested ?? preferred;
  const reference = wanted !== undefined && known.includes(wanted) ? wanted : catalog.defaultReference;
  if (reference !== null) return reference;
  throw new GoaltraceError({
    code: "MODEL_NOT_CONFIGURED",
    message: "No model is configured, so runs can't start. Saved conversations and traces stay readable.",
    fix: "Add a model under Settings, Models, or start the server with OPENAI_API_KEY (and OPENAI_BASE_URL, GOALTRACE_MODEL) or DEEPSEEK_API_KEY.",
  });
}

/** Names listed in an error; a workspace can have hundreds of models. */
const MAX_NAMED_MODELS = 10;

function unknownModel(requested: string, known: readonly string[]): GoaltraceError {
  const nearest = nearestName(requested, known);
  const named = known.slice(0, MAX_NAMED_MODELS).join(", ");
  const list =
    known.length > MAX_NAMED_MODELS ? `${named} and ${known.length - MAX_NAMED_MODELS} more` : named;
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: `There is no model "${requested}".`,
    fix: `${nearest === undefined ? "" : `Did you mean ${nearest}? `}Known models: ${list}.`,
  });
}
