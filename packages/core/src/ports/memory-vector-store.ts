import type { MemoryEntry } from "./memory-store.ts";
import type { Scope } from "./scope.ts";

/** The vector of the contents of an entry at a version. */
export type MemoryVector = Pick<MemoryEntry, "version"> & {
  readonly memoryId: string;
  readonly vector: readonly number[];
};

/** An entry near a query. `similarity`: the cosine of both vectors, -1 to 1. */
export type NearMemory = { readonly memoryId: string; readonly similarity: number };

/** The vectors of entries, those that the person finds. Vectors of other models than the one asked for do not exist. */
export interface MemoryVectorStore {
  /** Active entries whose newest contents have no vector. */
  missing(scope: Scope, model: string, limit: number): Promise<readonly MemoryEntry[]>;
  /** Keeps vectors in place of earlier ones of their entries. */
  save(scope: Scope, model: string, vectors: readonly MemoryVector[]): Promise<void>;
  /** The vectors that were saved after a position, and the position to continue from. Vectors of deleted entries just end. */
  since(
    scope: Scope,
    model: string,
    position: number,
  ): Promise<{ readonly vectors: readonly MemoryVector[]; readonly position: number }>;
  /** The nearest entries, best first; null if the store has no index of vectors, so that the caller compares them. */
  nearest(
    scope: Scope,
    model: string,
    query: { readonly vector: readonly number[]; readonly limit: number },
  ): Promise<readonly NearMemory[] | null>;
}
