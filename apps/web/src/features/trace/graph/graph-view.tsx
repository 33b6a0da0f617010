"use client";
import { layoutGraph, windowOf } from "@goaltrace/core/graph";
import type { Box, GraphLayout } from "@goaltrace/core/graph";
import { ReactFlow, ReactFlowProvider, useReactFlow, useStore, useViewport } from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef } from "react";
import type { CSSProperties, ReactElement, Ref } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useDebugger } from "../debugger-context.ts";
import { openAround } from "../url-state.ts";
import type { Camera } from "../url-state.ts";
import { ActionEdges } from "./action-edges.tsx";
import { GoalCard } from "./goal-card.tsx";
import { toFlowNodes, visibleBox, wiresOf } from "./to-flow.ts";
import { MAXIMUM_ZOOM, MINIMUM_ZOOM } from "./zoom-level.ts";

/** What the keys of the debugger ask of the graph. */
export type GraphHandle = { readonly fit: () => void };

export type GraphViewProps = {
  readonly ref?: Ref<GraphHandle>;
  /** Keeps the newest result in sight while the run goes on. */
  readonly following: boolean;
};

const NODE_TYPES = { card: GoalCard };
const FIT = { padding: 0.1, maxZoom: 1, minZoom: MINIMUM_ZOOM, duration: 120 };
const PRO_OPTIONS = { hideAttribution: true };
/** The window is taken anew after this much of the screen has passed; it reaches 400 px further than the screen. */
const PAN_STEP = 150;

/** The run as a graph: results and the actions between them, growing to the right, opening downwards. */
export function GraphView(props: GraphViewProps): ReactElement {
  return (
    <ReactFlowProvider>
      <GraphCanvas {...props} />
    </ReactFlowProvider>
  );
}

function GraphCanvas({ ref, following }: GraphViewProps): ReactElement {
  const translate = useTranslations("trace.graph");
  const { view, changeView } = useDebugger();
  const layout = useGraphLayout();
  const flow = useReactFlow();
  const box = useVisibleBox();
  const window = useMemo(
    () => windowOf(layout, box, { always: view.goal === null ? [] : [view.goal] }),
    [layout, box, view.goal],
  );
  const tabStop = view.goal !== null && layout.indexOfNode.has(view.goal) ? view.goal : layout.tipId;
  const nodes = useMemo(
    () => toFlowNodes(window, { goal: view.goal, sequence: view.sequence, tabStop }),
    [window, view.goal, view.sequence, tabStop],
  );
  const edges = useMemo(() => wiresOf(window), [window]);

  const fit = useCallback(() => {
    void flow.fitBounds({ x: 0, y: 0, width: layout.width, height: layout.height }, FIT);
  }, [flow, layout.width, layout.height]);
  useImperativeHandle(ref, () => ({ fit }), [fit]);
  useFirstCamera(layout, view.camera);
  useFollowing(layout, following);
  useRevealSelection(layout);

  return (
    <ReactFlow
      aria-label={translate("title")}
      nodes={nodes}
      edges={NO_EDGES}
      nodeTypes={NODE_TYPES}
      defaultViewport={view.camera ?? { x: 0, y: 0, zoom: 1 }}
      minZoom={MINIMUM_ZOOM}
      maxZoom={MAXIMUM_ZOOM}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      disableKeyboardA11y
      panOnScroll
      zoomOnDoubleClick={false}
      deleteKeyCode={null}
      selectionKeyCode={null}
      multiSelectionKeyCode={null}
      proOptions={PRO_OPTIONS}
      onMoveEnd={(event, viewport) => {
        // Only a person's own move is worth a place in the link; what the view does by itself follows from the rest.
        if (event) changeView({ camera: viewport });
      }}
      className="bg-page"
    >
      <ZoomVariable />
      <ActionEdges edges={edges} />
      <ZoomControls onFit={fit} />
    </ReactFlow>
  );
}

const NO_EDGES: never[] = [];

