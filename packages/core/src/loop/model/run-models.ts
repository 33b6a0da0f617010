import type { Failure } from "../../errors.ts";
import type { Trace } from "../../log/trace.ts";
import type { ModelClient, ModelDirectory } from "../../ports/model-client.ts";

/** The models of a run. */
export type RunModels = {
  /** The available models, in the order in which they are tried. */
  readonly clients: readonly ModelClient[];
  /** The reason why a model is unavailable; null if all are available. */
  readonly failure: Failure | null;
};

/** Resolves the model list of a trace. No other model is ever called for it. */
export async function resolveModels(directory: ModelDirectory, trace: Trace): Promise<RunModels> {
  const resolved = await Promise.all(
    trace.models.map(async (reference) => await directory.resolve(trace.workspaceId, reference)),
  );
  return {
    clients: resolved.filter((client) => "attempt" in client),
    failure: resolved.find((client) => "code" in client) ?? null,
  };
}
