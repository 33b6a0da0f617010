import type { RunEventPayloads } from "../log/run-event.ts";
import { MAX_RECALL_CANDIDATES, MAX_RECALLED, RECALL_CONFIDENCE } from "./tunables.ts";
import type { FoundMemory } from "./memory-index.ts";

/** An entry that was found for a turn, and whether it goes into the context or why not. */
export type MemoryCandidate = FoundMemory & {
  readonly outcome: NonNullable<RunEventPayloads["memory.recalled"]["candidates"]>[number]["outcome"];
};

/** Decides which of the entries found for a turn go into its context: few, current and surely about it. `most`: candidates that are considered. */
export function chooseMemories(
  found: readonly FoundMemory[],
  most: number = MAX_RECALL_CANDIDATES,
): readonly MemoryCandidate[] {
  let chosen = 0;
  return found.slice(0, most).map((candidate) => {
    const { entry, hit, near } = candidate;
    if (entry.supersededBy !== null) return { ...candidate, outcome: "superseded" };
    if (hit.confidence < RECALL_CONFIDENCE && near?.isSure !== true)
      return { ...candidate, outcome: "unsure" };
    chosen += 1;
    return { ...candidate, outcome: chosen > MAX_RECALLED ? "crowded_out" : "chosen" };
  });
}
