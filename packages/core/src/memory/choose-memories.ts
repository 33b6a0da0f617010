import type { RunEventPayloads } from "../log/run-event.ts";
import { explainsCalledTool } from "./explains-called-tool.ts";
import type { FoundMemory } from "./memory-index.ts";
import { MAX_RECALLED, RECALL_CONFIDENCE } from "./tunables.ts";

/** An entry that was found for a turn, and whether it goes into the context or why not. */
export type MemoryCandidate = FoundMemory & {
  readonly outcome: NonNullable<RunEventPayloads["memory.recalled"]["candidates"]>[number]["outcome"];
};

/**
 * Decides which of the entries found for a turn go into its context: few, current, surely about it, and no manuals of tools that it shows calls of
 * (`calledTools`).
 */
export function chooseMemories(
  found: readonly FoundMemory[],
  calledTools: ReadonlySet<string> = new Set(),
): readonly MemoryCandidate[] {
  let chosen = 0;
  return found.map((candidate) => {
    const { entry, hit, near } = candidate;
    if (entry.supersededBy !== null) return { ...candidate, outcome: "superseded" };
    if (explainsCalledTool(entry, calledTools)) return { ...candidate, outcome: "called_tool" };
    if (hit.confidence < RECALL_CONFIDENCE && near?.isSure !== true)
      return { ...candidate, outcome: "unsure" };
    chosen += 1;
    return { ...candidate, outcome: chosen > MAX_RECALLED ? "crowded_out" : "chosen" };
  });
}
