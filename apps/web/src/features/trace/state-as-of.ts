import { applyEntry, createGraph } from "@goaltrace/core/graph";
import type { Graph } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { indexAt } from "./trace-model.ts";

/** Entries between two snapshots at least: folding this many takes a few milliseconds. */
const MIN_STRIDE = 500;
/** Snapshots of one log at most; copies of a large graph must not fill the browser. */
const SNAPSHOT_LIMIT = 12;

/** The run as it stood after some entry. */
export type PastState = { readonly graph: Graph; readonly entries: readonly OutlineEntry[] };

/** Answers how a log stood at any of its sequences. */
export type StateAsOf = {
  /** The state after the last entry at or before `sequence`. The graph is the caller's until the next question. */
  readonly at: (sequence: number) => PastState;
  /** Entries folded since the beginning, for a test that asserts that stepping is cheap. */
  readonly folded: () => number;
};

type Snapshot = { readonly count: number; readonly graph: Graph };

/**
 * Folds the entries up to a sequence. Going on folds what is new; going back starts from the nearest copy, of which there is one
 * every few hundred entries. `entries` may grow; what is in it never changes.
 */
export function createStateAsOf(entries: readonly OutlineEntry[]): StateAsOf {
  const snapshots: Snapshot[] = [];
  let current: Snapshot = { count: 0, graph: createGraph("") };
  let foldedEntries = 0;

  const advance = (count: number): void => {
    const stride = Math.max(MIN_STRIDE, Math.ceil(entries.length / SNAPSHOT_LIMIT));
    for (let index = current.count; index < count; index += 1) {
      const entry = entries[index];
      if (entry) applyEntry(current.graph, entry);
      foldedEntries += 1;
      const done = index + 1;
      const newest = snapshots.at(-1)?.count ?? 0;
      if (done - newest >= stride) snapshots.push({ count: done, graph: deepCopy(current.graph) });
    }
    current = { count, graph: current.graph };
  };

  return {
    at: (sequence) => {
      const count = indexAt(entries, sequence) + 1;
      if (count !== current.count) {
        const base = snapshots.findLast((snapshot) => snapshot.count <= count);
        const restart = count < current.count || (base !== undefined && base.count > current.count);
        if (restart)
          current = base
            ? { count: base.count, graph: deepCopy(base.graph) }
            : { count: 0, graph: createGraph("") };
        advance(count);
      }
      return { graph: current.graph, entries: entries.slice(0, count) };
    },
    folded: () => foldedEntries,
  };
}

/** A copy that shares nothing that can change. What is referred to twice stays one thing in the copy. */
function deepCopy<T>(value: T): T {
  return structuredClone(value);
}
