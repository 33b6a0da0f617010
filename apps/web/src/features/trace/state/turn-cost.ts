import type { Graph } from "@goaltrace/core/graph";
import type { OutlineEntry, Trace } from "@goaltrace/core/log";
import { type EntryFold, foldOfLog } from "./fold-of-log.ts";
import { oncePerLog } from "./once-per-log.ts";

/** Smaller differences are rounding errors of sums, in US dollars. */
const NOTABLE_COST = 1e-6;

const NO_OPTIONS = {};

type Log = { readonly graph: Graph; readonly entries: readonly OutlineEntry[] };

/**
 * Returns the cost of all turns of a continued conversation in US dollars: the log on the page begins with the turns before this run, whose
 * cost its totals leave out. Null when it equals the totals, and without prices. O(goals) once per state of the log.
 */
export function costOfAllTurns(log: Log, totals: Pick<Trace["totals"], "cost"> | null): number | null {
  if (totals === null || totals.cost === null) return null;
  const all = sumOfGoals(log);
  // Few runs have more than their totals, so others never search their log.
  return all !== null && all - totals.cost > NOTABLE_COST && isContinued(log.entries, NO_OPTIONS)
    ? all
    : null;
}

const sumOfGoals = oncePerLog(({ graph }: Log): number | null => {
  let sum = 0;
  for (const { totals } of graph.edges.values()) {
    if (totals.turns > 0 && totals.cost === null) return null;
    sum += totals.cost ?? 0;
  }
  return sum;
});

/** Whether the run continued after an end. */
const isContinued = foldOfLog((): EntryFold<boolean> => {
  let [hasEnded, goesOn] = [false, false];
  return {
    add: ({ k }) => {
      goesOn ||= hasEnded;
      hasEnded = k === "end";
    },
    value: () => goesOn,
  };
});
