import { childIds } from "../../goals/goal-tree.ts";
import { goalStatus } from "../goal-lookup.ts";
import type { Graph, GraphAgent } from "../graph.ts";

/** An item with a place on the storyboard, in order of first work. Times are sequences of the run's own log. */
export type StoryItem =
  | { readonly kind: "goal"; readonly id: string; readonly sequence: number }
  | { readonly kind: "outcome"; readonly id: string; readonly sequence: number }
  /** Branches that begin together. Their number is known here, so that a late branch moves nothing. */
  | {
      readonly kind: "fork";
      readonly id: string;
      readonly sequence: number;
      readonly parentId: string;
      readonly mode: "explore" | "parallel";
      readonly branches: number;
    }
  /** A sub-agent on its own. `parentId` is the goal that started it. */
  | {
      readonly kind: "lane";
      readonly id: string;
      readonly sequence: number;
      readonly parentId: string;
    };

/** The place of a goal among the branches of a fork. */
export type BranchPlace = { readonly forkId: string; readonly index: number };

/** A planned goal that no one has worked on; `parentId` is the nearest goal above that has a place. */
export type PlannedGoal = { readonly id: string; readonly parentId: string };

/** The input of the storyboard's layout: what has a place, in order, and what is only planned. */
export type Story = {
  readonly rootId: string;
  readonly items: readonly StoryItem[];
  /** Sequence of the root's first own message; null without one. */
  readonly rootWork: number | null;
  readonly parentOf: (goalId: string) => string;
  readonly branchOf: (goalId: string) => BranchPlace | null;
  readonly planned: readonly PlannedGoal[];
};

/** Goals to leave out, with their descendants. `only` lists the goals to draw; null draws all. */
export type StoryFilter = { readonly hideAbandoned: boolean; readonly only: ReadonlySet<string> | null };

const EVERYTHING: StoryFilter = { hideAbandoned: false, only: null };

/** Returns the story of a graph. O(goals + sub-agents), safe at any depth. */
export function storyOf(graph: Graph, filter: StoryFilter = EVERYTHING): Story {
  const hidden = hiddenGoals(graph, filter);
  const items: StoryItem[] = [];
  const agents = agentItems(graph, hidden).values();
  let agent = agents.next().value;
  for (const { id, kind, goalId, placedAt } of graph.order) {
    if ((goalId === graph.rootId && kind !== "outcome") || hidden.has(goalId)) continue;
    for (; agent !== undefined && agent.sequence < placedAt; agent = agents.next().value) items.push(agent);
    items.push({ kind, id, sequence: placedAt });
  }
  for (; agent !== undefined; agent = agents.next().value) items.push(agent);
  return {
    rootId: graph.rootId,
    items,
    rootWork: graph.edges.get(graph.rootId)?.firstSequence ?? null,
    parentOf: (goalId) => graph.placedUnder.get(goalId) ?? graph.rootId,
    branchOf: () => null,
    planned: plannedGoals(graph, hidden),
  };
}

/** Returns the id of the place of a sub-agent, which its box on the storyboard has too. */
export function agentPlaceId({ traceId, callId, branch }: GraphAgent): string {
  return branch === null || callId === null ? `agent:${traceId}` : `${forkId(callId)}/${branch.index}`;
}

function forkId(callId: string): string {
  return `agents:${callId}`;
}

/** Branches begin together, at the start of the first of them; every other sub-agent has a lane of its own. */
function agentItems(graph: Graph, hidden: ReadonlySet<string>): readonly StoryItem[] {
  const forks = new Set<string>();
  return [...graph.agents.values()].flatMap((agent): readonly StoryItem[] => {
    const { goalId, sequence, callId, branch } = agent;
    if (hidden.has(goalId)) return [];
    if (branch === null || callId === null)
      return [{ kind: "lane", id: agentPlaceId(agent), sequence, parentId: goalId }];
    const id = forkId(callId);
    if (forks.has(id)) return [];
    forks.add(id);
    return [{ kind: "fork", id, sequence, parentId: goalId, mode: "explore", branches: branch.size }];
  });
}

function hiddenGoals(graph: Graph, { hideAbandoned, only }: StoryFilter): ReadonlySet<string> {
  const hidden = new Set<string>();
  if (!hideAbandoned && only === null) return hidden;
  const pending = [...childIds(graph, graph.rootId)];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const isInside = hidden.has(graph.goals.get(id)?.parentId ?? graph.rootId);
    const isLeftOut = (hideAbandoned && goalStatus(graph, id) === "abandoned") || only?.has(id) === false;
    if (isInside || isLeftOut) hidden.add(id);
    for (const child of childIds(graph, id)) pending.push(child);
  }
  return hidden;
}

/** Returns the topmost goals, in plan order, below which no one has worked yet. */
function plannedGoals(graph: Graph, hidden: ReadonlySet<string>): PlannedGoal[] {
  const planned: PlannedGoal[] = [];
  const pending = [...childIds(graph, graph.rootId)].reverse();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (hidden.has(id)) continue;
    if (graph.nodes.has(id) || graph.placedUnder.has(id)) pending.push(...[...childIds(graph, id)].reverse());
    else if (goalStatus(graph, id) === "pending")
      planned.push({ id, parentId: graph.goals.get(id)?.parentId ?? graph.rootId });
  }
  return planned;
}
