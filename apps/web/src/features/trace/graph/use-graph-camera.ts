"use client";
import { CARD_HEIGHT, CARD_WIDTH, COLUMN_GAP, COLUMN_PITCH, LEFT_MARGIN } from "@goaltrace/core/graph";
import type { Box, GraphLayout, LayoutNode } from "@goaltrace/core/graph";
import { isTerminal } from "@goaltrace/core/log";
import { useReactFlow, useStore } from "@xyflow/react";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useDebugger } from "../debugger-context.ts";
import type { Camera } from "../url-state.ts";
import { RULER_HEIGHT } from "./ruler-ticks.ts";
import { isStillCovered } from "./still-covered.ts";
import type { Transform } from "./still-covered.ts";
import { visibleBox } from "./to-flow.ts";
import { fitZoom, stepZoom } from "./zoom-level.ts";

const DURATION_MS = 120;
/** Room kept around what is brought into sight: the ruler above, a card's breath beside. */
const MARGIN = 40;
/** Below this a first look would show too little of each card; a long run is then shown from where it matters. */
const FIRST_LOOK_MINIMUM = 0.85;
const FIRST_LOOK = 0.9;

/** The visible part of the graph, in steps, so that panning by a pixel or zooming a little does not take the window anew. */
export function useVisibleBox(): Box & { readonly zoom: number } {
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const isNear = useCallback(
    (before: Transform, now: Transform) => isStillCovered(before, now, { width, height }),
    [width, height],
  );
  const transform = useStore((state) => state.transform, isNear);
  return useMemo(() => {
    const [x, y, zoom] = transform;
    return { ...visibleBox({ x, y, zoom }, { width, height }), zoom };
  }, [transform, width, height]);
}

/** Tells the scrubber which stretch of the run is in sight. Renders its component again for each column that comes or goes. */
export function useReportedWindow(layout: GraphLayout): void {
  const { reportWindow, model } = useDebugger();
  const first = useStore(({ transform: [x, , zoom] }) => columnAt(-x / zoom - CARD_WIDTH));
  const next = useStore(({ transform: [x, , zoom], width }) => columnAt((width - x) / zoom) + 1);
  const from = layout.nodes[first]?.placedAt ?? 0;
  const to = layout.nodes[next]?.placedAt ?? model.graph.lastSequence;
  useEffect(() => {
    reportWindow({ from, to: Math.max(from, to) });
  }, [reportWindow, from, to]);
  useEffect(
    () => () => {
      reportWindow(null);
    },
    [reportWindow],
  );
}

function columnAt(x: number): number {
  return Math.max(0, Math.floor((x - LEFT_MARGIN) / COLUMN_PITCH));
}

export type CameraMoves = {
  readonly fit: () => void;
  readonly showSelection: () => void;
  readonly stepLevel: (direction: 1 | -1) => void;
};

/** Moves of the camera that a person asks for. */
export function useCameraMoves(layout: GraphLayout): CameraMoves {
  const flow = useReactFlow();
  const { view } = useDebugger();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const chosen = layout.nodeFor(view.goal ?? "") ?? layout.nodes[layout.columnIndex(layout.tipId)];
  const center = useCallback(
    (node: LayoutNode, zoom: number) => {
      void flow.setCenter(node.x + node.width / 2, node.y + CARD_HEIGHT, { zoom, duration: DURATION_MS });
    },
    [flow],
  );
  return useMemo(
    () => ({
      fit: () => {
        void flow.setViewport(fitCamera(layout, { width, height }), { duration: DURATION_MS });
      },
      showSelection: () => {
        if (chosen) center(chosen, Math.max(0.62, Math.min(1.4, flow.getZoom())));
      },
      stepLevel: (direction) => {
        if (chosen) center(chosen, stepZoom(flow.getZoom(), direction));
      },
    }),
    [flow, layout, width, height, chosen, center],
  );
}

type Size = { readonly width: number; readonly height: number };

/** The whole graph from its upper left, as large as it fits. Behind the last card there is only the room for a next one. */
function fitCamera(layout: Size, canvas: Size): Camera {
  const whole = { width: layout.width - COLUMN_GAP + MARGIN, height: layout.height + MARGIN };
  const zoom = fitZoom(whole, canvas);
  const x = Math.max(0, (canvas.width - whole.width * zoom) / 2);
  // The room above the first lane shrinks with the scale; the ruler does not.
  return { x, y: Math.max(0, RULER_HEIGHT * (1 - zoom)), zoom };
}

