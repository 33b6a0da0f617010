import { childrenOf, isOpen } from "../goals/goal-tree.ts";
import type { EdgeTotals, Graph, GraphEdge, MarkerCounts } from "./graph.ts";
import { addMarkers } from "./marker-counts.ts";

/** What a view has folded or hidden. `only` names the goals that are let through; null lets all of them through. */
export type Folding = {
  readonly collapsed: ReadonlySet<string>;
  readonly hideAbandoned: boolean;
  readonly only: ReadonlySet<string> | null;
};

/** By goal id, the rank of the node or stack drawn in its place; `HIDDEN` for one that is not drawn at all. */
export type Stand = ReadonlyMap<string, number>;

export const HIDDEN = -1;

/** Finds for each goal what is drawn in its place; null when every goal stands for itself. Linear, safe at any depth. */
export function standIns(graph: Graph, folding: Folding): Stand | null {
  const { collapsed, hideAbandoned, only } = folding;
  if (collapsed.size === 0 && !hideAbandoned && only === null) return null;
  const stand = new Map<string, number>();
  const pending: { readonly goalId: string; readonly inside: number | null; readonly hidden: boolean }[] = [
    { goalId: graph.rootId, inside: null, hidden: false },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { goalId } = next;
    const hidden = next.hidden || (hideAbandoned && graph.goals.get(goalId)?.status === "abandoned");
    const isLetThrough = only === null || goalId === graph.rootId || only.has(goalId);
    const rank = next.inside ?? graph.nodes.get(goalId)?.rank ?? HIDDEN;
    stand.set(goalId, hidden || !isLetThrough ? HIDDEN : rank);
    const inside = next.inside ?? (collapsed.has(goalId) && rank !== HIDDEN ? rank : null);
    for (const child of childrenOf(graph, goalId)) pending.push({ goalId: child, inside, hidden });
  }
  return stand;
}

/** The rank at which a node is drawn. Outcomes are no goals and stand for themselves. */
export function rankOf(graph: Graph, stand: Stand | null, nodeId: string): number {
  return stand?.get(nodeId) ?? graph.nodes.get(nodeId)?.rank ?? HIDDEN;
}

/** What a drawn node stands for, itself included: failures and marks shine through every fold. */
export type Contents = {
  goals: number;
  failed: number;
  done: number;
  live: boolean;
  marks: MarkerCounts;
};

/** Sums up, by rank, what each drawn node stands for. */
export function contentsOf(graph: Graph, stand: Stand | null): (Contents | undefined)[] {
  const contents = new Array<Contents | undefined>(graph.nextRank).fill(undefined);
  for (const node of graph.order) {
    const rank = stand?.get(node.id) ?? node.rank;
    if (rank === HIDDEN) continue;
    const status = graph.goals.get(node.goalId)?.status;
    const failed = status === "failed" ? 1 : 0;
    const done = status === "completed" ? 1 : 0;
    const live = graph.live?.goalId === node.id;
    const sum = contents[rank];
    if (sum === undefined) {
      contents[rank] = { goals: 1, failed, done, live, marks: node.markerCounts };
      continue;
    }
    // The counts of a single node are its own; the first to join it makes a sum of them.
    if (sum.goals === 1) sum.marks = new Map(sum.marks);
    sum.goals += 1;
    sum.failed += failed;
    sum.done += done;
    sum.live ||= live;
    addMarkers(sum.marks, node.markerCounts);
  }
  return contents;
}

/** Edges that are drawn as one: `edges` has more than one member after a collapse. Ends are ranks, `HIDDEN` the start. */
export type Bundle = {
  readonly source: number;
  readonly target: number;
  readonly edges: GraphEdge[];
};
export type Bundles = {
  readonly between: readonly Bundle[];
  /** By rank, the edges with both ends in one drawn node. */
  readonly inside: ReadonlyMap<number, GraphEdge[]>;
};

