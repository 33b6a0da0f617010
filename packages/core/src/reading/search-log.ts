import type { Entry } from "../log/entry.ts";
import type { Trace } from "../log/trace.ts";
import type { TraceSearchStore } from "../ports/trace-search.ts";
import { FILE_CHANGES_SHOWN, SEARCH_BATCH_ENTRIES, SEARCH_CANDIDATES, SEARCH_HITS } from "../tunables.ts";
import type { LogReader } from "./log-reader.ts";
import { readSegments } from "./read-log.ts";
import { parseJson } from "../parse-json.ts";

/** A reader that can search contents. */
export type SearchReader = LogReader & { readonly traceSearch: TraceSearchStore };

/** Sequences of entries that contain the text, in order. `complete` is false when there may be more. */
export type LogHits = { readonly sequences: readonly number[]; readonly complete: boolean };

/** A change of a file by a tool. */
export type FileChange = { readonly sequence: number; readonly path: string; readonly callId: string };

/**
 * Searches the contents of a log: messages, reasoning, arguments and results of tools, events. Case-insensitive. Reads at most
 * `SEARCH_CANDIDATES` entries and returns at most `SEARCH_HITS`. Errors: as `resolveLog`.
 */
export async function searchLog(reader: SearchReader, trace: Trace, text: string): Promise<LogHits> {
  const segments = await readSegments(reader, trace);
  const sequences: number[] = [];
  let after = 0;
  for (
    let seen = 0;
    seen < SEARCH_CANDIDATES && sequences.length < SEARCH_HITS;
    seen += SEARCH_BATCH_ENTRIES
  ) {
    const candidates = await reader.traceSearch.candidates(reader.scope, segments, {
      ...{ text, after, limit: SEARCH_BATCH_ENTRIES },
    });
    for (const entry of candidates) if (entryContains(entry, text)) sequences.push(entry.sequence);
    const last = candidates.at(-1);
    if (candidates.length < SEARCH_BATCH_ENTRIES || last === undefined) return { sequences, complete: true };
    after = last.sequence;
  }
  return { sequences: sequences.slice(0, SEARCH_HITS), complete: false };
}

/** Returns the newest `FILE_CHANGES_SHOWN` file changes of a run, with the entry and the tool call of each. Errors: as `resolveLog`. */
export async function readFileChanges(reader: SearchReader, trace: Trace): Promise<readonly FileChange[]> {
  const segments = await readSegments(reader, trace);
  const changes = await reader.traceSearch.fileChanges(reader.scope, segments, FILE_CHANGES_SHOWN);
  return changes.flatMap((entry) =>
    entry.kind === "event" && entry.type === "file.changed"
      ? [{ sequence: entry.sequence, path: entry.data.path, callId: entry.data.toolCallId }]
      : [],
  );
}

/** Returns true when the content of an entry contains a text; ids, times and other bookkeeping do not count. */
function entryContains(entry: Entry, text: string): boolean {
  const needle = text.toLowerCase();
  return collectTexts(searchableContent(entry)).some((content) => content.toLowerCase().includes(needle));
}

function searchableContent(entry: Entry): unknown {
  if (entry.kind === "unknown") return entry.raw;
  if (entry.kind === "event") return entry.data;
  switch (entry.role) {
    case "user":
      return entry.parts.map((part) => (part.type === "text" ? part.text : part.mediaType));
    case "assistant":
      return [
        entry.text,
        entry.reasoning,
        ...entry.toolCalls.flatMap((call) => [call.name, argumentTexts(call.arguments)]),
      ];
    case "tool":
      return [entry.toolName, entry.title, entry.output];
  }
}

/** Arguments are JSON inside a string; their parsed values match typed input. */
function argumentTexts(text: string): unknown {
  try {
    return [text, parseJson(text)];
  } catch {
    return text;
  }
}

function collectTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(collectTexts);
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(collectTexts);
}
