import { childIds, isOpen } from "../goals/goal-tree.ts";
import { goalStatus } from "./goal-lookup.ts";
import type { EdgeTotals, Graph, GraphEdge, MarkerCounts } from "./graph.ts";
import { addMarkers } from "./marker-counts.ts";

/** The folded and hidden parts of a view. `only` lists the visible goals; null shows all. */
export type Folding = {
  readonly collapsed: ReadonlySet<string>;
  readonly hideAbandoned: boolean;
  readonly only: ReadonlySet<string> | null;
};

/** By goal id, the rank of the node or stack that represents the goal; `HIDDEN` when it is not drawn. */
export type DrawnRanks = ReadonlyMap<string, number>;

export const HIDDEN = -1;

/** Returns the drawn rank of each goal; null when every goal is drawn itself. Linear, safe at any depth. */
export function findDrawnRanks(graph: Graph, folding: Folding): DrawnRanks | null {
  const { collapsed, hideAbandoned, only } = folding;
  if (collapsed.size === 0 && !hideAbandoned && only === null) return null;
  const ranks = new Map<string, number>();
  const pending: { readonly goalId: string; readonly inside: number | null; readonly hidden: boolean }[] = [
    { goalId: graph.rootId, inside: null, hidden: false },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { goalId } = next;
    const hidden = next.hidden || (hideAbandoned && goalStatus(graph, goalId) === "abandoned");
    const isIncluded = only === null || goalId === graph.rootId || only.has(goalId);
    const rank = next.inside ?? graph.nodes.get(goalId)?.rank ?? HIDDEN;
    ranks.set(goalId, hidden || !isIncluded ? HIDDEN : rank);
    const inside = next.inside ?? (collapsed.has(goalId) && rank !== HIDDEN ? rank : null);
    for (const child of childIds(graph, goalId)) pending.push({ goalId: child, inside, hidden });
  }
  return ranks;
}

/** Returns the rank at which a node is drawn. Outcomes are not goals and always represent themselves. */
export function drawnRank(graph: Graph, ranks: DrawnRanks | null, nodeId: string): number {
  return ranks?.get(nodeId) ?? graph.nodes.get(nodeId)?.rank ?? HIDDEN;
}

/** The goals that a drawn node represents, itself included: failures and marks stay visible through every fold. */
export type Contents = {
  goals: number;
  failed: number;
  done: number;
  live: boolean;
  marks: MarkerCounts;
};

/** Sums up, by rank, the goals that each drawn node represents. */
export function sumContents(graph: Graph, ranks: DrawnRanks | null): (Contents | undefined)[] {
  const contents: (Contents | undefined)[] = [];
  for (const node of graph.order) {
    const rank = ranks?.get(node.id) ?? node.rank;
    if (rank === HIDDEN) continue;
    const status = goalStatus(graph, node.goalId);
    const failed = status === "failed" ? 1 : 0;
    const done = status === "completed" ? 1 : 0;
    const live = graph.live?.goalId === node.id;
    const sum = contents[rank];
    if (sum === undefined) {
      contents[rank] = { goals: 1, failed, done, live, marks: node.markerCounts };
      continue;
    }
    // A single node's counts are shared; copy them before adding the second node.
    if (sum.goals === 1) sum.marks = new Map(sum.marks);
    sum.goals += 1;
    sum.failed += failed;
    sum.done += done;
    sum.live ||= live;
    addMarkers(sum.marks, node.markerCounts);
  }
  return contents;
}

/** Edges that are drawn as one: `edges` has several members after a collapse. Ends are ranks; `HIDDEN` means the start of the run. */
export type Bundle = {
  readonly source: number;
  readonly target: number;
  readonly edges: EdgeList;
};
type EdgeList = [GraphEdge, ...GraphEdge[]];
export type Bundles = {
  readonly between: readonly Bundle[];
  /** By rank, the edges with both ends in the same drawn node. */
  readonly inside: ReadonlyMap<number, EdgeList>;
};

/** Bundles the edges that cross between the same two drawn nodes. An edge from a hidden node starts at that node's own visible source. */
export function bundleEdges(
  graph: Graph,
  ranks: DrawnRanks | null,
  contents: readonly (Contents | undefined)[],
): Bundles {
  const between: Bundle[] = [];
  const joined = new Map<string, Bundle>();
  const inside = new Map<number, EdgeList>();
  const sourceRank = drawnSources(graph, ranks);
  for (const edge of graph.edges.values()) {
    const target = drawnRank(graph, ranks, edge.target);
    if (target === HIDDEN) continue;
    const source = sourceRank(edge);
    if (source === null) continue;
    if (source === target) {
      const within = inside.get(target);
      if (within === undefined) inside.set(target, [edge]);
      else within.push(edge);
      continue;
    }
    // Only nodes that represent several goals can have two edges between them.
    const isAlone = (contents[target]?.goals ?? 0) === 1 && (contents[source]?.goals ?? 1) === 1;
    if (isAlone) {
      between.push({ source, target, edges: [edge] });
      continue;
    }
    const key = `${edge.kind}:${source}>${target}`;
    const bundle = joined.get(key);
    if (bundle !== undefined) {
      bundle.edges.push(edge);
      continue;
    }
    const created: Bundle = { source, target, edges: [edge] };
    joined.set(key, created);
    between.push(created);
  }
  return { between, inside };
}

/**
 * Returns a function for the rank an edge is drawn from; null for an edge that is meaningless once its source is hidden. Each hidden node
 * is walked once.
 */
function drawnSources(graph: Graph, ranks: DrawnRanks | null): (edge: GraphEdge) => number | null {
  const rankById = new Map<string, number>();
  return (edge) => {
    if (edge.target === graph.rootId) return HIDDEN;
    const direct = drawnRank(graph, ranks, edge.source);
    if (direct !== HIDDEN) return direct;
    if (edge.kind !== "work") return null;
    const path: string[] = [];
    let id = edge.source;
    let rank = rankById.get(id);
    while (rank === undefined) {
      const own = drawnRank(graph, ranks, id);
      const before = graph.edges.get(id)?.source;
      if (own !== HIDDEN || before === undefined) rank = own;
      else {
        path.push(id);
        id = before;
        rank = rankById.get(id);
      }
    }
    for (const walked of path) rankById.set(walked, rank);
    return rank === HIDDEN ? null : rank;
  };
}

/** Sums the totals of several edges; returns the totals of a single edge as is, not a copy. */
export function sumTotals(edges: EdgeList): EdgeTotals {
  if (edges.length === 1) return edges[0].totals;
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

/** Counts the sub-goals of a goal, except abandoned ones. */
export function subGoalCounts(graph: Graph, goalId: string): SubGoalCounts {
  let done = 0;
  let total = 0;
  let open = 0;
  for (const child of childIds(graph, goalId)) {
    const status = goalStatus(graph, child);
    if (status === "abandoned") continue;
    total += 1;
    done += status === "completed" ? 1 : 0;
    open += isOpen(status) ? 1 : 0;
  }
  return { done, total, open };
}
