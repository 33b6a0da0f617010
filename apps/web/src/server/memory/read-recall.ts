import { GoaltraceError } from "@goaltrace/core";
import type { Entry, EventOf } from "@goaltrace/core/log";
import { isUsed } from "@goaltrace/core/memory";
import type { MemoryStore, Scope } from "@goaltrace/core/ports";
import { readEntries, readTrace } from "@goaltrace/core/reading";
import type { Runtime } from "../runtime.ts";

/** One entry that the recall of a turn considered. */
export type RecalledCandidate = NonNullable<EventOf<"memory.recalled">["data"]["candidates"]>[number] & {
  /** Whether the answer contains its words; null if it was not in the context or has been deleted since. */
  readonly isUsed: boolean | null;
  /** False if it has been deleted since, or the person cannot see it. */
  readonly isKnown: boolean;
};

/** The recall of a turn. `sequence` is the entry of the log that records it. */
export type TurnRecall = { readonly sequence: number; readonly candidates: readonly RecalledCandidate[] };

/** Reads the newest recall up to an entry of a run. Errors: NOT_FOUND. */
export async function readRecall(
  { stores }: Pick<Runtime, "stores">,
  scope: Scope,
  { traceId, sequence }: { readonly traceId: string; readonly sequence: number },
): Promise<TurnRecall | null> {
  const reader = { traces: stores.traces, scope };
  const log = await readEntries(reader, await readTrace(reader, traceId), { after: 0 });
  const recall = log.findLast((entry) => isRecall(entry) && entry.sequence <= sequence) ?? log.find(isRecall);
  if (recall === undefined || !isRecall(recall)) return null;
  const turn = turnAround(log, recall.sequence);
  const candidates = await Promise.all(
    (recall.data.candidates ?? []).map(async (candidate) => {
      const content = await contentOf(stores.memories, scope, candidate);
      const isChosen = candidate.outcome === "chosen" || candidate.outcome === "picked";
      return {
        ...candidate,
        isUsed: content === null || !isChosen ? null : isUsed(content, turn),
        isKnown: content !== null,
      };
    }),
  );
  return { sequence: recall.sequence, candidates };
}

function isRecall(entry: Entry): entry is EventOf<"memory.recalled"> {
  return entry.kind === "event" && entry.type === "memory.recalled";
}

/** The person's message before a recall, and everything that the model wrote after it until the next one. */
function turnAround(
  log: readonly Entry[],
  sequence: number,
): { readonly question: string; readonly answer: string } {
  const isPerson = (entry: Entry): boolean =>
    entry.kind === "message" && entry.role === "user" && entry.author === "person";
  const question = log.findLast((entry) => entry.sequence < sequence && isPerson(entry));
  const after = log.filter((entry) => entry.sequence > sequence);
  const end = after.findIndex(isPerson);
  const written = (end === -1 ? after : after.slice(0, end)).map((entry) =>
    entry.kind === "message" && entry.role === "assistant"
      ? [entry.text, ...entry.toolCalls.map((call) => call.arguments)].join("\n")
      : "",
  );
  return { question: messageText(question), answer: written.join("\n") };
}

function messageText(entry: Entry | undefined): string {
  if (entry?.kind !== "message" || entry.role !== "user") return "";
  return entry.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

async function contentOf(
  memories: MemoryStore,
  scope: Scope,
  { memoryId, version }: { readonly memoryId: string; readonly version: number },
): Promise<string | null> {
  try {
    const versions = await memories.versions(scope, memoryId);
    return versions.find((contents) => contents.version === version)?.content ?? null;
  } catch (thrown) {
    if (thrown instanceof GoaltraceError && thrown.code === "NOT_FOUND") return null;
    throw thrown;
  }
}
