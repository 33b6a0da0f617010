import { createEmbeddedFinder, createMemoryFinder, type MemoryFinder } from "@goaltrace/core/memory";
import { createOpenAiEmbedder } from "@goaltrace/core/openai";
import type { HttpTransport, Logger } from "@goaltrace/core/ports";
import type { Database } from "@goaltrace/db";
import { readEmbeddingSettings } from "./embedding-settings.ts";

type FinderParts = {
  readonly database: Pick<Database, "memories" | "memorySearch" | "memoryVectors">;
  readonly transport: HttpTransport;
  readonly logger: Pick<Logger, "warn">;
};

/** Opens the search of memory: by words, and by meaning too where the variables name an endpoint of embeddings. Errors: CONFIGURATION_INVALID. */
export function openMemoryFinder(
  { database, transport, logger }: FinderParts,
  variables: Readonly<Record<string, string | undefined>>,
): MemoryFinder {
  const { memories: store, memorySearch: large, memoryVectors: vectors } = database;
  const finder = createMemoryFinder(store, { large });
  const settings = readEmbeddingSettings(variables);
  if (settings === null) return finder;
  const embedder = createOpenAiEmbedder(transport, settings);
  return createEmbeddedFinder(finder, { embedder, vectors, store, logger, sureFrom: settings.sureFrom });
}
