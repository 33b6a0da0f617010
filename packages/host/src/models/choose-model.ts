import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import type { Runtime } from "../open-runtime.ts";
import { modelCatalog } from "./model-catalog.ts";

/** Returns the model reference for a run: the requested one if it exists, otherwise the default. Errors: MODEL_NOT_CONFIGURED. */
export async function chooseModel(
  ports: Pick<Runtime, "stores" | "environmentModels">,
  scope: Scope,
  requested: string | undefined,
): Promise<string> {
  const catalog = await modelCatalog(
    { models: ports.stores.models, environment: ports.environmentModels },
    scope.workspaceId,
  );
  const reference =
    requested !== undefined && catalog.items.some((row) => row.reference === requested)
      ? requested
      : catalog.defaultReference;
  if (reference !== null) return reference;
  throw new GoaltraceError({
    code: "MODEL_NOT_CONFIGURED",
    message: "No model is configured, so runs can't start. Saved conversations and traces stay readable.",
    fix: "Add a model under Settings, Models, or start the server with OPENAI_API_KEY (and OPENAI_BASE_URL, GOALTRACE_MODEL) or DEEPSEEK_API_KEY.",
  });
}
