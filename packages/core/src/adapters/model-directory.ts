import type { Failure } from "../errors.ts";
import type { ModelClient, ModelDirectory } from "../ports/model-client.ts";

/** A source of model clients; returns undefined for an unknown reference. */
export type ModelSource = (workspaceId: string, reference: string) => Promise<ModelClient | undefined>;

/** Creates a directory that tries sources in order and returns the first match, otherwise a failure with a fix. */
export function createModelDirectory(sources: readonly ModelSource[]): ModelDirectory {
  return {
    async resolve(workspaceId, reference): Promise<ModelClient | Failure> {
      for (const source of sources) {
        const client = await source(workspaceId, reference);
        if (client !== undefined) return client;
      }
      return {
        code: "MODEL_NOT_CONFIGURED",
        message: reference === "" ? "No model is configured." : `The model ${reference} is not configured.`,
        fix: "Add it in Settings, Models, or set OPENAI_API_KEY, OPENAI_BASE_URL and GOALTRACE_MODEL.",
      };
    },
  };
}
