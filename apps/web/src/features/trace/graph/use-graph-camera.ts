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
/** The margin around revealed content, in pixels: the ruler above, a gap beside. */
const MARGIN = 40;
/** Below this scale, cards of an initial view would be too small, so a long run starts at the most relevant card instead. */
const MIN_INITIAL_ZOOM = 0.85;
const INITIAL_ZOOM = 0.9;

/** Returns the visible part of the graph, in coarse steps, so that small pans and zooms do not replace the window. */
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

/** Reports the visible range of the run to the scrubber. Rerenders the calling component for each column that enters or leaves. */
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

/** Returns the camera moves that a person can trigger. */
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

/** Returns the camera that fits the whole graph from its upper left, with a gap after the last card for the next one. */
function fitCamera(layout: Size, canvas: Size): Camera {
  const content = { width: layout.width - COLUMN_GAP + MARGIN, height: layout.height + MARGIN };
  const zoom = fitZoom(content, canvas);
  const x = Math.max(0, (canvas.width - content.width * zoom) / 2);
  // The space above the first lane scales with the zoom; the ruler does not.
  return { x, y: Math.max(0, RULER_HEIGHT * (1 - zoom)), zoom };
}

/** Sets the camera when the link has none: the whole run if it fits well, else the first failure, the current work or the beginning. */
export function useInitialCamera(layout: GraphLayout, savedCamera: Camera | null): void {
  const flow = useReactFlow();
  const { view, trace } = useDebugger();
  const isOver = isTerminal(trace.status);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const placed = useRef(savedCamera !== null);
  useEffect(() => {
    if (placed.current || width === 0) return;
    placed.current = true;
    const zoom = Math.min(1, width / (layout.width + 12));
    if (zoom >= MIN_INITIAL_ZOOM && layout.height * zoom <= height) {
      void flow.setViewport({ x: 0, y: 0, zoom });
      return;
    }
    const subject =
      layout.nodeFor(view.goal ?? "") ??
      layout.nodes.find((node) => node.status === "failed" && node.kind !== "outcome") ??
      layout.nodes[isOver ? 0 : layout.columnIndex(layout.tipId)];
    const x = subject === undefined ? 0 : width / 2 - (subject.x + subject.width / 2) * INITIAL_ZOOM;
    const left = Math.min(0, Math.max(x, width - layout.width * INITIAL_ZOOM - MARGIN));
    const below = subject === undefined ? 0 : height - (subject.y + 2 * CARD_HEIGHT) * INITIAL_ZOOM;
    void flow.setViewport({ x: left, y: Math.min(0, below), zoom: INITIAL_ZOOM });
  }, [flow, layout, view.goal, width, height, isOver]);
}

/** Keeps the newest card visible while following. Nothing else pans automatically. */
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
    // The identity of the tip moves the camera, its content does not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [following, layout.tipId, count]);
}

/** Pans to a goal that was selected elsewhere, with its expanded rows. Visible goals do not move. */
export function useRevealSelection(layout: GraphLayout): void {
  const flow = useReactFlow();
  const { view } = useDebugger();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  // A link with a goal and a camera keeps its camera.
  const first = useRef(view.camera !== null && view.goal !== null);
  useEffect(() => {
    const card = view.goal === null ? undefined : layout.nodeFor(view.goal);
    if (!card || width === 0) return;
    if (first.current) {
      first.current = false;
      return;
    }
    const visible = visibleBox(flow.getViewport(), { width, height });
    const inside =
      card.x >= visible.x &&
      card.x + card.width <= visible.x + visible.width &&
      card.y >= visible.y &&
      card.y + CARD_HEIGHT <= visible.y + visible.height;
    if (!inside)
      void flow.setCenter(card.x + card.width / 2, card.y + CARD_HEIGHT, {
        zoom: flow.getZoom(),
        duration: DURATION_MS,
      });
    // Only a new selection moves the camera; a new layout must not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [view.goal, width > 0]);
}

/**
 * Keeps the viewport stable when something is folded or unfolded and columns before it come or go: the selected card, or else the first
 * visible one, keeps its position on the screen.
 */
export function useStableViewport(layout: GraphLayout): void {
  const flow = useReactFlow();
  const { view } = useDebugger();
  const before = useRef(layout);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = layout;
    if (last === layout) return;
    const { x, y, zoom } = flow.getViewport();
    const anchor =
      (view.goal === null ? undefined : last.nodeFor(view.goal)) ??
      last.nodes.find((node) => node.x * zoom + x > 0);
    const now = anchor === undefined ? undefined : layout.nodes[layout.columnIndex(anchor.id)];
    if (anchor === undefined || now === undefined || now.x === anchor.x) return;
    const onScreen = anchor.x * zoom + x;
    if (onScreen < -anchor.width || onScreen > window.innerWidth) return;
    void flow.setViewport({ x: x - (now.x - anchor.x) * zoom, y, zoom });
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [layout]);
}
