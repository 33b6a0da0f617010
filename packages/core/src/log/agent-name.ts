/** A run of a tree, as far as its name depends on it. `parentId` is null for the root. */
export type NamedRun = {
  readonly id: string;
  readonly parentId: string | null;
  readonly agent: string;
  readonly createdAt: number;
};

/**
 * Returns the names of the runs of a tree by their ids: the name of the agent, with a number in the order of their starts where several
 * sub-agents have it. O(n log n).
 */
export function agentNames(runs: readonly NamedRun[]): ReadonlyMap<string, string> {
  const byAgent = new Map<string, NamedRun[]>();
  for (const run of runs) {
    if (run.parentId === null) continue;
    const namesakes = byAgent.get(run.agent) ?? [];
    namesakes.push(run);
    byAgent.set(run.agent, namesakes);
  }
  const names = new Map(runs.map(({ id, agent }) => [id, agent]));
  for (const [agent, namesakes] of byAgent) {
    if (namesakes.length < 2) continue;
    namesakes.sort((left, right) => left.createdAt - right.createdAt);
    for (const [index, { id }] of namesakes.entries()) names.set(id, `${agent} ${index + 1}`);
  }
  return names;
}
