import { createMeaningComparison } from "@goaltrace/core/experiences";
import { createEmbeddedFinder, createMemoryFinder, type MemoryFinder } from "@goaltrace/core/memory";
import { createOpenAiEmbedder } from "@goaltrace/core/openai";
import type { HttpTransport, Logger } from "@goaltrace/core/ports";
import type { Database } from "@goaltrace/db";
import type { ExperienceComparison } from "../experiences/start-experiences.ts";
import { readEmbeddingSettings } from "./embedding-settings.ts";

type FinderParts = {
  readonly database: Pick<Database, "memories" | "memorySearch" | "memoryVectors">;
  readonly transport: HttpTransport;
  readonly logger: Pick<Logger, "warn">;
};

/** The search of memory, and the comparison of experiences with tasks by meaning; null without an endpoint of embeddings. */
type OpenFinder = { readonly finder: MemoryFinder; readonly meaning: ExperienceComparison | null };

/** Opens the search of memory: by words, and by meaning too where the variables name an endpoint of embeddings. Errors: CONFIGURATION_INVALID. */
export function openMemoryFinder(
  { database, transport, logger }: FinderParts,
  variables: Readonly<Record<string, string | undefined>>,
): OpenFinder {
  const { memories: store, memorySearch: large, memoryVectors: vectors } = database;
  const finder = createMemoryFinder(store, { large });
  const settings = readEmbeddingSettings(variables);
  if (settings === null) return { finder, meaning: null };
  const embedder = createOpenAiEmbedder(transport, settings);
  const { sureFrom } = settings;
  return {
    finder: createEmbeddedFinder(finder, { embedder, vectors, store, logger, sureFrom }),
    meaning: { compare: createMeaningComparison({ embedder, logger }), sureFrom },
  };
}
