import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import type { Runtime } from "../runtime.ts";
import { adviseModel } from "./advise-model.ts";
import { modelCatalog } from "./model-catalog.ts";

/** The models that a run may use: the requested one, otherwise the remembered one while it exists. */
export type WantedModel = {
  readonly requested?: string | undefined;
  /** The model of the conversation, which may have been removed since. */
  readonly remembered: string | null;
  /** The models of the agent, fallbacks included; empty for none of its own. */
  readonly own: readonly string[];
};

/**
 * Returns the references of models for a run, fallbacks last: those wanted by a person, otherwise those of the agent that exist, otherwise the
 * default. Errors: INVALID_INPUT with the known models for a requested one that does not exist, and for an agent none of whose models does;
 * MODEL_NOT_CONFIGURED if there is none.
 */
export async function chooseModels(
  ports: Pick<Runtime, "stores" | "environmentModels">,
  scope: Scope,
  { requested, remembered, own }: WantedModel,
): Promise<readonly string[]> {
  const catalog = await modelCatalog(
    { models: ports.stores.models, environment: ports.environmentModels },
    scope.workspaceId,
  );
  const exists = (reference: string): boolean => catalog.items.some((row) => row.reference === reference);
  if (requested !== undefined && !exists(requested))
    throw new GoaltraceError({
      code: "INVALID_INPUT",
      message: `The model ${requested} is not configured.`,
      fix: adviseModel(catalog, requested),
    });
  const wanted = requested ?? (remembered !== null && exists(remembered) ? remembered : null);
  if (wanted !== null) return [wanted];
  const existing = own.filter(exists);
  if (existing.length > 0) return existing;
  const [missing] = own;
  if (missing !== undefined)
    throw new GoaltraceError({
      code: "INVALID_INPUT",
      message: `The model of the agent, ${missing}, is not configured.`,
      fix: `${adviseModel(catalog, missing)} Change the agent, or choose a model for the run.`,
    });
  const reference = catalog.defaultReference;
  if (reference !== null) return [reference];
  throw new GoaltraceError({
    code: "MODEL_NOT_CONFIGURED",
    message: "No model is configured, so runs can't start. Saved conversations and traces stay readable.",
    fix: "Add a model under Settings, Models, or start the server with OPENAI_API_KEY (and OPENAI_BASE_URL, GOALTRACE_MODEL) or DEEPSEEK_API_KEY.",
  });
}
