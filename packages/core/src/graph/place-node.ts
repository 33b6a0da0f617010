import type { Goal } from "../goals/goal.ts";
import { blankGoal } from "../goals/goal-tree.ts";
import { goalStatus, parentOf } from "./goal-lookup.ts";
import { type Graph, type GraphEdge, type GraphNode, type GraphOutcome, START_ID } from "./graph.ts";

/** Returns a goal, which it adds if it is unknown: a goal referenced before its creation becomes a placeholder under the root. */
export function ensureGoal(graph: Graph, goalId: string): Goal {
  const existing = graph.goals.get(goalId);
  if (existing !== undefined) return existing;
  const goal = blankGoal(goalId, graph.rootId, "");
  const { journal } = graph;
  journal.set(graph.goals, goalId, goal);
  journal.add(graph.placeholders, goalId);
  journal.push(childList(graph, graph.rootId), goalId);
  return goal;
}

/** Returns the sub-goals of a goal as a mutable list. */
export function childList(graph: Graph, goalId: string): string[] {
  const existing = graph.children.get(goalId);
  if (existing !== undefined) return existing;
  const created: string[] = [];
  graph.journal.set(graph.children, goalId, created);
  return created;
}

/** Adds the node and the edge of a goal, once, at the end of the graph. Returns true when the goal is new. */
export function placeGoal(graph: Graph, goalId: string, sequence: number): boolean {
  if (graph.nodes.has(goalId)) return false;
  const { dependsOn } = ensureGoal(graph, goalId);
  const source = goalId === graph.rootId ? START_ID : edgeSource(graph);
  recordParents(graph, goalId);
  const node: GraphNode = {
    id: goalId,
    kind: "goal",
    goalId,
    rank: graph.order.length,
    placedAt: sequence,
    outcome: null,
    markers: [],
    markerCounts: new Map(),
  };
  addNode(graph, node);
  graph.placedGoals += 1;
  const edge = blankEdge({ id: goalId, source, target: goalId, kind: "work" });
  graph.journal.set(graph.edges, goalId, edge);
  for (const dependency of dependsOn) {
    graph.work += 1;
    if (dependency === source || !graph.nodes.has(dependency)) continue;
    const id = `${dependency}>${goalId}`;
    const depends = blankEdge({ id, source: dependency, target: goalId, kind: "depends" });
    graph.journal.set(graph.edges, id, depends);
  }
  return true;
}

/** Adds the outcome of a run as a node and returns its id. */
export function placeOutcome(graph: Graph, outcome: GraphOutcome, sequence: number): string {
  const id = `end:${sequence}`;
  addNode(graph, {
    id,
    kind: "outcome",
    goalId: graph.rootId,
    rank: graph.order.length,
    placedAt: sequence,
    outcome,
    markers: [],
    markerCounts: new Map(),
  });
  graph.journal.set(graph.edges, id, blankEdge({ id, source: graph.rootId, target: id, kind: "end" }));
  return id;
}

function addNode(graph: Graph, node: GraphNode): void {
  graph.journal.set(graph.nodes, node.id, node);
  graph.journal.push(graph.order, node);
  graph.work += 1;
}

function blankEdge(ends: Pick<GraphEdge, "id" | "source" | "target" | "kind">): GraphEdge {
  const totals = { messages: 0, turns: 0, calls: 0, tools: 0, errors: 0, tokens: 0, cost: 0, durationMs: 0 };
  return {
    ...{ ...ends, firstSequence: null, lastSequence: null, totals, worked: { tokens: 0, ms: 0, until: 0 } },
    ...{ turns: [], toolNames: new Set() },
  };
}

/** Returns the last active node; after an abandoned branch, the node it forked from. */
function edgeSource(graph: Graph): string {
  let id = graph.activeId;
  while (goalStatus(graph, id) === "abandoned") {
    graph.work += 1;
    id = graph.edges.get(id)?.source ?? graph.rootId;
  }
  return graph.nodes.has(id) ? id : graph.rootId;
}

/** Records the parents of a goal and of the goals above it, up to the nearest one that has a record. */
function recordParents(graph: Graph, goalId: string): void {
  const { placedUnder, rootId, journal } = graph;
  if (goalId === rootId) {
    journal.set(placedUnder, rootId, rootId);
    return;
  }
  const path: string[] = [];
  let id = parentOf(graph, goalId);
  const above = id;
  // In a circle of parents the path passes a goal more than once.
  while (!placedUnder.has(id) && path.length <= graph.goals.size) {
    graph.work += 1;
    path.push(id);
    id = parentOf(graph, id);
  }
  let parentId = placedUnder.has(id) ? id : rootId;
  for (const below of path.reverse()) {
    if (!placedUnder.has(below)) journal.set(placedUnder, below, parentId);
    parentId = below;
  }
  if (!placedUnder.has(goalId)) journal.set(placedUnder, goalId, above);
}
