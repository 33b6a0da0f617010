import type { EdgeTotals, Graph, GraphTurn } from "@goaltrace/core/graph";

/** Totals of a goal and its descendants, without its time. */
export type SubtreeTotals = Omit<EdgeTotals, "durationMs"> & {
  readonly goals: number;
  readonly retries: number;
  readonly turnsByCost: readonly GraphTurn[];
};

/** The number of expensive turns to list. */
const MAX_EXPENSIVE_TURNS = 5;

/**
 * Returns the totals of a goal and its descendants. Cost is null when part of the work has no price. Linear in the number of descendants.
 */
export function subtreeTotals(graph: Pick<Graph, "children" | "edges">, goalId: string): SubtreeTotals {
  const sum = { goals: 0, messages: 0, turns: 0, calls: 0, errors: 0, tokens: 0, retries: 0 };
  let cost: number | null = 0;
  const turns: GraphTurn[] = [];
  const tools = new Set<string>();
  const seen = new Set<string>();
  const pending = [goalId];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    sum.goals += 1;
    pending.push(...(graph.children.get(id) ?? []));
    const edge = graph.edges.get(id);
    if (!edge) continue;
    const { totals } = edge;
    sum.messages += totals.messages;
    sum.turns += totals.turns;
    sum.calls += totals.calls;
    sum.errors += totals.errors;
    sum.tokens += edge.worked.tokens;
    for (const name of edge.toolNames) tools.add(name);
    if (totals.turns > 0) cost = cost === null || totals.cost === null ? null : cost + totals.cost;
    for (const turn of edge.turns) {
      sum.retries += turn.attempts - 1;
      turns.push(turn);
    }
  }
  const turnsByCost = turns
    .sort(
      (a, b) =>
        (b.cost ?? 0) - (a.cost ?? 0) || b.inputTokens + b.outputTokens - a.inputTokens - a.outputTokens,
    )
    .slice(0, MAX_EXPENSIVE_TURNS);
  return { ...sum, tools: tools.size, cost, turnsByCost };
}
