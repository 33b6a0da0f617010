import type { Embedder } from "../ports/embedder.ts";
import type { Logger } from "../ports/logger.ts";
import type { MemoryEntry, MemoryStore } from "../ports/memory-store.ts";
import type { MemoryVectorStore, NearMemory } from "../ports/memory-vector-store.ts";
import type { Scope } from "../ports/scope.ts";
import { fuseRankings } from "./fuse-rankings.ts";
import type { MemoryFinder } from "./memory-finder.ts";
import { MAX_MEMORY_INDEXES, EMBEDDING } from "./tunables.ts";
import { createVectorIndex, type VectorIndex } from "./vector-index.ts";

/** The parts of a search by meaning. */
export type EmbeddingParts = {
  readonly embedder: Embedder;
  readonly vectors: MemoryVectorStore;
  readonly store: Pick<MemoryStore, "revision">;
  /** The similarity from which an entry counts as an answer even if it shares no words. Null: only words decide, vectors order. */
  readonly sureFrom: number | null;
  readonly logger: Pick<Logger, "warn">;
};

type Person = { readonly index: VectorIndex; position: number; embedded: number; work: Promise<void> | null };

/**
 * Adds search by meaning to a finder: what is near in vectors joins what has the words, by reciprocal ranks. Entries get their vectors in the
 * background. An endpoint that fails or is slow leaves the search by words as it is.
 */
export function createEmbeddedFinder(finder: MemoryFinder, parts: EmbeddingParts): MemoryFinder {
  const { embedder, vectors, store, logger } = parts;
  const people = new Map<string, Person>();
  const open = (scope: Scope): Person => {
    const key = JSON.stringify([scope.workspaceId, scope.personId]);
    const person = people.get(key) ?? { index: createVectorIndex(), position: 0, embedded: -1, work: null };
    people.delete(key);
    people.set(key, person);
    const [oldest] = people.keys();
    if (people.size > MAX_MEMORY_INDEXES && oldest !== undefined) people.delete(oldest);
    return person;
  };
  const warn = (thrown: unknown): void => {
    logger.warn("memory is searched by words only", { error: String(thrown) });
  };
  const embedAll = async (scope: Scope, person: Person, revision: number): Promise<void> => {
    for (;;) {
      const entries = await vectors.missing(scope, embedder.model, EMBEDDING.batch);
      if (entries.length > 0) {
        const results = await embedder.embed(entries.map(textOf), AbortSignal.timeout(EMBEDDING.batchMs));
        await vectors.save(
          scope,
          embedder.model,
          entries.flatMap(({ id, version }, index) => {
            const vector = results[index];
            return vector === undefined ? [] : [{ memoryId: id, version, vector }];
          }),
        );
      }
      if (entries.length < EMBEDDING.batch) break;
    }
    person.embedded = revision;
  };
  const nearest = async (scope: Scope, query: string): Promise<readonly NearMemory[]> => {
    const person = open(scope);
    const revision = await store.revision(scope);
    if (person.embedded !== revision)
      person.work ??= embedAll(scope, person, revision)
        .catch(warn)
        .finally(() => {
          person.work = null;
        });
    const [vector] = await embedder.embed([query], AbortSignal.timeout(EMBEDDING.queryMs));
    if (vector === undefined) return [];
    const search = { vector, limit: EMBEDDING.candidates };
    const found = await vectors.nearest(scope, embedder.model, search);
    if (found !== null) return found;
    const changed = await vectors.since(scope, embedder.model, person.position);
    person.index.add(changed.vectors);
    person.position = changed.position;
    return person.index.nearest(search);
  };
  return {
    ...finder,
    async find(scope, query, options) {
      const near = nearest(scope, query).catch((thrown: unknown) => {
        warn(thrown);
        return [];
      });
      const limit = Math.max(options.limit, EMBEDDING.candidates);
      const found = await finder.find(scope, query, { ...options, limit });
      const similar = await near;
      const ids = similar.map(({ memoryId }) => memoryId);
      const entries = await finder.lookUp(scope, ids, options.traceId);
      return fuseRankings(found, similar, { entries, sureFrom: parts.sureFrom }).slice(0, options.limit);
    },
  };
}

function textOf({ name, keywords, description, content }: MemoryEntry): string {
  return [name, keywords.join(", "), description, content].join("\n").slice(0, EMBEDDING.maxCharacters);
}
