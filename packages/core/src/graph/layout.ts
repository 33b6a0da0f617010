import type { GoalStatus } from "../goals/goal.ts";
import {
  type Bundle,
  bundleEdges,
  type Bundles,
  type Contents,
  sumContents,
  HIDDEN,
  drawnRank,
  type DrawnRanks,
  findDrawnRanks,
  sumTotals,
} from "./collapse.ts";
import * as geometry from "./geometry.ts";
import { goalStatus } from "./goal-lookup.ts";
import { type Graph, type GraphNode, type GraphStack, START_ID } from "./graph.ts";
import type { GraphLayout, LayoutEdge, LayoutNode, LayoutOptions } from "./layout-parts.ts";
import { layoutLanes, openedEdges, type OpenedEdge, stackLines } from "./open-boxes.ts";

type Column = GraphNode | GraphStack;

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Lays out the graph in linear time. The run grows to the right: a column keeps its x, whatever is appended or opened. Open parts grow
 * down: their lane becomes taller and lower lanes move. Only collapsing or hiding closes gaps between columns.
 */
export function layoutGraph(graph: Graph, options: LayoutOptions = {}): GraphLayout {
  const collapsed = options.collapsed ?? NOTHING;
  const openStacks = options.openStacks ?? NOTHING;
  const stand = findDrawnRanks(graph, {
    collapsed,
    hideAbandoned: options.hideAbandoned ?? false,
    only: options.only ?? null,
  });
  const contents = sumContents(graph, stand);
  const columns = buildColumns(graph, contents);
  const bundles = bundleEdges(graph, stand, contents);
  const opened = findOpenEdges(graph, options, { stand, columns, bundles: bundles.between });
  const lanes = layoutLanes(columns.list, opened, openStacks);
  const nodes = columns.list.map(({ column, contents }, index) =>
    toLayoutNode(graph, column, {
      x: geometry.LEFT_MARGIN + index * geometry.COLUMN_PITCH,
      y: lanes[column.lane]?.y ?? geometry.FIRST_LANE_Y,
      contents,
      collapsed: collapsed.has(column.id),
      inside: insideTotals(bundles, column.rank),
      isOpen: openStacks.has(column.id),
    }),
  );
  const edges = bundles.between.flatMap((bundle) => toLayoutEdges(graph, bundle, { columns, nodes, opened }));
  edges.sort((left, right) => left.targetColumn - right.targetColumn);
  const lastLane = lanes.at(-1);
  const columnIndex = (nodeId: string): number => {
    const column = columns.at(graph.nodes.get(nodeId)?.rank ?? graph.stacks.get(nodeId)?.rank ?? HIDDEN);
    return nodes[column]?.id === nodeId ? column : HIDDEN;
  };
  const nodeFor = (goalId: string): LayoutNode | undefined =>
    nodes[columns.at(drawnRank(graph, stand, goalId))];
  return {
    nodes,
    edges,
    lanes,
    columnIndex: columnIndex,
    nodeFor,
    longEdges: edges.filter((edge) => Math.abs(edge.targetColumn - edge.sourceColumn) > 1),
    width: geometry.LEFT_MARGIN + nodes.length * geometry.COLUMN_PITCH,
    height: lastLane === undefined ? geometry.FIRST_LANE_Y : lastLane.y + lastLane.height,
    planned: graph.goals.size - graph.placedGoals,
    tipId: nodeFor(graph.activeId)?.id ?? graph.rootId,
  };
}

/** The drawn columns from left to right. */
type Columns = {
  readonly list: readonly { readonly column: Column; readonly contents: Contents }[];
  /** Returns the index of a rank's column in the list; HIDDEN when it is not drawn. */
  at(rank: number): number;
  /** Returns the id of the column at a rank; START_ID when it is not drawn. */
  idAt(rank: number): string;
};

/** Returns the drawn nodes and stacks in order of rank. */
function buildColumns(graph: Graph, contents: readonly (Contents | undefined)[]): Columns {
  const byRank: Column[] = [];
  for (const node of graph.order) byRank[node.rank] = node;
  // A stack replaces its members, which have its rank.
  for (const stack of graph.stacks.values()) byRank[stack.rank] = stack;
  const list: { column: Column; contents: Contents }[] = [];
  const indexByRank: number[] = [];
  for (const [rank, column] of byRank.entries()) {
    const inside = contents[rank];
    if (inside === undefined) continue;
    indexByRank[rank] = list.length;
    list.push({ column, contents: inside });
  }
  const at = (rank: number): number => indexByRank[rank] ?? HIDDEN;
  return { list, at, idAt: (rank) => list[at(rank)]?.column.id ?? START_ID };
}

/** Totals of the edges inside a folded node; null when there are none. */
function insideTotals(bundles: Bundles, rank: number): LayoutNode["inside"] {
  const edges = bundles.inside.get(rank);
  return edges === undefined ? null : sumTotals(edges);
}

