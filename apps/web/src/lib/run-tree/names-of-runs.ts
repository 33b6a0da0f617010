import { agentNames } from "@goaltrace/core/log";

type NamedRuns = Parameters<typeof agentNames>[0];

const known = new WeakMap<NamedRuns, ReadonlyMap<string, string>>();

/** Returns the names of the runs of a tree, as `agentNames` does, but only once for the same list, however many rows ask. */
export function namesOfRuns(runs: NamedRuns): ReadonlyMap<string, string> {
  const before = known.get(runs);
  if (before !== undefined) return before;
  const names = agentNames(runs);
  known.set(runs, names);
  return names;
}
