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
import { wireOf } from "@goaltrace/core/graph";
import type { Node } from "@xyflow/react";
import type { RunState } from "../../../ui/goal-status.ts";
import type { Camera } from "../url-state.ts";
import { showsSame } from "../shows-same.ts";
import { cardView } from "./card-view.ts";
import type { CardView } from "./card-view.ts";

/** What a card is given: what it shows, and how the selection touches it. */
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
 * The cards of a window in React Flow's form. Sizes are given, so that nothing has to be measured before or after it is drawn; a card that shows
 * the same as `before` is the same object, so that a live entry draws its own card and no other.
 */
export function toFlowNodes(
  { graph, layout, run }: CardSource,
  window: GraphWindow,
  { selection, before = [] }: { readonly selection: Selection; readonly before?: readonly CardNode[] },
): CardNode[] {
  const known = new Map(before.map((node) => [node.id, node]));
  const holder = selection.goal === null ? undefined : layout.nodeFor(selection.goal)?.id;
  return window.nodes.map((card) => {
    const node: CardNode = {
      id: card.id,
      type: "card",
      position: { x: card.x, y: card.y },
      width: card.width,
      height: card.height,
      measured: { width: card.width, height: card.height },
      // None, and said so: React Flow would look for some, and draw each card a second time when it found none.
      handles: [],
      data: {
        card: cardView(graph, card, run),
        selection: selectionOf(card, selection, holder),
        tabStop: card.id === selection.tabStop,
      },
    };
    const last = known.get(card.id);
    return last !== undefined && isSame(last, node) ? last : node;
  });
}

function isSame(left: CardNode, right: CardNode): boolean {
  return (
    left.position.x === right.position.x &&
    left.position.y === right.position.y &&
    left.height === right.height &&
    showsSame(left.data, right.data)
  );
}

function selectionOf(
  card: LayoutNode,
  { goal, sequence }: Selection,
  holder: string | undefined,
): CardData["selection"] {
  if (card.id !== holder || card.kind === "outcome") return "none";
  return card.id === goal && sequence === null ? "selected" : "holds";
}

/** The edges to draw: those of the window and those that pass over it without ending in it. */
export function wiresOf(window: GraphWindow): readonly LayoutEdge[] {
  const drawn = new Map(window.edges.map((edge) => [edge.id, edge]));
  for (const edge of window.far.crossing) drawn.set(edge.id, edge);
  return [...drawn.values()];
}

const CORNER = 8;

/** The path of a wire through its corners, each rounded by at most half of its shorter side. */
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
  const whole = distance(from, to);
  if (whole === 0) return from;
  return { x: from.x + ((to.x - from.x) * length) / whole, y: from.y + ((to.y - from.y) * length) / whole };
}

/** Corners of a wire in the far view: there a card is a glyph in its middle, so wires reach on to there. */
export function farWire(layout: Pick<GraphLayout, "nodes">, edge: LayoutEdge): readonly Point[] {
  const points = wireOf(layout, edge);
  const last = points.length - 1;
  return points.map((point, index) => {
    if (index === last) return { x: point.x + CARD_WIDTH / 2, y: point.y };
    return index === 0 && edge.source !== START_ID ? { x: point.x - CARD_WIDTH / 2, y: point.y } : point;
  });
}

/** The part of the graph a camera shows on a canvas of this size, in graph pixels. */
export function visibleBox(camera: Camera, canvas: { readonly width: number; readonly height: number }): Box {
  return {
    x: -camera.x / camera.zoom,
    y: -camera.y / camera.zoom,
    width: canvas.width / camera.zoom,
    height: canvas.height / camera.zoom,
  };
}

/** Wires in the far view: thicker with the logarithm of their tokens, in screen pixels. */
export function farWidth(tokens: number): number {
  return Math.min(5, Math.max(1.5, Math.log10(Math.max(1, tokens)) - 1));
}