function bundleId(bundle: Bundle, columns: Columns): string {
  const [first] = bundle.edges;
  if (bundle.edges.length === 1) return first.id;
  return `${first.kind === "depends" ? "depends:" : ""}${columns.idAt(bundle.source)}>${columns.idAt(bundle.target)}`;
}

type Drawn = {
  readonly stand: DrawnRanks | null;
  readonly columns: Columns;
  readonly bundles: readonly Bundle[];
};

/** Returns the requested open edges that can open: an edge folded into a bundle or a stack has no chip. */
function findOpenEdges(
  graph: Graph,
  options: LayoutOptions,
  { stand, columns, bundles }: Drawn,
): ReadonlyMap<string, OpenedEdge> {
  return openedEdges(graph, options, (edgeId) => {
    const column = columns.at(drawnRank(graph, stand, edgeId));
    const card = columns.list[column]?.column;
    const isAlone = bundles.some(({ edges }) => edges.length === 1 && edges[0].id === edgeId);
    return card?.id === edgeId && isAlone ? { lane: card.lane, column } : null;
  });
}

type Placed = {
  readonly columns: Columns;
  readonly nodes: readonly LayoutNode[];
  readonly opened: ReadonlyMap<string, OpenedEdge>;
};

/** Returns the wire of a bundle; nothing when its target is not drawn. */
function toLayoutEdges(graph: Graph, bundle: Bundle, { columns, nodes, opened }: Placed): LayoutEdge[] {
  const [first] = bundle.edges;
  const targetColumn = columns.at(bundle.target);
  const target = nodes[targetColumn];
  if (target === undefined) return [];
  const id = bundleId(bundle, columns);
  const open = opened.get(id);
  const edge: LayoutEdge = {
    id,
    kind: first.kind,
    source: columns.idAt(bundle.source),
    target: target.id,
    sourceColumn: columns.at(bundle.source),
    targetColumn,
    edges: bundle.edges,
    totals: sumTotals(bundle.edges),
    abandoned: target.abandoned,
    live: bundle.edges.some((edge) => edge.id === graph.live?.goalId),
    forks: first.kind === "work" && (graph.fanOut.get(first.source) ?? 0) > 1,
    open: open === undefined ? null : { turns: open.turns, box: openBox(target, open) },
  };
  return [edge];
}

type CardPosition = Pick<LayoutNode, "x" | "y" | "contents" | "collapsed" | "inside"> & {
  readonly isOpen: boolean;
};

const NO_MEMBERS: readonly string[] = [];

// Lists every field: spreads would take most of the time of a large layout.
function toLayoutNode(graph: Graph, column: Column, place: CardPosition): LayoutNode {
  const { x, y, contents, collapsed, inside, isOpen } = place;
  const { id, lane } = column;
  const { CARD_WIDTH: width, CARD_HEIGHT } = geometry;
  if ("members" in column) {
    const members = isOpen ? column.members.slice(-geometry.STACK_LINE_LIMIT) : NO_MEMBERS;
    return {
      id,
      kind: "stack",
      goalId: column.parentGoalId,
      status: stackStatus(graph, column),
      abandoned: false,
      placedAt: graph.nodes.get(column.members[0] ?? "")?.placedAt ?? 0,
      x,
      y,
      width,
      height: CARD_HEIGHT + (isOpen ? stackLines(column) * geometry.STACK_LINE_HEIGHT : 0),
      lane,
      contents,
      collapsed,
      inside,
      members,
      hiddenMembers: column.members.length - members.length,
    };
  }
  const { kind, goalId, placedAt } = column;
  const status = kind === "goal" ? goalStatus(graph, goalId) : outcomeStatus(column);
  return {
    id,
    kind,
    goalId,
    status,
    abandoned: status === "abandoned",
    placedAt,
    x,
    y,
    width,
    height: CARD_HEIGHT,
    lane,
    contents,
    collapsed,
    inside,
    members: NO_MEMBERS,
    hiddenMembers: 0,
  };
}

function outcomeStatus(node: GraphNode): GoalStatus {
  return node.outcome?.status === "completed" ? "completed" : "failed";
}

/** The worst status in a stack, so that no failure is out of sight. */
function stackStatus(graph: Graph, stack: GraphStack): GoalStatus {
  const statuses = new Set(stack.members.map((id) => goalStatus(graph, id)));
  if (statuses.has("failed")) return "failed";
  if (statuses.has("in_progress")) return "in_progress";
  if (statuses.has("pending")) return "pending";
  return statuses.has("completed") ? "completed" : "abandoned";
}

function openBox(target: LayoutNode, open: OpenedEdge): LayoutNodeBox {
  return {
    x: target.x - geometry.COLUMN_GAP / 2,
    y: target.y + geometry.CARD_HEIGHT + open.offset + geometry.OPEN_PADDING,
    width: geometry.OPEN_WIDTH,
    height: open.height - geometry.OPEN_PADDING,
  };
}
type LayoutNodeBox = Pick<LayoutNode, "x" | "y" | "width" | "height">;
