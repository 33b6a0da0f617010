import type { Graph } from "@goaltrace/core/graph";
import type { OutlineEntry, Trace } from "@goaltrace/core/log";

/** Smaller differences are rounding errors of sums, in US dollars. */
const NOTABLE_COST = 1e-6;

/**
 * Returns the cost of all turns of a continued conversation in US dollars: the log on the page begins with the turns before this run, whose
 * cost its totals leave out. Null when it equals the totals, and without prices. O(goals).
 */
export function costOfAllTurns(
  { graph, entries }: { readonly graph: Graph; readonly entries: readonly OutlineEntry[] },
  totals: Pick<Trace["totals"], "cost"> | null,
): number | null {
  if (totals === null || totals.cost === null) return null;
  let all = 0;
  for (const { totals } of graph.edges.values()) {
    if (totals.turns > 0 && totals.cost === null) return null;
    all += totals.cost ?? 0;
  }
  // Few runs have more than their totals, so others never search their log.
  return all - totals.cost > NOTABLE_COST &&
    entries.some(({ k }, index) => k === "end" && index < entries.length - 1)
    ? all
    : null;
}
