import type { GoalStatus } from "../goals/goal.ts";
import { bundleEdges, type Contents, contentsOf, standIns, subGoalCounts, sumTotals } from "./collapse.ts";
import { type OpenEdge, turnsOf } from "./expand-edge.ts";
import * as geometry from "./geometry.ts";
import { type EdgeTotals, type Graph, type GraphNode, type GraphStack, START_ID } from "./graph.ts";
import { noMarkers } from "./marker-counts.ts";

/** What a person has opened, folded or hidden. Open edges and stacks are named by id; `around` is the sequence an edge opens at. */
export type LayoutOptions = {
  readonly openEdges?: readonly { readonly id: string; readonly around?: number }[];
  readonly openStacks?: ReadonlySet<string>;
  readonly collapsed?: ReadonlySet<string>;
  readonly hideAbandoned?: boolean;
};

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** A card. A stack has `members` (the first of them when open) and stands for `contents.goals` goals. */
export type LayoutNode = Box & {
  readonly id: string;
  readonly kind: "goal" | "outcome" | "stack";
  readonly goalId: string;
  readonly status: GoalStatus;
  readonly abandoned: boolean;
  readonly lane: number;
  readonly contents: Contents;
  readonly subGoals: { readonly done: number; readonly total: number; readonly open: number };
  readonly collapsed: boolean;
  /** Sums of the edges folded into this card; null when none are. */
  readonly inside: EdgeTotals | null;
  /** Lines of an open stack, from its end, newest last. */
  readonly members: readonly string[];
  readonly hiddenMembers: number;
};

export type Point = { readonly x: number; readonly y: number };

/** A wire. `count` edges are bundled in it; `chip` is the middle of its label; `open` holds its turns and the box they are drawn in. */
export type LayoutEdge = {
  readonly id: string;
  readonly kind: "work" | "end" | "depends";
  readonly source: string;
  readonly target: string;
  /** Indices into the layout's nodes; -1 for the start. */
  readonly sourceColumn: number;
  readonly targetColumn: number;
  readonly edgeIds: readonly string[];
  readonly count: number;
  readonly totals: EdgeTotals;
  readonly abandoned: boolean;
  readonly live: boolean;
  readonly points: readonly Point[];
  readonly chip: Point;
  readonly open: { readonly turns: OpenEdge; readonly box: Box } | null;
};

export type LayoutLane = { readonly lane: number; readonly y: number; readonly height: number };

/** Nodes ascending in x, at most one per column; edges ascending in the x of their target. `planned` goals have no node yet. */
export type GraphLayout = {
  readonly nodes: readonly LayoutNode[];
  readonly edges: readonly LayoutEdge[];
  readonly lanes: readonly LayoutLane[];
  readonly width: number;
  readonly height: number;
  readonly planned: number;
  /** The node that is worked on, or was last. */
  readonly tipId: string;
  readonly indexOfNode: ReadonlyMap<string, number>;
  /** Edges that pass at least one column by: the only ones that can cross a window with both ends outside. */
  readonly longEdges: readonly LayoutEdge[];
};

type Column = GraphNode | GraphStack;
type Opened = {
  readonly id: string;
  readonly lane: number;
  readonly turns: OpenEdge;
  readonly height: number;
};

/**
 * Places everything in linear time. The run grows to the right: a column, once given, keeps its x, whatever is appended or opened. What is
 * opened grows down: its lane becomes taller and the lanes below slide. Only collapsing or hiding closes columns up.
 */
