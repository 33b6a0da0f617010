import { GoaltraceError } from "@goaltrace/core";
import { adviseModel, modelCatalog, type Runtime } from "@goaltrace/host";

/**
 * Returns the models of a run in order: those named by `--model`, otherwise those of the agent, otherwise all of the environment, otherwise the workspace's default. Errors:
 * INVALID_INPUT for a blank name; MODEL_NOT_CONFIGURED, with the known models, for a name that no model has, and if there is no model.
 */
export async function runModels(
  runtime: Pick<Runtime, "database" | "environmentModels" | "models">,
  workspaceId: string,
  { requested, own }: { readonly requested: string | undefined; readonly own: readonly string[] },
): Promise<readonly string[]> {
  const names =
    requested === undefined
      ? own.length > 0
        ? own
        : await defaultModels(runtime, workspaceId)
      : parseModels(requested);
  for (const name of names.length === 0 ? [""] : names) {
    const found = await runtime.models.resolve(workspaceId, name);
    if ("attempt" in found) continue;
    if (name === "") throw new GoaltraceError(found);
    const sources = { models: runtime.database.models, environment: runtime.environmentModels };
    throw new GoaltraceError({
      ...found,
      fix: adviseModel(await modelCatalog(sources, workspaceId), name),
    });
  }
  return names;
}

function parseModels(typed: string): readonly string[] {
  const names = typed.split(",").map((name) => name.trim());
  if (names.every((name) => name !== "")) return names;
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: `--model must be a name, or several with commas between them, not "${typed}".`,
    fix: "Example: --model gpt-4.1,deepseek-chat",
  });
}

async function defaultModels(
  { database, environmentModels }: Pick<Runtime, "database" | "environmentModels">,
  workspaceId: string,
): Promise<readonly string[]> {
  if (environmentModels.length > 0) return environmentModels.map((model) => model.profile.reference);
  const chosen = await database.models.defaultReference({ workspaceId });
  return chosen === null ? [] : [chosen];
}
