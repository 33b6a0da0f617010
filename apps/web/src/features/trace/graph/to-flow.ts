import { CARD_WIDTH, START_ID } from "@goaltrace/core/graph";
import type {
  Box,
  Graph,
  GraphLayout,
  GraphWindow,
  LayoutEdge,
  LayoutNode,
  Point,
} from "@goaltrace/core/graph";
import { wireCorners } from "@goaltrace/core/graph";
import type { Node } from "@xyflow/react";
import type { RunState } from "../../../ui/goal-status.ts";
import type { Camera } from "../url-state.ts";
import { isDeepEqual } from "../is-deep-equal.ts";
import { cardView } from "./card-view.ts";
import type { CardView } from "./card-view.ts";

/** The props of a card: its content and its selection state. */
export type CardData = {
  readonly card: CardView;
  readonly selection: "none" | "selected" | "holds";
  readonly tabStop: boolean;
};
export type CardNode = Node<CardData, "card">;

export type Selection = {
  readonly goal: string | null;
  readonly sequence: number | null;
  readonly tabStop: string;
};

export type CardSource = { readonly graph: Graph; readonly layout: GraphLayout; readonly run: RunState };

/**
 * Returns the cards of a window as React Flow nodes. Sizes are preset, so that nothing is measured. A card with the same content as in
 * `before` is the same object, so that a live entry rerenders only its own card.
 */
export function toFlowNodes(
  { graph, layout, run }: CardSource,
  window: GraphWindow,
  { selection, before = [] }: { readonly selection: Selection; readonly before?: readonly CardNode[] },
): CardNode[] {
  const previous = new Map(before.map((node) => [node.id, node]));
  const holder = selection.goal === null ? undefined : layout.nodeFor(selection.goal)?.id;
  return window.nodes.map((card) => {
    const node: CardNode = {
      id: card.id,
      type: "card",
      position: { x: card.x, y: card.y },
      width: card.width,
      height: card.height,
      measured: { width: card.width, height: card.height },
      // An explicit empty list: otherwise React Flow searches for handles and renders each card a second time.
      handles: [],
      data: {
        card: cardView(graph, card, run),
        selection: cardSelection(card, selection, holder),
        tabStop: card.id === selection.tabStop,
      },
    };
    const last = previous.get(card.id);
    return last !== undefined && isSameNode(last, node) ? last : node;
  });
}

function isSameNode(left: CardNode, right: CardNode): boolean {
  return (
    left.position.x === right.position.x &&
    left.position.y === right.position.y &&
    left.height === right.height &&
    isDeepEqual(left.data, right.data)
  );
}

function cardSelection(
  card: LayoutNode,
  { goal, sequence }: Selection,
  holder: string | undefined,
): CardData["selection"] {
  if (card.id !== holder || card.kind === "outcome") return "none";
  return card.id === goal && sequence === null ? "selected" : "holds";
}

/** Returns the edges to draw: those of the window and those that cross it. */
export function visibleWires(window: GraphWindow): readonly LayoutEdge[] {
  const drawn = new Map(window.edges.map((edge) => [edge.id, edge]));
  for (const edge of window.far.crossing) drawn.set(edge.id, edge);
  return [...drawn.values()];
}

const CORNER = 8;

/** Returns the path of a wire. Each corner is rounded by at most half of its shorter side. */
export function wirePath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  let path = `M${first.x} ${first.y}`;
  rest.forEach((point, index) => {
    const before = points[index];
    const after = points[index + 2];
    if (!before || !after) {
      path += `L${point.x} ${point.y}`;
      return;
    }
    const radius = Math.min(CORNER, distance(before, point) / 2, distance(point, after) / 2);
    const start = towards(point, before, radius);
    const end = towards(point, after, radius);
    path += `L${start.x} ${start.y}Q${point.x} ${point.y} ${end.x} ${end.y}`;
  });
  return path;
}

function distance(from: Point, to: Point): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

function towards(from: Point, to: Point, length: number): Point {
  const total = distance(from, to);
  if (total === 0) return from;
  return { x: from.x + ((to.x - from.x) * length) / total, y: from.y + ((to.y - from.y) * length) / total };
}

/** Returns the corners of a wire in the far view, where a card is a glyph at its center, so wires extend to the center. */
export function farWire(layout: Pick<GraphLayout, "nodes">, edge: LayoutEdge): readonly Point[] {
  const points = wireCorners(layout, edge);
  const last = points.length - 1;
  return points.map((point, index) => {
    if (index === last) return { x: point.x + CARD_WIDTH / 2, y: point.y };
    return index === 0 && edge.source !== START_ID ? { x: point.x - CARD_WIDTH / 2, y: point.y } : point;
  });
}

/** Returns the visible part of the graph for a camera and a canvas size, in graph pixels. */
export function visibleBox(camera: Camera, canvas: { readonly width: number; readonly height: number }): Box {
  return {
    x: -camera.x / camera.zoom,
    y: -camera.y / camera.zoom,
    width: canvas.width / camera.zoom,
    height: canvas.height / camera.zoom,
  };
}

/** Returns the width of a wire in the far view, in screen pixels. Grows with the logarithm of the tokens. */
export function farWidth(tokens: number): number {
  return Math.min(5, Math.max(1.5, Math.log10(Math.max(1, tokens)) - 1));
}