export function layoutGraph(graph: Graph, options: LayoutOptions = {}): GraphLayout {
  const collapsed = options.collapsed ?? new Set<string>();
  const stand = standIns(graph, { collapsed, hideAbandoned: options.hideAbandoned ?? false });
  const contents = contentsOf(graph, stand);
  const columns = columnsOf(graph, contents);
  const bundles = bundleEdges(graph, stand);
  const laneOf = new Map(columns.map((column) => [column.id, column.lane]));
  const laneOfEdge = new Map(bundles.between.map((bundle) => [bundle.id, laneOf.get(bundle.target)]));
  const opened = openedEdges(graph, options, laneOfEdge);
  const openStacks = options.openStacks ?? new Set<string>();
  const lanes = lanesOf(columns, opened, openStacks);

  const indexOfNode = new Map<string, number>();
  const nodes = columns.map((column, index): LayoutNode => {
    indexOfNode.set(column.id, index);
    const inside = bundles.inside.get(column.id);
    const place = {
      x: geometry.LEFT_MARGIN + index * geometry.COLUMN_PITCH,
      y: lanes[column.lane]?.y ?? geometry.FIRST_LANE_Y,
    };
    return {
      ...place,
      ...cardOf(graph, column, openStacks),
      id: column.id,
      lane: column.lane,
      contents: contents.get(column.id) ?? { goals: 0, failed: 0, done: 0, live: false, marks: noMarkers() },
      collapsed: collapsed.has(column.id),
      inside: inside === undefined ? null : sumTotals(inside),
    };
  });

  const nodeOf = (id: string): LayoutNode | undefined => nodes[indexOfNode.get(id) ?? -1];
  const edges: LayoutEdge[] = [];
  for (const bundle of bundles.between) {
    const target = nodeOf(bundle.target);
    const source = nodeOf(bundle.source);
    const kind = bundle.edges[0]?.kind;
    if (target === undefined || kind === undefined || (source === undefined && bundle.source !== START_ID))
      continue;
    const chip = { x: target.x - geometry.COLUMN_GAP / 2, y: target.y + geometry.CARD_HEIGHT / 2 };
    const open = opened.get(bundle.id);
    edges.push({
      id: bundle.id,
      kind,
      source: bundle.source,
      target: bundle.target,
      sourceColumn: indexOfNode.get(bundle.source) ?? -1,
      targetColumn: indexOfNode.get(bundle.target) ?? -1,
      edgeIds: bundle.edges.map((edge) => edge.id),
      count: bundle.edges.length,
      totals: sumTotals(bundle.edges),
      abandoned: target.abandoned,
      live: bundle.edges.some((edge) => edge.id === graph.live?.goalId),
      points: wire(source, target),
      chip,
      open: open === undefined ? null : { turns: open.turns, box: openBox(target, open.height) },
    });
  }
  edges.sort((left, right) => left.targetColumn - right.targetColumn);
  const lastLane = lanes.at(-1);
  return {
    nodes,
    edges,
    lanes,
    indexOfNode,
    longEdges: edges.filter((edge) => Math.abs(edge.targetColumn - edge.sourceColumn) > 1),
    width: geometry.LEFT_MARGIN + nodes.length * geometry.COLUMN_PITCH,
    height: lastLane === undefined ? geometry.FIRST_LANE_Y : lastLane.y + lastLane.height,
    planned: graph.goals.size - graph.order.filter((node) => node.kind === "goal").length,
    tipId: stand.get(graph.activeId) ?? graph.rootId,
  };
}

/** The drawn nodes and stacks by rank. */
function columnsOf(graph: Graph, contents: ReadonlyMap<string, Contents>): Column[] {
  const byRank = new Array<Column | undefined>(graph.nextRank).fill(undefined);
  for (const node of graph.order)
    if (node.stackId === null && contents.has(node.id)) byRank[node.rank] = node;
  for (const stack of graph.stacks.values()) if (contents.has(stack.id)) byRank[stack.rank] = stack;
  return byRank.filter((column) => column !== undefined);
}

function openedEdges(
  graph: Graph,
  options: LayoutOptions,
  laneOfEdge: ReadonlyMap<string, number | undefined>,
): Map<string, Opened> {
  const opened = new Map<string, Opened>();
  for (const { id, around } of options.openEdges ?? []) {
    // An edge that is folded into a bundle or a stack has no chip to open from.
    const lane = laneOfEdge.get(id);
    if (lane === undefined) continue;
    const turns = turnsOf(graph, id, { around });
    const lines =
      turns.turns.reduce((sum, open) => sum + 1 + open.calls.length + (open.hiddenCalls > 0 ? 1 : 0), 0) +
      (turns.earlier.turns > 0 ? 1 : 0) +
      (turns.later.turns > 0 ? 1 : 0);
    opened.set(id, {
      id,
      lane,
      turns,
      height: Math.max(1, lines) * geometry.OPEN_LINE_HEIGHT + 2 * geometry.OPEN_PADDING,
    });
  }
  return opened;
}