/** Bundles the edges that cross between the same two drawn nodes. An edge out of a hidden node starts where that one was reached from. */
export function bundleEdges(
  graph: Graph,
  stand: Stand | null,
  contents: readonly (Contents | undefined)[],
): Bundles {
  const between: Bundle[] = [];
  const joined = new Map<number, Bundle>();
  const inside = new Map<number, GraphEdge[]>();
  const sourceRank = shownSources(graph, stand);
  for (const edge of graph.edges.values()) {
    const target = rankOf(graph, stand, edge.target);
    if (target === HIDDEN) continue;
    const source = sourceRank(edge);
    if (source === null) continue;
    if (source === target) {
      const within = inside.get(target);
      if (within === undefined) inside.set(target, [edge]);
      else within.push(edge);
      continue;
    }
    // Only nodes that stand for several can have two edges between them.
    const isAlone = (contents[target]?.goals ?? 0) === 1 && (contents[source]?.goals ?? 1) === 1;
    if (isAlone) {
      between.push({ source, target, edges: [edge] });
      continue;
    }
    const key = ((source + 1) * graph.nextRank + target) * 2 + (edge.kind === "depends" ? 1 : 0);
    const bundle = joined.get(key);
    if (bundle !== undefined) {
      bundle.edges.push(edge);
      continue;
    }
    const created = { source, target, edges: [edge] };
    joined.set(key, created);
    between.push(created);
  }
  return { between, inside };
}

/** The rank an edge is drawn from; null for an edge that says nothing once its source is hidden. Each hidden node is walked once. */
function shownSources(graph: Graph, stand: Stand | null): (edge: GraphEdge) => number | null {
  const known = new Map<string, number>();
  return (edge) => {
    if (edge.kind === "work" && edge.target === graph.rootId) return HIDDEN;
    const direct = rankOf(graph, stand, edge.source);
    if (direct !== HIDDEN) return direct;
    if (edge.kind !== "work") return null;
    const path: string[] = [];
    let id = edge.source;
    let rank = known.get(id);
    while (rank === undefined) {
      const own = rankOf(graph, stand, id);
      const before = graph.edges.get(id)?.source;
      if (own !== HIDDEN || before === undefined) rank = own;
      else {
        path.push(id);
        id = before;
        rank = known.get(id);
      }
    }
    for (const walked of path) known.set(walked, rank);
    return rank === HIDDEN ? null : rank;
  };
}

/** The sums of several edges; the totals of a single one are its own, not a copy. */
export function sumTotals(edges: readonly GraphEdge[]): EdgeTotals {
  const [only] = edges;
  if (edges.length === 1 && only !== undefined) return only.totals;
  const sum = { messages: 0, turns: 0, calls: 0, errors: 0, tokens: 0, durationMs: 0 };
  let cost: number | null = 0;
  const tools = new Set<string>();
  for (const { totals, toolNames } of edges) {
    sum.messages += totals.messages;
    sum.turns += totals.turns;
    sum.calls += totals.calls;
    sum.errors += totals.errors;
    sum.tokens += totals.tokens;
    sum.durationMs += totals.durationMs;
    cost = cost === null || totals.cost === null ? null : cost + totals.cost;
    for (const name of toolNames) tools.add(name);
  }
  return { ...sum, cost, tools: tools.size };
}

export type SubGoalCounts = { readonly done: number; readonly total: number; readonly open: number };

/** Sub-goals of a goal that count: abandoned ones do not. */
export function subGoalCounts(graph: Graph, goalId: string): SubGoalCounts {
  let done = 0;
  let total = 0;
  let open = 0;
  for (const child of childrenOf(graph, goalId)) {
    const status = graph.goals.get(child)?.status ?? "pending";
    if (status === "abandoned") continue;
    total += 1;
    done += status === "completed" ? 1 : 0;
    open += isOpen(status) ? 1 : 0;
  }
  return { done, total, open };
}
