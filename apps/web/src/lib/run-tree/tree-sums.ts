import type { TreeRun } from "./use-run-tree.ts";

/** Model calls and tool calls, tokens, and US dollars; null when unknown. */
export type RunSums = Pick<TreeRun, "calls" | "tokens" | "cost">;

export const NO_RUNS: RunSums = { calls: 0, tokens: 0, cost: 0 };

/** Adds up the runs of a tree. The cost is unknown when that of one run is. */
export function treeSums(runs: readonly RunSums[]): RunSums {
  let calls = 0;
  let tokens = 0;
  let cost: number | null = 0;
  for (const run of runs) {
    calls += run.calls;
    tokens += run.tokens;
    cost = cost === null || run.cost === null ? null : cost + run.cost;
  }
  return { calls, tokens, cost };
}

/** Returns the sums of all runs below each run that has some. Each run comes after its parent. */
export function sumsBelow(
  runs: readonly Pick<TreeRun, "id" | "parentId" | "calls" | "tokens" | "cost">[],
): ReadonlyMap<string, RunSums> {
  const below = new Map<string, RunSums>();
  for (const { id, parentId, calls, tokens, cost } of [...runs].reverse()) {
    if (parentId === null) continue;
    const own = { calls, tokens, cost };
    below.set(parentId, treeSums([below.get(parentId) ?? NO_RUNS, own, below.get(id) ?? NO_RUNS]));
  }
  return below;
}
