import { childrenOf, isOpen } from "../goals/goal-tree.ts";
import type { EdgeTotals, Graph, GraphEdge, MarkerCounts } from "./graph.ts";
import { addMarkers, noMarkers } from "./marker-counts.ts";

/** What a view has folded. */
export type Folding = { readonly collapsed: ReadonlySet<string>; readonly hideAbandoned: boolean };

/** What stands for what: by goal id, the node or stack drawn in its place; null for a goal that is hidden altogether. */
export type Stand = ReadonlyMap<string, string | null>;

/** Finds for each goal what is drawn in its place. Linear, safe at any depth. */
export function standIns(graph: Graph, folding: Folding): Stand {
  const stand = new Map<string, string | null>();
  const pending: { readonly goalId: string; readonly inside: string | null; readonly hidden: boolean }[] = [
    { goalId: graph.rootId, inside: null, hidden: false },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { goalId } = next;
    const hidden = next.hidden || (folding.hideAbandoned && graph.goals.get(goalId)?.status === "abandoned");
    const node = graph.nodes.get(goalId);
    const drawn = next.inside ?? node?.stackId ?? goalId;
    stand.set(goalId, hidden ? null : drawn);
    const closes = folding.collapsed.has(goalId) && node !== undefined;
    const inside = next.inside ?? (closes ? drawn : null);
    for (const child of childrenOf(graph, goalId)) pending.push({ goalId: child, inside, hidden });
  }
  return stand;
}

/** Outcomes and the start are no goals and stand for themselves. */
function standFor(stand: Stand, id: string): string | null {
  const drawn = stand.get(id);
  return drawn === undefined ? id : drawn;
}

/** What a drawn node stands for, itself included: failures and marks shine through every fold. */
export type Contents = {
  goals: number;
  failed: number;
  done: number;
  live: boolean;
  readonly marks: MarkerCounts;
};

/** Sums up what each drawn node stands for. */
export function contentsOf(graph: Graph, stand: Stand): Map<string, Contents> {
  const contents = new Map<string, Contents>();
  for (const node of graph.order) {
    const drawn = standFor(stand, node.id);
    if (drawn === null) continue;
    const sum = contents.get(drawn) ?? { goals: 0, failed: 0, done: 0, live: false, marks: noMarkers() };
    contents.set(drawn, sum);
    const status = graph.goals.get(node.goalId)?.status ?? "pending";
    sum.goals += 1;
    sum.failed += status === "failed" ? 1 : 0;
    sum.done += status === "completed" ? 1 : 0;
    sum.live ||= graph.live?.goalId === node.id;
    addMarkers(sum.marks, node.markerCounts);
  }
  return contents;
}

/** Edges that are drawn as one: `edges` has more than one member after a collapse. */
export type Bundle = {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly edges: GraphEdge[];
};
export type Bundles = {
  readonly between: readonly Bundle[];
  readonly inside: ReadonlyMap<string, readonly GraphEdge[]>;
};

/** Bundles the edges that cross between the same two drawn nodes; those with both ends in one node are its inside. */
export function bundleEdges(graph: Graph, stand: Stand): Bundles {
  const between = new Map<string, Bundle>();
  const inside = new Map<string, GraphEdge[]>();
  for (const edge of graph.edges.values()) {
    const source = standFor(stand, edge.source);
    const target = standFor(stand, edge.target);
    if (source === null || target === null) continue;
    if (source === target) {
      const within = inside.get(target);
      if (within === undefined) inside.set(target, [edge]);
      else within.push(edge);
      continue;
    }
    const key = `${edge.kind === "depends" ? "depends:" : ""}${source}>${target}`;
    const bundle = between.get(key);
    if (bundle === undefined) between.set(key, { id: key, source, target, edges: [edge] });
    else bundle.edges.push(edge);
  }
  return {
    between: [...between.values()].map((bundle) => ({
      ...bundle,
      id: bundle.edges.length === 1 ? (bundle.edges[0]?.id ?? bundle.id) : bundle.id,
    })),
    inside,
  };
}

/** The sums of several edges; the totals of a single one are its own. */
export function sumTotals(edges: readonly GraphEdge[]): EdgeTotals {
  const [only] = edges;
  if (edges.length === 1 && only !== undefined) return { ...only.totals };
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

/** Sub-goals of a goal that count: abandoned ones do not. */
export function subGoalCounts(
  graph: Graph,
  goalId: string,
): { readonly done: number; readonly total: number; readonly open: number } {
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
