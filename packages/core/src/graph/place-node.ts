import { blankGoal } from "../goals/goal-tree.ts";
import {
  type Branching,
  type Graph,
  type GraphEdge,
  type GraphNode,
  type GraphOutcome,
  START_ID,
} from "./graph.ts";

/** Work edges out of one node before further targets stack. */
export const FAN_OUT_LIMIT = 8;
/** Sub-goals of one goal that stand side by side before further ones stack: more than a plan that a person would write. */
export const ROW_LIMIT = 24;
/** Lanes below the root; a chain that goes deeper folds into the rows of a stack. */
export const LANE_LIMIT = 24;

/** Makes sure that a goal is known. One named before its creation waits as a placeholder under the root. */
export function ensureGoal(graph: Graph, goalId: string): void {
  if (graph.goals.has(goalId)) return;
  graph.goals.set(goalId, blankGoal(goalId, graph.rootId, ""));
  graph.placeholders.add(goalId);
  childList(graph, graph.rootId).push(goalId);
}

/** The sub-goals of a goal, to be changed in place. */
export function childList(graph: Graph, goalId: string): string[] {
  const known = graph.children.get(goalId);
  if (known !== undefined) return known;
  const created: string[] = [];
  graph.children.set(goalId, created);
  return created;
}

/** Gives a goal its node and its edge, once, at the end of the sequence so far. Returns whether it was new. */
export function placeGoal(graph: Graph, goalId: string, sequence: number): boolean {
  if (graph.nodes.has(goalId)) return false;
  ensureGoal(graph, goalId);
  const place = nextPlace(graph, goalId);
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
  for (const dependency of graph.goals.get(goalId)?.dependsOn ?? []) {
    graph.work += 1;
    if (dependency === place.source || !graph.nodes.has(dependency)) continue;
    const id = `${dependency}>${goalId}`;
    graph.edges.set(id, blankEdge({ id, source: dependency, target: goalId, kind: "depends" }));
  }
  return true;
}

/** Adds the outcome of a run as a node on the root's line. Returns its id. */
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

type Place = { readonly source: string; readonly at: Pick<GraphNode, "rank" | "lane" | "stackId"> };

function nextPlace(graph: Graph, goalId: string): Place {
  if (goalId === graph.rootId) {
    graph.branching.set(goalId, { depth: 0, placed: 0, stackId: null });
    graph.nextRank = 1;
    return { source: START_ID, at: { rank: 0, lane: 0, stackId: null } };
  }
  const source = sourceOf(graph);
  const parentId = graph.goals.get(goalId)?.parentId ?? graph.rootId;
  const parent = branchingOf(graph, parentId);
  const depth = parent.depth + 1;
  const fanOut = (graph.fanOut.get(source) ?? 0) + 1;
  graph.fanOut.set(source, fanOut);
  parent.placed += 1;
  // Whatever belongs to a member of a stack stays in that stack.
  const inherited = graph.nodes.get(parentId)?.stackId ?? null;
  const crowded = fanOut > FAN_OUT_LIMIT || parent.placed > ROW_LIMIT || depth > LANE_LIMIT;
  if (inherited === null && !crowded) {
    setBranching(graph, goalId, { depth, stackId: null });
    const rank = graph.nextRank;
    graph.nextRank += 1;
    return { source, at: { rank, lane: Math.min(depth, LANE_LIMIT), stackId: null } };
  }
  const stackId =
    inherited ?? parent.stackId ?? openStack(graph, { parentId, source, lane: Math.min(depth, LANE_LIMIT) });
  parent.stackId = stackId;
  setBranching(graph, goalId, { depth, stackId });
  const stack = graph.stacks.get(stackId);
  stack?.members.push(goalId);
  return { source, at: { rank: stack?.rank ?? 0, lane: stack?.lane ?? 0, stackId } };
}

function setBranching(graph: Graph, goalId: string, fields: Pick<Branching, "depth" | "stackId">): void {
  // Sub-goals may have been placed before their parent.
  graph.branching.set(goalId, { placed: graph.branching.get(goalId)?.placed ?? 0, ...fields });
}

function openStack(
  graph: Graph,
  wanted: { readonly parentId: string; readonly source: string; readonly lane: number },
): string {
  const id = `stack:${wanted.parentId}`;
  graph.stacks.set(id, {
    id,
    parentGoalId: wanted.parentId,
    source: wanted.source,
    rank: graph.nextRank,
    lane: wanted.lane,
    members: [],
  });
  graph.nextRank += 1;
  return id;
}

/** The node worked on last; out of an abandoned branch, back to where that branch began. */
function sourceOf(graph: Graph): string {
  let id = graph.activeId;
  while (id !== graph.rootId && graph.goals.get(id)?.status === "abandoned") {
    graph.work += 1;
    id = graph.edges.get(id)?.source ?? graph.rootId;
  }
  return graph.nodes.has(id) ? id : graph.rootId;
}

/** The branching of a goal; its depth is settled at the first asking, from the nearest ancestor whose depth is known. */
function branchingOf(graph: Graph, goalId: string): Branching {
  const path: string[] = [];
  let id = goalId;
  while (!graph.branching.has(id) && id !== graph.rootId && path.length <= graph.goals.size) {
    graph.work += 1;
    path.push(id);
    id = graph.goals.get(id)?.parentId ?? graph.rootId;
  }
  let branching = graph.branching.get(id) ?? { depth: 0, placed: 0, stackId: null };
  for (const below of path.reverse()) {
    branching = { depth: branching.depth + 1, placed: 0, stackId: null };
    graph.branching.set(below, branching);
  }
  return branching;
}
