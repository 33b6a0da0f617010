import { applyEntry, createGraph } from "@goaltrace/core/graph";
import type { Graph } from "@goaltrace/core/graph";
import type { OutlineEntry, Trace } from "@goaltrace/core/log";

/**
 * The client-side state of a trace: its entries without payloads and the graph folded from them. It grows in place, because copying ten
 * thousand entries for each new one would cost more than rendering them. `version` increases with each change.
 */
export type TraceModel = {
  readonly graph: Graph;
  readonly entries: readonly OutlineEntry[];
  /** Appends an entry. Ignores repeated entries. */
  readonly append: (entry: OutlineEntry) => void;
  /** Returns the latest trace record from the stream; null before the first. */
  readonly latestTrace: () => Trace | null;
  readonly setTrace: (trace: Trace) => void;
  readonly version: () => number;
  /** Calls the listener after changes, once per frame. Returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** Schedules a callback for a later frame, which shows everything that arrived before it. */
export type NextFrame = (run: () => void) => void;

/** Creates the model from the recorded entries. */
export function createTraceModel(recorded: readonly OutlineEntry[], nextFrame: NextFrame): TraceModel {
  const graph = createGraph("");
  const entries: OutlineEntry[] = [];
  const listeners = new Set<() => void>();
  let version = 0;
  let scheduled = false;
  let latest: Trace | null = null;

  const add = (entry: OutlineEntry): boolean => {
    const last = entries.at(-1);
    if (last && entry.q <= last.q) return false;
    entries.push(entry);
    applyEntry(graph, entry);
    return true;
  };
  for (const entry of recorded) add(entry);

  const publish = (): void => {
    scheduled = false;
    version += 1;
    for (const listener of listeners) listener();
  };
  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    nextFrame(publish);
  };
  return {
    graph,
    entries,
    append: (entry) => {
      if (add(entry)) schedule();
    },
    latestTrace: () => latest,
    setTrace: (trace) => {
      latest = trace;
      schedule();
    },
    version: () => version,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the entry with this sequence, or the last one before it. Null before the first. */
export function entryAt(entries: readonly OutlineEntry[], sequence: number): OutlineEntry | null {
  return entries[indexAt(entries, sequence)] ?? null;
}

/** Returns the name of the tool whose result an entry is; empty for another entry. */
export function toolAt(entries: readonly OutlineEntry[], sequence: number): string {
  const entry = entryAt(entries, sequence);
  return entry?.k === "tool" ? entry.name : "";
}

/** Returns the index of the last entry at or before a sequence; -1 before the first. O(log entries). */
export function indexAt(entries: readonly OutlineEntry[], sequence: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.q ?? 0) <= sequence) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns the first answer of the run to the result of a call; null without a result or an answer. O(log entries + entries between). */
export function answerToCall(
  { graph, entries }: Pick<TraceModel, "graph" | "entries">,
  callId: string,
): { readonly sequence: number; readonly text: string } | null {
  const place = graph.calls.get(callId);
  const call = place?.turn.calls[place.index];
  if (call === undefined || call.outcome === "running") return null;
  for (let index = indexAt(entries, call.sequence) + 1; index < entries.length; index += 1) {
    const entry = entries[index];
    if (entry?.k === "assistant") return { sequence: entry.q, text: entry.d };
    if (entry?.k === "user") return null;
  }
  return null;
}

/** Whether a log ends with the end of its run. A continued run starts again after its end. */
export function hasEnded(entries: readonly OutlineEntry[]): boolean {
  return entries.at(-1)?.k === "end";
}
