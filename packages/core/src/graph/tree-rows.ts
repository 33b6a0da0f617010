import type { Goal } from "../goals/goal.ts";
import { childIds } from "../goals/goal-tree.ts";
import { numberGoals } from "../goals/number-goals.ts";
import { goalStatus } from "./goal-lookup.ts";
import type { Graph, MarkerCounts } from "./graph.ts";
import { addMarkers } from "./marker-counts.ts";

/** One visible row of the goal tree, with the data for a tree view and its ARIA attributes. */
export type TreeRow = {
  readonly goal: Goal;
  /** Null for the root and for abandoned goals. */
  readonly number: string | null;
  /** 0 for the root. */
  readonly depth: number;
  readonly expandable: boolean;
  readonly expanded: boolean;
  readonly positionInSet: number;
  readonly setSize: number;
  readonly inFocus: boolean;
  readonly live: boolean;
  /** Descendants that are hidden because this goal is collapsed. */
  readonly hiddenGoals: number;
  /** Marks of this goal and, while it is collapsed, of its descendants. */
  readonly marks: MarkerCounts;
};

const NO_MARKERS: MarkerCounts = new Map();

type Below = { goals: number; readonly marks: MarkerCounts };

/** Goals to leave out, with their descendants. `only` lists the visible goals; null shows all. */
export type TreeFilter = { readonly hideAbandoned: boolean; readonly only: ReadonlySet<string> | null };

/** Returns the goal tree as flat rows in plan order; without a filter, abandoned goals are included. Linear, safe at any depth. */
export function treeRows(graph: Graph, collapsed: ReadonlySet<string>, filter?: TreeFilter): TreeRow[] {
  const visible = (ids: readonly string[]): readonly string[] =>
    filter === undefined ? ids : ids.filter((id) => isShown(graph, id, filter));
  const numbers = numberGoals(graph);
  const rows: TreeRow[] = [];
  const pending: {
    readonly id: string;
    readonly depth: number;
    readonly position: number;
    readonly size: number;
  }[] = [{ id: graph.rootId, depth: 0, position: 1, size: 1 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { id, depth, position } = next;
    const goal = graph.goals.get(id);
    if (goal === undefined) continue;
    const children = visible(childIds(graph, id));
    const expanded = children.length > 0 && !collapsed.has(id);
    const contents = expanded ? noneBelow() : sumBelow(graph, id);
    addMarkers(contents.marks, graph.nodes.get(id)?.markerCounts ?? NO_MARKERS);
    rows.push({
      goal,
      number: numbers.get(id) ?? null,
      depth,
      expandable: children.length > 0,
      expanded,
      positionInSet: position,
      setSize: next.size,
      inFocus: graph.focusId === id,
      live: graph.live?.goalId === id,
      hiddenGoals: contents.goals,
      marks: contents.marks,
    });
    if (!expanded) continue;
    const size = children.length;
    const below = children.map((child, index) => ({
      id: child,
      depth: depth + 1,
      position: index + 1,
      size,
    }));
    for (const child of below.reverse()) pending.push(child);
  }
  return rows;
}

function isShown(graph: Graph, id: string, { hideAbandoned, only }: TreeFilter): boolean {
  return (only === null || only.has(id)) && !(hideAbandoned && goalStatus(graph, id) === "abandoned");
}

function noneBelow(): Below {
  return { goals: 0, marks: new Map() };
}

function sumBelow(graph: Graph, goalId: string): Below {
  const sum = noneBelow();
  const pending = [...childIds(graph, goalId)];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    sum.goals += 1;
    addMarkers(sum.marks, graph.nodes.get(id)?.markerCounts ?? NO_MARKERS);
    for (const child of childIds(graph, id)) pending.push(child);
  }
  return sum;
}
