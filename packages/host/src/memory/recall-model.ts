import type { ModelClient } from "@goaltrace/core";
import type { Logger, ModelDirectory } from "@goaltrace/core/ports";

const VARIABLE = "GOALTRACE_RECALL_MODEL";

/** Reads the reference of the light model that chooses memories; null if the ranking decides alone. */
export function readRecallModel(variables: Readonly<Record<string, string | undefined>>): string | null {
  const reference = variables[VARIABLE]?.trim() ?? "";
  return reference === "" ? null : reference;
}

/** Returns the client of the light model among the models of a workspace; undefined, with a warning, if it has none of this name. */
export async function resolveRecallModel(
  reference: string | null,
  { models, logger }: { readonly models: ModelDirectory; readonly logger: Pick<Logger, "warn"> },
  workspaceId: string,
): Promise<ModelClient | undefined> {
  if (reference === null) return undefined;
  const found = await models.resolve(workspaceId, reference);
  if (!("code" in found)) return found;
  logger.warn("the model that chooses memories was not found", {
    workspaceId,
    reference,
    error: found.message,
  });
  return undefined;
}
