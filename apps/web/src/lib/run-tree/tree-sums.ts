import type { TreeRun } from "./use-run-tree.ts";

/** Adds up the runs of a tree. The cost is unknown when that of one run is. */
export function treeSums(runs: readonly Pick<TreeRun, "calls" | "tokens" | "cost">[]): {
  readonly calls: number;
  readonly tokens: number;
  readonly cost: number | null;
} {
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
