import type { Graph, Timing } from "@goaltrace/core/graph";
import type { LengthFold, OutlineEntry } from "@goaltrace/core/log";
import { lengthAt } from "./length-at.ts";
import { timingOf } from "./timing-of.ts";
import type { TraceModel } from "./trace-model.ts";

/**
 * A log as far as some moment. Graph, timing and the entries of the present change in place; each change creates a new object of this type, so that
 * selectors notice it.
 */
export type ShownLog = {
  readonly graph: Graph;
  readonly entries: readonly OutlineEntry[];
  /** The number of entries. */
  readonly length: number;
  /** Returns its calls in real time. Folded on demand. */
  readonly timing: () => Timing;
  /** Returns how long the run has taken so far. */
  readonly took: () => LengthFold;
};

/** Returns a log as it is now. */
export function shownLog({ graph, entries }: Pick<TraceModel, "graph" | "entries">): ShownLog {
  const { length } = entries;
  return { graph, entries, length, timing: () => timingOf(entries), took: () => lengthAt(entries, length) };
}
