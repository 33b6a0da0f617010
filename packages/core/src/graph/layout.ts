import type { GoalStatus } from "../goals/goal.ts";
import {
  type Bundle,
  bundleEdges,
  type Contents,
  contentsOf,
  HIDDEN,
  rankOf,
  standIns,
  sumTotals,
} from "./collapse.ts";
import * as geometry from "./geometry.ts";
import { type Graph, type GraphNode, type GraphStack, START_ID } from "./graph.ts";
import type { GraphLayout, LayoutEdge, LayoutNode, LayoutOptions } from "./layout-parts.ts";
import { lanesOf, openedEdges, type OpenedEdge, stackLines } from "./open-boxes.ts";

type Column = GraphNode | GraphStack;

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Places everything in linear time. The run grows to the right: a column, once given, keeps its x, whatever is appended or opened. What is
 * opened grows down: its lane becomes taller and the lanes below slide. Only collapsing or hiding closes columns up.
 */
export function layoutGraph(graph: Graph, options: LayoutOptions = {}): GraphLayout {
  const collapsed = options.collapsed ?? NOTHING;
  const openStacks = options.openStacks ?? NOTHING;
  const stand = standIns(graph, {
    collapsed,
    hideAbandoned: options.hideAbandoned ?? false,
    only: options.only ?? null,
  });
  const contents = contentsOf(graph, stand);
  const { columns, columnOfRank } = columnsOf(graph, contents);
  const bundles = bundleEdges(graph, stand, contents);
  const idOfRank = (rank: number): string => columns[columnOfRank[rank] ?? HIDDEN]?.id ?? START_ID;
  const single = new Set<string>();
  const idOf = (bundle: Bundle): string => idOfBundle(bundle, idOfRank);
  if ((options.openEdges ?? []).length > 0)
    for (const bundle of bundles.between) if (bundle.edges.length === 1) single.add(idOf(bundle));
  const opened = openedEdges(graph, options, (edgeId) => {
    // An edge that is folded into a bundle or a stack has no chip to open from.
    const edge = graph.edges.get(edgeId);
    const column = edge === undefined ? undefined : columnOfRank[rankOf(graph, stand, edge.target)];
    const card = column === undefined ? undefined : columns[column];
    return card?.id === edgeId && column !== undefined && single.has(edgeId)
      ? { lane: card.lane, column }
      : null;
  });
  const lanes = lanesOf(columns, opened, openStacks);

  const nodes: LayoutNode[] = [];
  for (const column of columns) {
    const inside = bundles.inside.get(column.rank);
    nodes.push(
      nodeOf(graph, column, {
        x: geometry.LEFT_MARGIN + nodes.length * geometry.COLUMN_PITCH,
        y: lanes[column.lane]?.y ?? geometry.FIRST_LANE_Y,
        contents: contents[column.rank] ?? NO_CONTENTS,
        collapsed: collapsed.has(column.id),
        inside: inside === undefined ? null : sumTotals(inside),
        isOpen: openStacks.has(column.id),
      }),
    );
  }

  const edges: LayoutEdge[] = [];
  for (const bundle of bundles.between) {
    const id = idOf(bundle);
    const [first] = bundle.edges;
    const targetColumn = columnOfRank[bundle.target] ?? HIDDEN;
    const target = nodes[targetColumn];
    if (target === undefined || first === undefined) continue;
    const open = opened.get(id);
    const lane = lanes[target.lane];
    edges.push({
      id,
      kind: first.kind,
      source: idOfRank(bundle.source),
      target: target.id,
      sourceColumn: columnOfRank[bundle.source] ?? HIDDEN,
      targetColumn,
      edges: bundle.edges,
      totals: sumTotals(bundle.edges),
      abandoned: target.abandoned,
      live: graph.live !== null && bundle.edges.some((edge) => edge.id === graph.live?.goalId),
      forks: first.kind === "work" && (graph.fanOut.get(first.source) ?? 0) > 1,
      open:
        open === undefined || lane === undefined ? null : { turns: open.turns, box: openBox(target, open) },
    });
  }
  if (!isAscending(edges)) edges.sort((left, right) => left.targetColumn - right.targetColumn);
  const lastLane = lanes.at(-1);
  const columnAt = (nodeId: string): number => {
    const rank = graph.nodes.get(nodeId)?.rank ?? graph.stacks.get(nodeId)?.rank;
    const column = rank === undefined ? undefined : columnOfRank[rank];
    return column !== undefined && nodes[column]?.id === nodeId ? column : HIDDEN;
  };
  const nodeFor = (goalId: string): LayoutNode | undefined => {
    const rank = rankOf(graph, stand, goalId);
    return rank === HIDDEN ? undefined : nodes[columnOfRank[rank] ?? HIDDEN];
  };
  return {
    nodes,
    edges,
    lanes,
    columnOf: columnAt,
    nodeFor,
    longEdges: edges.filter((edge) => Math.abs(edge.targetColumn - edge.sourceColumn) > 1),
    width: geometry.LEFT_MARGIN + nodes.length * geometry.COLUMN_PITCH,
    height: lastLane === undefined ? geometry.FIRST_LANE_Y : lastLane.y + lastLane.height,
    planned: graph.goals.size - graph.placedGoals,
    tipId: nodeFor(graph.activeId)?.id ?? graph.rootId,
  };
}

