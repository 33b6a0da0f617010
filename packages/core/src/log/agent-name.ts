/** A run of a tree, as far as its name depends on it. `parentId` is null for the root. */
export type NamedRun = {
  readonly id: string;
  readonly parentId: string | null;
  readonly agent: string;
  readonly createdAt: number;
};

/**
 * Returns the name of a run among all runs of its tree: the name of its agent, with a number in the order of their starts where several
 * sub-agents have it.
 */
export function agentName({ id, parentId, agent }: NamedRun, runs: readonly NamedRun[]): string {
  if (parentId === null) return agent;
  const namesakes = runs
    .filter((run) => run.parentId !== null && run.agent === agent)
    .sort((left, right) => left.createdAt - right.createdAt);
  return namesakes.length < 2 ? agent : `${agent} ${String(namesakes.findIndex((run) => run.id === id) + 1)}`;
}
