import { childIds } from "../../goals/goal-tree.ts";
import { goalStatus } from "../goal-lookup.ts";
import type { Graph } from "../graph.ts";

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
  /** A sub-agent that works beside the run. */
  | { readonly kind: "lane"; readonly id: string; readonly sequence: number };

/** The place of a goal among the branches of a fork. */
export type BranchPlace = { readonly forkId: string; readonly index: number };

/** A planned goal that nobody has worked on; `parentId` is the nearest goal above that has a place. */
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

/** Returns the story of a graph. O(goals), safe at any depth. */
export function storyOf(graph: Graph, filter: StoryFilter = EVERYTHING): Story {
  const hidden = hiddenGoals(graph, filter);
  const items: StoryItem[] = [];
  for (const { id, kind, goalId, placedAt } of graph.order)
    if (goalId !== graph.rootId || kind === "outcome")
      if (!hidden.has(goalId)) items.push({ kind, id, sequence: placedAt });
  return {
    rootId: graph.rootId,
    items,
    rootWork: graph.edges.get(graph.rootId)?.firstSequence ?? null,
    parentOf: (goalId) => graph.placedUnder.get(goalId) ?? graph.rootId,
    branchOf: () => null,
    planned: plannedGoals(graph, hidden),
  };
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

/** Returns the topmost goals, in plan order, below which nobody has worked yet. */
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