/** Without a camera in the link: all of a run that fits well, else what went wrong, else what is being done, else the beginning. */
export function useFirstCamera(layout: GraphLayout, given: Camera | null): void {
  const flow = useReactFlow();
  const { view, trace } = useDebugger();
  const isOver = isTerminal(trace.status);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const placed = useRef(given !== null);
  useEffect(() => {
    if (placed.current || width === 0) return;
    placed.current = true;
    const zoom = Math.min(1, width / (layout.width + 12));
    if (zoom >= FIRST_LOOK_MINIMUM && layout.height * zoom <= height) {
      void flow.setViewport({ x: 0, y: 0, zoom });
      return;
    }
    const subject =
      layout.nodeFor(view.goal ?? "") ??
      layout.nodes.find((node) => node.status === "failed" && node.kind !== "outcome") ??
      layout.nodes[isOver ? 0 : layout.columnIndex(layout.tipId)];
    const x = subject === undefined ? 0 : width / 2 - (subject.x + subject.width / 2) * FIRST_LOOK;
    const left = Math.min(0, Math.max(x, width - layout.width * FIRST_LOOK - MARGIN));
    const below = subject === undefined ? 0 : height - (subject.y + 2 * CARD_HEIGHT) * FIRST_LOOK;
    void flow.setViewport({ x: left, y: Math.min(0, below), zoom: FIRST_LOOK });
  }, [flow, layout, view.goal, width, height, isOver]);
}

/** Nothing pans by itself unless one follows the run. */
export function useFollowing(layout: GraphLayout, following: boolean): void {
  const flow = useReactFlow();
  const tip = layout.nodes[layout.columnIndex(layout.tipId)];
  const count = layout.nodes.length;
  useEffect(() => {
    if (!following || !tip) return;
    void flow.setCenter(tip.x + tip.width / 2, tip.y + tip.height, {
      zoom: flow.getZoom(),
      duration: DURATION_MS,
    });
    // The tip's identity, not its content, is what moves the camera.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [following, layout.tipId, count]);
}

/** Brings a goal selected elsewhere into sight, with what is open of it; what is in sight already does not move. */
export function useRevealSelection(layout: GraphLayout): void {
  const flow = useReactFlow();
  const { view } = useDebugger();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  // A link that names both shows its goal where its camera stands.
  const first = useRef(view.camera !== null && view.goal !== null);
  useEffect(() => {
    const card = view.goal === null ? undefined : layout.nodeFor(view.goal);
    if (!card || width === 0) return;
    if (first.current) {
      first.current = false;
      return;
    }
    const seen = visibleBox(flow.getViewport(), { width, height });
    const inside =
      card.x >= seen.x &&
      card.x + card.width <= seen.x + seen.width &&
      card.y >= seen.y &&
      card.y + CARD_HEIGHT <= seen.y + seen.height;
    if (!inside)
      void flow.setCenter(card.x + card.width / 2, card.y + CARD_HEIGHT, {
        zoom: flow.getZoom(),
        duration: DURATION_MS,
      });
    // Only another selection moves the camera; a layout that changes must not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [view.goal, width > 0]);
}

/**
 * Holds what one looks at in its place when something is folded or unfolded: columns before it come or go, the selected card, or else the
 * first in sight, stays where it is on the screen.
 */
export function useHeldPlace(layout: GraphLayout): void {
  const flow = useReactFlow();
  const { view } = useDebugger();
  const before = useRef(layout);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = layout;
    if (last === layout) return;
    const { x, y, zoom } = flow.getViewport();
    const held =
      (view.goal === null ? undefined : last.nodeFor(view.goal)) ??
      last.nodes.find((node) => node.x * zoom + x > 0);
    const now = held === undefined ? undefined : layout.nodes[layout.columnIndex(held.id)];
    if (held === undefined || now === undefined || now.x === held.x) return;
    const onScreen = held.x * zoom + x;
    if (onScreen < -held.width || onScreen > window.innerWidth) return;
    void flow.setViewport({ x: x - (now.x - held.x) * zoom, y, zoom });
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [layout]);
}
