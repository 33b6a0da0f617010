import type { PendingRecall, RecalledEntries } from "../ports/run-environment.ts";
import { chooseMemories, type MemoryCandidate } from "./choose-memories.ts";
import type { FoundMemory } from "./memory-index.ts";
import {
  offeredMemories,
  RECALL_CHOICE_SYSTEM,
  readRecallChoice,
  recallQuestion,
  withChoice,
} from "./recall-choice.ts";
import { toRecalledEntries } from "./recall-entries.ts";

const NOTHING: RecalledEntries = { text: "", memories: [], candidates: [] };

/**
 * Returns the recall of a turn over a search that is under way: `found` returns what it found, nothing while it runs. `canChoose`: whether a model may choose
 * among those that the ranking left out.
 */
export function createPendingRecall(
  found: () => readonly FoundMemory[],
  {
    task,
    now,
    canChoose,
  }: { readonly task: string; readonly now: () => number; readonly canChoose: boolean },
): PendingRecall {
  let taken: readonly MemoryCandidate[] | null = null;
  let offered: readonly MemoryCandidate[] | null = null;
  const recall: PendingRecall = {
    take(inContext, calledTools) {
      const entries = taken === null ? found() : [];
      if (entries.length === 0) return null;
      taken = chooseMemories(entries, calledTools?.());
      return toRecalledEntries(taken, now(), inContext);
    },
  };
  if (!canChoose) return recall;
  return {
    ...recall,
    choice: {
      system: RECALL_CHOICE_SYSTEM,
      question(inContext) {
        if (taken === null || offered !== null) return null;
        offered = offeredMemories(taken, inContext);
        return offered.length === 0 ? null : recallQuestion(task, offered);
      },
      read(answer, inContext) {
        const read = readRecallChoice(answer, offered ?? []);
        if (!read.ok) return read;
        const candidates = withChoice(taken ?? [], offered ?? [], read.value);
        return { ok: true, recalled: toRecalledEntries(candidates, now(), inContext) ?? NOTHING };
      },
    },
  };
}
