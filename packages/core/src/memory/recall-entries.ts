import { memoryPrompt } from "../prompts/generated/memory.ts";
import { fillPrompt } from "../prompts/parse.ts";
import type { MemoryEntry } from "../ports/memory-store.ts";
import type { RecalledEntries, ShownMemory } from "../ports/run-environment.ts";
import type { Scope } from "../ports/scope.ts";
import { MAX_RECALL_CANDIDATES, OLD_MEMORY_DAYS } from "./tunables.ts";
import type { MemoryCandidate } from "./choose-memories.ts";
import { formatDay } from "./gates/calendar.ts";
import type { MemoryFinder } from "./memory-finder.ts";
import type { FoundMemory } from "./memory-index.ts";

const DAY_MS = 86_400_000;

/** Searches memory for a turn. Empty if there is no entry to consider. `most`: entries to consider, more if a model may choose among them. */
export async function searchForTurn(
  finder: Pick<MemoryFinder, "find">,
  turn: { readonly scope: Scope; readonly traceId: string; readonly text: string },
  most: number = MAX_RECALL_CANDIDATES,
): Promise<readonly FoundMemory[]> {
  return await finder.find(turn.scope, turn.text, { limit: most, traceId: turn.traceId });
}

/** Returns what the context of a turn gets; null if there is no entry to consider. Entries that it has already are not repeated. */
export function toRecalledEntries(
  candidates: readonly MemoryCandidate[],
  now: number,
  inContext: (memory: ShownMemory) => boolean = () => false,
): RecalledEntries | null {
  if (candidates.length === 0) return null;
  const added = candidates.filter(
    ({ entry, outcome }) =>
      (outcome === "chosen" || outcome === "picked") &&
      !inContext({ memoryId: entry.id, version: entry.version }),
  );
  return {
    text: describeRecall(
      added.map(({ entry }) => entry),
      now,
    ),
    memories: added.map(({ entry, hit }) => ({
      ...{ memoryId: entry.id, version: entry.version, score: hit.score },
    })),
    // Those that a model was asked about in addition are recorded only if it was.
    candidates: candidates
      .filter((candidate, index) => isRecorded(candidate, index))
      .map(({ entry, hit, outcome }) => ({
        ...{ memoryId: entry.id, version: entry.version, name: entry.name },
        ...{ score: hit.score, confidence: hit.confidence, outcome },
      })),
  };
}

function isRecorded({ outcome }: MemoryCandidate, index: number): boolean {
  return index < MAX_RECALL_CANDIDATES || ["chosen", "picked", "declined"].includes(outcome);
}

/** Returns entries as a message that a model reads; empty without entries. */
export function describeRecall(entries: readonly MemoryEntry[], now: number): string {
  if (entries.length === 0) return "";
  const lines = entries.map((entry) => describeEntry(entry, now));
  return fillPrompt(memoryPrompt.recalled, { entries: lines.join("\n") });
}

/** Returns an entry as a model reads it, with its age. */
export function describeEntry(
  { id, version, name, type, description, content, savedAt }: MemoryEntry,
  now: number,
): string {
  const days = Math.max(0, Math.floor((now - savedAt) / DAY_MS));
  const age = fillPrompt(days >= OLD_MEMORY_DAYS ? memoryPrompt.old : memoryPrompt.recent, {
    days: String(days),
  });
  const text = content.replace(/\n/gu, "\n  ");
  return fillPrompt(memoryPrompt.entry, {
    id,
    version: String(version),
    name,
    type,
    description,
    content: text,
    age,
    date: formatDay(savedAt),
  });
}
