import { GoaltraceError } from "@goaltrace/core";
import type { EmbedderSettings } from "@goaltrace/core/openai";

/** Where vectors of memory come from, and the similarity from which an entry is recalled without a word in common; null: never. */
export type EmbeddingSettings = EmbedderSettings & { readonly sureFrom: number | null };

const URL_VARIABLE = "GOALTRACE_EMBEDDINGS_URL";
const MODEL_VARIABLE = "GOALTRACE_EMBEDDINGS_MODEL";
const SIMILARITY_VARIABLE = "GOALTRACE_EMBEDDINGS_SIMILARITY";

/** Reads the settings from environment variables; null if none is set. Errors: CONFIGURATION_INVALID naming the variable. */
export function readEmbeddingSettings(
  variables: Readonly<Record<string, string | undefined>>,
): EmbeddingSettings | null {
  const read = (name: string): string => variables[name]?.trim() ?? "";
  const [baseUrl, model, similarity] = [URL_VARIABLE, MODEL_VARIABLE, SIMILARITY_VARIABLE].map(read);
  if (!baseUrl && !model) return null;
  if (!baseUrl || !/^https?:\/\//u.test(baseUrl))
    throw invalid(`${URL_VARIABLE} must begin with http:// or https://.`);
  if (!model) throw invalid(`${MODEL_VARIABLE} must name a model of embeddings.`);
  const sureFrom = similarity ? Number(similarity) : null;
  if (sureFrom !== null && !(sureFrom > 0 && sureFrom <= 1))
    throw invalid(`${SIMILARITY_VARIABLE} must be a number above 0, at most 1.`);
  const key = read("GOALTRACE_EMBEDDINGS_KEY");
  return { baseUrl, model, key: key === "" ? null : key, sureFrom };
}

function invalid(message: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message,
    fix: "Fix this environment variable; .env.example describes it.",
  });
}
