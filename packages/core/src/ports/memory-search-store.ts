import type { MemoryAudience, MemoryEntry } from "./memory-store.ts";
import type { Scope } from "./scope.ts";

/** A word of a search. `weight`: the points of an entry that contains it. */
export type WeightedTerm = { readonly term: string; readonly weight: number };

/** A search: the terms that choose entries. */
export type TermSearch = {
  readonly readers: MemoryAudience;
  /** An entry is a candidate if it contains all terms of one of these groups. */
  readonly anyOf: readonly (readonly string[])[];
  /** Candidates are ordered by the sum of the weights of those that they contain. */
  readonly terms: readonly WeightedTerm[];
  readonly limit: number;
};

/** How many entries contain a term, estimated; terms of few entries may be missing. */
export type TermCounts = ReadonlyMap<string, number>;

/**
 * Search of entries where they are stored, for people who find more of them than a process can hold. Terms are those of `analyzeText`. Only
 * active entries count.
 */
export interface MemorySearchStore {
  /** The number of active entries that the person finds. */
  count(scope: Scope): Promise<number>;
  /** Makes every entry of the person findable that changed since the last call. */
  refresh(scope: Scope): Promise<void>;
  termCounts(scope: Scope, entries: number): Promise<TermCounts>;
  /** Returns those of the terms that an entry of the readers contains. Reads all entries with each term, so it is for rare ones. */
  occurring(scope: Scope, terms: readonly string[], readers: MemoryAudience): Promise<ReadonlySet<string>>;
  /** Returns the best entries, with the successors of those that were replaced. */
  find(scope: Scope, search: TermSearch): Promise<readonly MemoryEntry[]>;
  /** Returns those of the entries that the readers may see. */
  getMany(scope: Scope, ids: readonly string[], readers: MemoryAudience): Promise<readonly MemoryEntry[]>;
  /** Returns entries that hold: those that runs recalled most, then the newest. */
  mostUseful(scope: Scope, readers: MemoryAudience, limit: number): Promise<readonly MemoryEntry[]>;
}
