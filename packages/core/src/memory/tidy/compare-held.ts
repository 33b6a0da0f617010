import type { MemoryEntry } from "../../ports/memory-store.ts";
import { TIDY } from "../tunables.ts";
import { disagree } from "./propose-tidying.ts";
import { similarPairs } from "./similar-pairs.ts";

/** A current entry about the same as a held one: it disagrees with it, says the same, or is only similar. */
export type AlikeEntry = { readonly entry: MemoryEntry; readonly kind: "conflict" | "duplicate" | "similar" };

/** Returns the current entries among `others` that a person should know before they approve a held one, those for other readers too. */
export function compareHeld(held: MemoryEntry, others: readonly MemoryEntry[]): readonly AlikeEntry[] {
  const { audience, personId } = held;
  return others.flatMap((entry): readonly AlikeEntry[] => {
    if (entry.id === held.id || entry.state !== "active" || entry.supersededBy !== null) return [];
    const [pair] = similarPairs([held, { ...entry, audience, personId }]);
    if (pair === undefined) return [];
    if (disagree(held, entry)) return [{ entry, kind: "conflict" }];
    return [{ entry, kind: pair.share >= TIDY.duplicateShare ? "duplicate" : "similar" }];
  });
}