const NO_CONTENTS: Contents = {
  goals: 0,
  failed: 0,
  done: 0,
  live: false,
  marks: { error: 0, retry: 0, loop: 0, limit: 0, resumed: 0, seam: 0 },
};

/** The drawn nodes and stacks in order of rank, and the index of each by its rank. */
function columnsOf(
  graph: Graph,
  contents: readonly (Contents | undefined)[],
): { readonly columns: readonly Column[]; readonly columnOfRank: readonly number[] } {
  const byRank = new Array<Column | undefined>(graph.nextRank).fill(undefined);
  for (const node of graph.order) if (node.stackId === null) byRank[node.rank] = node;
  for (const stack of graph.stacks.values()) byRank[stack.rank] = stack;
  const columns: Column[] = [];
  const columnOfRank = new Array<number>(graph.nextRank).fill(HIDDEN);
  for (const [rank, column] of byRank.entries()) {
    if (column === undefined || contents[rank] === undefined) continue;
    columnOfRank[rank] = columns.length;
    columns.push(column);
  }
  return { columns, columnOfRank };
}

function idOfBundle(bundle: Bundle, idOfRank: (rank: number) => string): string {
  const [first] = bundle.edges;
  if (bundle.edges.length === 1 && first !== undefined) return first.id;
  return `${first?.kind === "depends" ? "depends:" : ""}${idOfRank(bundle.source)}>${idOfRank(bundle.target)}`;
}

type CardPlace = Pick<LayoutNode, "x" | "y" | "contents" | "collapsed" | "inside"> & {
  readonly isOpen: boolean;
};

const NO_MEMBERS: readonly string[] = [];

// Written out field by field: spreading parts together costs most of the time of a large layout.
function nodeOf(graph: Graph, column: Column, place: CardPlace): LayoutNode {
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
  const status = kind === "goal" ? (graph.goals.get(goalId)?.status ?? "pending") : outcomeStatus(column);
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

/** The worst that a stack holds, so that nothing bad is out of sight. */
function stackStatus(graph: Graph, stack: GraphStack): GoalStatus {
  const statuses = new Set(stack.members.map((id) => graph.goals.get(id)?.status));
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

function isAscending(edges: readonly LayoutEdge[]): boolean {
  let before = HIDDEN;
  for (const { targetColumn } of edges) {
    if (targetColumn < before) return false;
    before = targetColumn;
  }
  return true;
}
