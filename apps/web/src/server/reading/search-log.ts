import type { Scope } from "@goaltrace/core";
import type { Entry, LogSegment } from "@goaltrace/core/log";
import type { TraceSearchStore } from "@goaltrace/db";

/** Entries looked at in one go. Enough for one round trip with nearly every search. */
const BATCH = 1_000;
/** Hits of one search at most; who has more of them needs another word. */
const HIT_LIMIT = 1_000;
/** Candidates looked at for one search at most, so that the name of a field does not read a whole log. */
const CANDIDATE_LIMIT = 4_000;

/** Sequences of entries that hold the text. `complete` is false when there may be more of them. */
export type LogHits = { readonly sequences: readonly number[]; readonly complete: boolean };

/** Finds a text in the contents of a log: what was said, thought, asked of tools and answered by them. Case does not matter. */
export async function searchLog(
  store: TraceSearchStore,
  log: { readonly scope: Scope; readonly segments: readonly LogSegment[] },
  text: string,
): Promise<LogHits> {
  const sequences: number[] = [];
  let after = 0;
  for (let seen = 0; seen < CANDIDATE_LIMIT && sequences.length < HIT_LIMIT; seen += BATCH) {
    const found = await store.candidates(log.scope, log.segments, { text, after, limit: BATCH });
    for (const entry of found) if (entryHolds(entry, text)) sequences.push(entry.sequence);
    const last = found.at(-1);
    if (found.length < BATCH || last === undefined) return { sequences, complete: true };
    after = last.sequence;
  }
  return { sequences: sequences.slice(0, HIT_LIMIT), complete: false };
}

/** Whether the content of an entry, not its bookkeeping, holds a text. */
function entryHolds(entry: Entry, text: string): boolean {
  const wanted = text.toLowerCase();
  return textsOf(contentOf(entry)).some((one) => one.toLowerCase().includes(wanted));
}

function contentOf(entry: Entry): unknown {
  if (entry.kind === "unknown") return entry.raw;
  if (entry.kind === "event") return entry.data;
  switch (entry.role) {
    case "user":
      return entry.parts.map((part) => (part.type === "text" ? part.text : part.mediaType));
    case "assistant":
      return [
        entry.text,
        entry.reasoning,
        ...entry.toolCalls.flatMap((call) => [call.name, argumentsOf(call.arguments)]),
      ];
    case "tool":
      return [entry.toolName, entry.title, entry.output];
  }
}

/** Arguments are JSON inside of JSON: as values they read as the person wrote them. */
function argumentsOf(text: string): unknown {
  try {
    return [text, JSON.parse(text)];
  } catch {
    return text;
  }
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
