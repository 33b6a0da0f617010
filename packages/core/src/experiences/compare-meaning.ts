import { EMBEDDING } from "../memory/tunables.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Experience } from "../ports/experience-store.ts";
import type { Logger } from "../ports/logger.ts";
import type { ExperienceMeaning } from "./join-meaning.ts";
import { MAX_CONDITION_VECTORS } from "./tunables.ts";

type Parts = { readonly embedder: Embedder; readonly logger: Pick<Logger, "warn"> };

const NONE: ExperienceMeaning = new Map();

/**
 * Returns a function that compares a task with the conditions of experiences by their vectors. Conditions get theirs in the background, so that
 * new ones join from a later run on; the vectors stay in this process. Resolves to nothing, with a warning, if the endpoint fails or is slow.
 */
export function createMeaningComparison({
  embedder,
  logger,
}: Parts): (task: string, experiences: readonly Experience[]) => Promise<ExperienceMeaning> {
  const vectors = new Map<string, readonly number[]>();
  let work: Promise<void> | null = null;
  const warn = (thrown: unknown): void => {
    logger.warn("experiences are found by words only", { error: String(thrown) });
  };
  const embedAll = async (texts: readonly string[]): Promise<void> => {
    for (let start = 0; start < texts.length; start += EMBEDDING.batch) {
      const batch = texts.slice(start, start + EMBEDDING.batch);
      const results = await embedder.embed(batch, AbortSignal.timeout(EMBEDDING.batchMs));
      for (const [index, text] of batch.entries()) {
        const vector = results[index];
        if (vector !== undefined) vectors.set(text, vector);
      }
      for (const oldest of vectors.keys()) {
        if (vectors.size <= MAX_CONDITION_VECTORS) break;
        vectors.delete(oldest);
      }
    }
  };
  return async (task, experiences) => {
    const missing = [...new Set(experiences.map(({ condition }) => condition))]
      .filter((condition) => !vectors.has(condition))
      .slice(0, MAX_CONDITION_VECTORS);
    if (missing.length > 0)
      work ??= embedAll(missing)
        .catch(warn)
        .finally(() => {
          work = null;
        });
    if (missing.length === experiences.length) return NONE;
    try {
      const text = task.slice(0, EMBEDDING.maxCharacters);
      const [query] = await embedder.embed([text], AbortSignal.timeout(EMBEDDING.queryMs));
      if (query === undefined) return NONE;
      return new Map(
        experiences.flatMap(({ id, condition }) => {
          const vector = vectors.get(condition);
          return vector?.length === query.length ? [[id, cosineOf(vector, query)] as const] : [];
        }),
      );
    } catch (thrown) {
      warn(thrown);
      return NONE;
    }
  };
}

function cosineOf(left: readonly number[], right: readonly number[]): number {
  const product = left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
  const lengths = Math.hypot(...left) * Math.hypot(...right);
  return lengths === 0 ? 0 : product / lengths;
}
