import type { Failure } from "../errors.ts";
import type { ModelClient, ModelDirectory } from "../ports/model-client.ts";

/** Where clients of models come from, in the order they are asked. Each gives undefined for a reference it does not know. */
export type ModelSource = (workspaceId: string, reference: string) => Promise<ModelClient | undefined>;

/** Finds a model's client in the first source that knows its reference; else says what to do. */
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
