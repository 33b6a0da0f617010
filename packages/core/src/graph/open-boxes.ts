import { type OpenEdge, expandEdge } from "./expand-edge.ts";
import * as geometry from "./geometry.ts";
import type { Graph, GraphNode, GraphStack } from "./graph.ts";
import type { LayoutLane, LayoutOptions } from "./layout-parts.ts";

/** An open edge: its height and its offset below the card, so that open neighbors do not overlap. */
export type OpenedEdge = {
  readonly id: string;
  readonly lane: number;
  readonly turns: OpenEdge;
  readonly height: number;
  readonly offset: number;
};

type EdgePosition = { readonly lane: number; readonly column: number };

/** Returns the open edges with their turns. `findPosition` returns null for an edge that cannot open. */
export function openedEdges(
  graph: Graph,
  options: LayoutOptions,
  findPosition: (edgeId: string) => EdgePosition | null,
): ReadonlyMap<string, OpenedEdge> {
  const requested = (options.openEdges ?? []).flatMap(({ id, around }) => {
    const place = findPosition(id);
    if (place === null) return [];
    const turns = expandEdge(graph, id, { around });
    const height = Math.max(1, countLines(turns)) * geometry.OPEN_LINE_HEIGHT + 2 * geometry.OPEN_PADDING;
    return [{ id, ...place, turns, height }];
  });
  // From the right, so that a stem passes to the left of the boxes above its own.
  requested.sort((left, right) => right.column - left.column);
  const opened = new Map<string, OpenedEdge>();
  const placed: { readonly lane: number; readonly column: number; readonly bottom: number }[] = [];
  const reach = Math.ceil(geometry.OPEN_WIDTH / geometry.COLUMN_PITCH);
  for (const { id, lane, column, turns, height } of requested) {
    const offset = placed
      .filter((other) => other.lane === lane && other.column - column < reach)
      .reduce((lowest, other) => Math.max(lowest, other.bottom), 0);
    placed.push({ lane, column, bottom: offset + height });
    opened.set(id, { id, lane, turns, height, offset });
  }
  return opened;
}

function countLines({ turns, earlier, later }: OpenEdge): number {
  const shown = turns.reduce((sum, turn) => sum + 1 + turn.calls.length + (turn.hiddenCalls > 0 ? 1 : 0), 0);
  return shown + (earlier.turns > 0 ? 1 : 0) + (later.turns > 0 ? 1 : 0);
}

/** Returns the lanes from top to bottom, each as tall as its open parts. */
export function layoutLanes(
  columns: readonly { readonly column: GraphNode | GraphStack }[],
  opened: ReadonlyMap<string, OpenedEdge>,
  openStacks: ReadonlySet<string>,
): LayoutLane[] {
  const extra: number[] = [];
  const grow = (lane: number, height: number): void => {
    extra[lane] = Math.max(extra[lane] ?? 0, height);
  };
  for (const { column } of columns)
    grow(
      column.lane,
      "members" in column && openStacks.has(column.id) ? stackLines(column) * geometry.STACK_LINE_HEIGHT : 0,
    );
  for (const open of opened.values()) grow(open.lane, open.offset + open.height);
  let y = geometry.FIRST_LANE_Y;
  return Array.from(extra, (height, lane) => {
    const placed = { lane, y, height: geometry.LANE_PITCH + (height ?? 0) };
    y += placed.height;
    return placed;
  });
}

/** Counts the lines of an open stack: its members up to a limit, plus a count of the rest. */
export function stackLines(stack: GraphStack): number {
  const { length } = stack.members;
  return Math.min(length, geometry.STACK_LINE_LIMIT) + (length > geometry.STACK_LINE_LIMIT ? 1 : 0);
}
