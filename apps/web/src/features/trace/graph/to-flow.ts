import type { Box, GraphWindow, LayoutEdge, LayoutNode } from "@goaltrace/core/graph";
import type { Node } from "@xyflow/react";
import type { Camera } from "../url-state.ts";

/** What a card is given: its place and content, and how the selection touches it. */
export type CardData = {
  readonly card: LayoutNode;
  readonly selection: "none" | "selected" | "holds";
  readonly tabStop: boolean;
};
export type CardNode = Node<CardData, "card">;

export type Selection = {
  readonly goal: string | null;
  readonly sequence: number | null;
  readonly tabStop: string;
};

/** The cards of a window in React Flow's form. Sizes are given, so that nothing has to be measured before it is drawn. */
export function toFlowNodes(window: GraphWindow, selection: Selection): CardNode[] {
  return window.nodes.map((card) => ({
    id: card.id,
    type: "card",
    position: { x: card.x, y: card.y },
    width: card.width,
    height: card.height,
    data: { card, selection: selectionOf(card, selection), tabStop: card.id === selection.tabStop },
  }));
}

function selectionOf(card: LayoutNode, { goal, sequence }: Selection): CardData["selection"] {
  if (card.kind === "stack") return goal !== null && card.members.includes(goal) ? "holds" : "none";
  if (card.kind === "outcome" || card.goalId !== goal) return "none";
  return sequence === null ? "selected" : "holds";
}

/** The edges to draw: those of the window and those that pass over it without ending in it. */
export function wiresOf(window: GraphWindow): readonly LayoutEdge[] {
  const drawn = new Map(window.edges.map((edge) => [edge.id, edge]));
  for (const edge of window.far.crossing) drawn.set(edge.id, edge);
  return [...drawn.values()];
}

const CORNER = 8;

/** The path of a wire through its corners, each rounded by at most half of its shorter side. */
export function wirePath(points: LayoutEdge["points"]): string {
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

type Point = LayoutEdge["points"][number];

function distance(from: Point, to: Point): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

function towards(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to);
  if (whole === 0) return from;
  return { x: from.x + ((to.x - from.x) * length) / whole, y: from.y + ((to.y - from.y) * length) / whole };
}

const OPEN_WIDTH = 520;
const OPEN_GAP = 12;

/** How wide each open edge may be drawn: as wide as reads well, but never over the next open edge of its lane. */
export function openWidths(edges: readonly LayoutEdge[]): ReadonlyMap<string, number> {
  const open = edges.flatMap((edge) => (edge.open ? [{ id: edge.id, box: edge.open.box }] : []));
  return new Map(
    open.map(({ id, box }) => {
      const room = open
        .filter((other) => other.box.y === box.y && other.box.x > box.x)
        .map((other) => other.box.x - box.x - OPEN_GAP);
      return [id, Math.min(OPEN_WIDTH, ...room)];
    }),
  );
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