function useGraphLayout(): GraphLayout {
  const { model, version, view } = useDebugger();
  const { goal, sequence, open, folded } = view;
  return useMemo(() => {
    // The graph grows in place: its version is what says that it is another one.
    void version;
    return layoutGraph(model.graph, {
      openEdges: open.map((id) => ({ id, around: openAround({ goal, sequence }, id) })),
      openStacks: new Set(open),
      collapsed: new Set(folded),
    });
  }, [model, version, goal, sequence, open, folded]);
}

type Transform = readonly [x: number, y: number, zoom: number];

/** Whether the camera moved so little that the window taken before still covers the screen. */
function isNear(before: Transform, now: Transform): boolean {
  return (
    before[2] === now[2] && Math.abs(before[0] - now[0]) < PAN_STEP && Math.abs(before[1] - now[1]) < PAN_STEP
  );
}

/** The visible part of the graph, in steps, so that panning by a pixel does not take the window anew. */
function useVisibleBox(): Box {
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const transform = useStore((state) => state.transform, isNear);
  return useMemo(() => {
    const [x, y, zoom] = transform;
    return visibleBox({ x, y, zoom }, { width, height });
  }, [transform, width, height]);
}

/** Without a camera in the link: a small graph is shown from its start, of a large one the end, where the news are. */
function useFirstCamera(layout: GraphLayout, given: Camera | null): void {
  const flow = useReactFlow();
  const width = useStore((state) => state.width);
  const placed = useRef(given !== null);
  useEffect(() => {
    if (placed.current || width === 0) return;
    placed.current = true;
    void flow.setViewport({ x: Math.min(0, width - layout.width), y: 0, zoom: 1 });
  }, [flow, layout.width, width]);
}

/** Nothing pans by itself unless one follows the run. */
function useFollowing(layout: GraphLayout, following: boolean): void {
  const flow = useReactFlow();
  const tip = layout.nodes[layout.indexOfNode.get(layout.tipId) ?? -1];
  const count = layout.nodes.length;
  useEffect(() => {
    if (!following || !tip) return;
    void flow.setCenter(tip.x + tip.width / 2, tip.y + tip.height, { zoom: flow.getZoom(), duration: 120 });
    // The tip's identity, not its content, is what moves the camera.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [following, layout.tipId, count]);
}

/** Brings a goal selected elsewhere into sight; one that is in sight already does not move. */
function useRevealSelection(layout: GraphLayout): void {
  const flow = useReactFlow();
  const { view } = useDebugger();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const first = useRef(view.camera !== null);
  useEffect(() => {
    const card = view.goal === null ? undefined : layout.nodes[layout.indexOfNode.get(view.goal) ?? -1];
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
      card.y + card.height <= seen.y + seen.height;
    if (!inside)
      void flow.setCenter(card.x + card.width / 2, card.y + card.height, {
        zoom: flow.getZoom(),
        duration: 120,
      });
    // Only another selection moves the camera; a layout that changes must not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [view.goal, width > 0]);
}

/** Gives the scale to style sheets: text that keeps its size needs no new rendering while one zooms. */
function ZoomVariable(): null {
  const { zoom } = useViewport();
  const element = useStore((state) => state.domNode);
  useEffect(() => {
    element?.style.setProperty("--zoom", String(zoom));
  }, [element, zoom]);
  return null;
}

const CONTROLS: CSSProperties = { position: "absolute", right: 12, bottom: 12, zIndex: 5 };

function ZoomControls({ onFit }: { readonly onFit: () => void }): ReactElement {
  const translate = useTranslations("trace.graph");
  const format = useFormat();
  const flow = useReactFlow();
  const zoom = useStore((state) => state.transform[2]);
  return (
    <div style={CONTROLS} className="nopan flex h-7 items-center rounded-md border border-line bg-raised">
      <IconButton
        label={translate("zoomOut")}
        icon={ZoomOut}
        tooltipSide="top"
        onClick={() => void flow.zoomOut()}
      />
      <span className="min-w-11 text-center text-11 text-ink-2">{format.share(zoom)}</span>
      <IconButton
        label={translate("zoomIn")}
        icon={ZoomIn}
        tooltipSide="top"
        onClick={() => void flow.zoomIn()}
      />
      <IconButton label={translate("fit")} shortcut="f" icon={Maximize} tooltipSide="top" onClick={onFit} />
    </div>
  );
}
