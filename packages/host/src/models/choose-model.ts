import { GoaltraceError, type Scope } from "@goaltrace/core";
import type { Runtime } from "../open-runtime.ts";
import { modelCatalog } from "./model-catalog.ts";

/** The reference of the model for a run: the wanted one while it exists, else the default. Errors: MODEL_NOT_CONFIGURED. */
export async function chooseModel(
  ports: Pick<Runtime, "stores" | "environmentModels">,
  scope: Scope,
  wanted: string | undefined,
): Promise<string> {
  const catalog = await modelCatalog(
    { models: ports.stores.models, environment: ports.environmentModels },
    scope.workspaceId,
  );
  const reference =
    wanted !== undefined && catalog.items.some((row) => row.reference === wanted)
      ? wanted
      : catalog.defaultReference;
  if (reference !== null) return reference;
  throw new GoaltraceError({
    code: "MODEL_NOT_CONFIGURED",
    message: "No model is configured, so nothing can run. Everything that was saved can still be read.",
    fix: "Add a model under Settings, Models, or start with OPENAI_API_KEY (and OPENAI_BASE_URL, GOALTRACE_MODEL) or DEEPSEEK_API_KEY.",
  });
}