function lanesOf(
  columns: readonly Column[],
  opened: ReadonlyMap<string, Opened>,
  openStacks: ReadonlySet<string>,
): LayoutLane[] {
  const extra: number[] = [];
  const grow = (lane: number, height: number): void => {
    extra[lane] = Math.max(extra[lane] ?? 0, height);
  };
  for (const column of columns)
    grow(
      column.lane,
      "members" in column && openStacks.has(column.id) ? stackLines(column) * geometry.STACK_LINE_HEIGHT : 0,
    );
  // An open edge hangs from its chip beside the card and reaches below it.
  for (const open of opened.values()) grow(open.lane, open.height);
  let y = geometry.FIRST_LANE_Y;
  return Array.from(extra, (height, lane) => {
    const placed = { lane, y, height: geometry.LANE_PITCH + (height ?? 0) };
    y += placed.height;
    return placed;
  });
}

function stackLines(stack: GraphStack): number {
  return (
    Math.min(stack.members.length, geometry.STACK_LINE_LIMIT) +
    (stack.members.length > geometry.STACK_LINE_LIMIT ? 1 : 0)
  );
}

type Card = Pick<
  LayoutNode,
  "kind" | "goalId" | "status" | "abandoned" | "width" | "height" | "subGoals" | "members" | "hiddenMembers"
>;

function cardOf(graph: Graph, column: Column, openStacks: ReadonlySet<string>): Card {
  const size = { width: geometry.CARD_WIDTH, height: geometry.CARD_HEIGHT };
  if ("members" in column) {
    const isOpen = openStacks.has(column.id);
    const members = isOpen ? column.members.slice(-geometry.STACK_LINE_LIMIT) : [];
    const height = size.height + (isOpen ? stackLines(column) * geometry.STACK_LINE_HEIGHT : 0);
    return {
      ...size,
      height,
      kind: "stack",
      goalId: column.parentGoalId,
      status: stackStatus(graph, column),
      abandoned: false,
      subGoals: { done: 0, total: 0, open: 0 },
      members,
      hiddenMembers: column.members.length - members.length,
    };
  }
  const status = graph.goals.get(column.goalId)?.status ?? "pending";
  const none = { members: [], hiddenMembers: 0 };
  if (column.kind === "outcome") {
    const ended = column.outcome?.status === "completed" ? "completed" : "failed";
    return {
      ...size,
      ...none,
      kind: "outcome",
      goalId: column.goalId,
      status: ended,
      abandoned: false,
      subGoals: { done: 0, total: 0, open: 0 },
    };
  }
  return {
    ...size,
    ...none,
    kind: "goal",
    goalId: column.goalId,
    status,
    abandoned: status === "abandoned",
    subGoals: subGoalCounts(graph, column.goalId),
  };
}

/** The worst that a stack holds, so that nothing bad is out of sight. */
function stackStatus(graph: Graph, stack: GraphStack): GoalStatus {
  const statuses = new Set(stack.members.map((id) => graph.goals.get(id)?.status));
  if (statuses.has("failed")) return "failed";
  if (statuses.has("in_progress")) return "in_progress";
  if (statuses.has("pending")) return "pending";
  return statuses.has("completed") ? "completed" : "abandoned";
}

/** Corners of a wire from the middle of the source's right side to the middle of the target's left side. */
function wire(source: LayoutNode | undefined, target: LayoutNode): Point[] {
  const end = { x: target.x, y: target.y + geometry.CARD_HEIGHT / 2 };
  if (source === undefined) return [{ x: target.x - geometry.COLUMN_GAP, y: end.y }, end];
  const start = { x: source.x + geometry.CARD_WIDTH, y: source.y + geometry.CARD_HEIGHT / 2 };
  const out = start.x + geometry.WIRE_STUB;
  const isNext = target.x - source.x === geometry.COLUMN_PITCH;
  if (start.y === end.y && isNext) return [start, end];
  if (isNext) return [start, { x: out, y: start.y }, { x: out, y: end.y }, end];
  // Past other cards, above those of the target's lane.
  const channel = target.y - geometry.WIRE_CHANNEL;
  const back = target.x - geometry.COLUMN_GAP + geometry.WIRE_STUB;
  return [
    start,
    { x: out, y: start.y },
    { x: out, y: channel },
    { x: back, y: channel },
    { x: back, y: end.y },
    end,
  ];
}

function openBox(target: LayoutNode, height: number): Box {
  const x = target.x - geometry.COLUMN_GAP / 2;
  return {
    x,
    y: target.y + geometry.CARD_HEIGHT + geometry.OPEN_PADDING,
    width: geometry.COLUMN_PITCH - geometry.WIRE_STUB,
    height,
  };
}
