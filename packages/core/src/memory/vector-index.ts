import type { MemoryVector, NearMemory } from "../ports/memory-vector-store.ts";

/** Vectors of one person's entries, compared one by one. */
export type VectorIndex = {
  /** Adds vectors, in place of earlier ones of their entries. */
  add(vectors: readonly MemoryVector[]): void;
  /** Returns the nearest entries, best first. Vectors of another length than the query's are left out. */
  nearest(query: { readonly vector: readonly number[]; readonly limit: number }): readonly NearMemory[];
};

/** Creates an empty index. */
export function createVectorIndex(): VectorIndex {
  const vectors = new Map<string, Float32Array>();
  return {
    add(added) {
      for (const { memoryId, vector } of added) vectors.set(memoryId, toUnit(vector));
    },
    nearest({ vector, limit }) {
      const query = toUnit(vector);
      const near: NearMemory[] = [];
      for (const [memoryId, own] of vectors)
        if (own.length === query.length) near.push({ memoryId, similarity: dot(own, query) });
      return near.sort((left, right) => right.similarity - left.similarity).slice(0, limit);
    },
  };
}

function toUnit(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => (length === 0 ? 0 : value / length));
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index += 1) sum += (left[index] ?? 0) * (right[index] ?? 0);
  return sum;
}
