import { applyEntry, createGraph } from "@goaltrace/core/graph";
import type { Graph } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { indexAt } from "./trace-model.ts";

/** The minimum number of entries between two snapshots. Folding this many takes a few milliseconds. */
const MIN_STRIDE = 500;
/** The maximum number of snapshots per log. Copies of a large graph must not exhaust the memory. */
const SNAPSHOT_LIMIT = 12;

/** The run after some entry. */
export type PastState = { readonly graph: Graph; readonly entries: readonly OutlineEntry[] };

/** Returns the state of a log at any of its sequences. */
export type StateAsOf = {
  /** Returns the state after the last entry at or before `sequence`. The graph is valid until the next call. */
  readonly at: (sequence: number) => PastState;
  /** Returns the number of entries folded so far, for a test that asserts that stepping is cheap. */
  readonly folded: () => number;
};

type Snapshot = { readonly count: number; readonly graph: Graph };

/**
 * Creates the state of a log. Moving forward folds only new entries; moving back starts from the nearest snapshot, one of which is stored
 * every few hundred entries. `entries` may grow, but existing entries must not change.
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

/** Returns a deep copy. Shared references stay shared within the copy. */
function deepCopy<T>(value: T): T {
  return structuredClone(value);
}
