import type { Goal } from "../goals/goal.ts";
import { blankGoal } from "../goals/goal-tree.ts";
import { goalStatus, parentOf } from "./goal-lookup.ts";
import {
  type Branching,
  type Graph,
  type GraphEdge,
  type GraphNode,
  type GraphOutcome,
  type GraphStack,
  START_ID,
} from "./graph.ts";

/** Outgoing work edges of one node before further targets are stacked. */
const FAN_OUT_LIMIT = 8;
/** Sub-goals of one goal side by side before further ones are stacked: more than a person would plan. */
const ROW_LIMIT = 24;
/** Lanes below the root; a deeper chain folds into a stack. */
const LANE_LIMIT = 24;

/** Returns a goal, which it adds if it is unknown: a goal referenced before its creation becomes a placeholder under the root. */
export function ensureGoal(graph: Graph, goalId: string): Goal {
  const existing = graph.goals.get(goalId);
  if (existing !== undefined) return existing;
  const goal = blankGoal(goalId, graph.rootId, "");
  graph.goals.set(goalId, goal);
  graph.placeholders.add(goalId);
  childList(graph, graph.rootId).push(goalId);
  return goal;
}

/** Returns the sub-goals of a goal as a mutable list. */
export function childList(graph: Graph, goalId: string): string[] {
  const existing = graph.children.get(goalId);
  if (existing !== undefined) return existing;
  const created: string[] = [];
  graph.children.set(goalId, created);
  return created;
}

/** Adds the node and the edge of a goal, once, at the end of the graph. Returns true when the goal is new. */
export function placeGoal(graph: Graph, goalId: string, sequence: number): boolean {
  if (graph.nodes.has(goalId)) return false;
  const { dependsOn } = ensureGoal(graph, goalId);
  const place = nextPlacement(graph, goalId);
  const node: GraphNode = {
    id: goalId,
    kind: "goal",
    goalId,
    ...place.at,
    placedAt: sequence,
    outcome: null,
    markers: [],
    markerCounts: new Map(),
  };
  addNode(graph, node);
  graph.placedGoals += 1;
  graph.edges.set(goalId, blankEdge({ id: goalId, source: place.source, target: goalId, kind: "work" }));
  for (const dependency of dependsOn) {
    graph.work += 1;
    if (dependency === place.source || !graph.nodes.has(dependency)) continue;
    const id = `${dependency}>${goalId}`;
    graph.edges.set(id, blankEdge({ id, source: dependency, target: goalId, kind: "depends" }));
  }
  return true;
}

/** Adds the outcome of a run as a node on the root's line and returns its id. */
export function placeOutcome(graph: Graph, outcome: GraphOutcome, sequence: number): string {
  const id = `end:${sequence}`;
  const rank = graph.nextRank;
  graph.nextRank += 1;
  addNode(graph, {
    id,
    kind: "outcome",
    goalId: graph.rootId,
    rank,
    lane: 0,
    stackId: null,
    placedAt: sequence,
    outcome,
    markers: [],
    markerCounts: new Map(),
  });
  graph.edges.set(id, blankEdge({ id, source: graph.rootId, target: id, kind: "end" }));
  return id;
}

function addNode(graph: Graph, node: GraphNode): void {
  graph.nodes.set(node.id, node);
  graph.order.push(node);
  graph.work += 1;
}

function blankEdge(ends: Pick<GraphEdge, "id" | "source" | "target" | "kind">): GraphEdge {
  const totals = { messages: 0, turns: 0, calls: 0, tools: 0, errors: 0, tokens: 0, cost: 0, durationMs: 0 };
  return { ...ends, firstSequence: null, lastSequence: null, totals, turns: [], toolNames: new Set() };
}

type Placement = { readonly source: string; readonly at: Pick<GraphNode, "rank" | "lane" | "stackId"> };

function nextPlacement(graph: Graph, goalId: string): Placement {
  if (goalId === graph.rootId) {
    graph.branching.set(goalId, { depth: 0, placed: 0, stackId: null });
    graph.nextRank = 1;
    return { source: START_ID, at: { rank: 0, lane: 0, stackId: null } };
  }
  const source = edgeSource(graph);
  const parentId = parentOf(graph, goalId);
  const parent = ensureBranching(graph, parentId);
  const depth = parent.depth + 1;
  const fanOut = (graph.fanOut.get(source) ?? 0) + 1;
  graph.fanOut.set(source, fanOut);
  parent.placed += 1;
  // Descendants of a stack's member stay in that stack.
  const inherited = graph.nodes.get(parentId)?.stackId ?? null;
  const crowded = fanOut > FAN_OUT_LIMIT || parent.placed > ROW_LIMIT || depth > LANE_LIMIT;
  if (inherited === null && !crowded) {
    setBranching(graph, goalId, { depth, stackId: null });
    const rank = graph.nextRank;
    graph.nextRank += 1;
    return { source, at: { rank, lane: Math.min(depth, LANE_LIMIT), stackId: null } };
  }
  const stack =
    findStack(graph, inherited ?? parent.stackId) ??
    openStack(graph, { parentId, source, lane: Math.min(depth, LANE_LIMIT) });
  parent.stackId = stack.id;
  setBranching(graph, goalId, { depth, stackId: stack.id });
  stack.members.push(goalId);
  return { source, at: { rank: stack.rank, lane: stack.lane, stackId: stack.id } };
}

function setBranching(graph: Graph, goalId: string, fields: Pick<Branching, "depth" | "stackId">): void {
  // Sub-goals may have been placed before their parent.
  graph.branching.set(goalId, { placed: graph.branching.get(goalId)?.placed ?? 0, ...fields });
}

function findStack(graph: Graph, stackId: string | null): GraphStack | undefined {
  return stackId === null ? undefined : graph.stacks.get(stackId);
}

function openStack(
  graph: Graph,
  at: { readonly parentId: string; readonly source: string; readonly lane: number },
): GraphStack {
  const stack: GraphStack = {
    id: `stack:${at.parentId}`,
    parentGoalId: at.parentId,
    source: at.source,
    rank: graph.nextRank,
    lane: at.lane,
    members: [],
  };
  graph.stacks.set(stack.id, stack);
  graph.nextRank += 1;
  return stack;
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

/** Returns the branching of a goal. Computes its depth on first use from the nearest ancestor with a known depth. */
function ensureBranching(graph: Graph, goalId: string): Branching {
  const path: string[] = [];
  let id = goalId;
  while (!graph.branching.has(id) && path.length <= graph.goals.size) {
    graph.work += 1;
    path.push(id);
    id = parentOf(graph, id);
  }
  let branching = graph.branching.get(id) ?? { depth: 0, placed: 0, stackId: null };
  for (const below of path.reverse()) {
    branching = { depth: branching.depth + 1, placed: 0, stackId: null };
    graph.branching.set(below, branching);
  }
  return branching;
}
