"use client";
import { FIRST_LANE_Y, selectWindow } from "@goaltrace/core/graph";
import {
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  useStoreApi,
  ViewportPortal,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { useTranslations } from "next-intl";
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { ReactElement, Ref } from "react";
import { useDebugger } from "../debugger-context.ts";
import { ActionEdges } from "./action-edges.tsx";
import { CallDrawer } from "./call-drawer.tsx";
import { cardAt, FarCanvas } from "./far-canvas.tsx";
import { toggleFolding, toggleOpen } from "./folding.ts";
import { GoalCard } from "./goal-card.tsx";
import "./graph.css";
import { GraphActionsProvider } from "./graph-actions.ts";
import type { GraphActions } from "./graph-actions.ts";
import { LaneLabel } from "./graph-marks.tsx";
import { GraphOverlay } from "./graph-overlay.tsx";
import { toFlowNodes, visibleWires } from "./to-flow.ts";
import type { CardNode, CardSource } from "./to-flow.ts";
import {
  useCameraMoves,
  useInitialCamera,
  useFollowing,
  useStableViewport,
  useReportedWindow,
  useRevealSelection,
  useVisibleBox,
} from "./use-graph-camera.ts";
import type { CameraMoves } from "./use-graph-camera.ts";
import { useGraphLayout } from "./use-graph-layout.ts";
import type { Camera } from "../url-state.ts";
import { cardForm, detailLevel, MAX_ZOOM, minimumZoom, zoomLevel } from "./zoom-level.ts";
import { ZoomControls } from "./zoom-controls.tsx";

/** The camera moves behind the debugger keys `f`, `0`, `[` and `]`. */
export type GraphHandle = CameraMoves;

export type GraphViewProps = {
  readonly ref?: Ref<GraphHandle>;
  /** Keeps the newest result visible while the run is active. */
  readonly following: boolean;
};

const NODE_TYPES = { card: GoalCard };
const PRO_OPTIONS = { hideAttribution: true };
const NO_EDGES: never[] = [];

/** The run as a graph of results and the work between them. Grows to the right; work expands downward. */
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
  const [drawer, setDrawer] = useState<string | null>(null);
  const layout = useGraphLayout();
  const source = useCardSource(layout);
  const nodes = useMountedCards(source);
  const actions = useActions(setDrawer);
  const moves = useCameraMoves(layout);
  const flow = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  // A stable function: React Flow passes every new one to all its parts.
  const keepCamera = useCallback(
    (event: MouseEvent | TouchEvent | null, camera: Camera) => {
      // Store only camera moves by the person in the URL. Automatic moves follow from the rest of the view.
      if (event) changeView({ camera });
    },
    [changeView],
  );
  useImperativeHandle(ref, () => moves, [moves]);
  useInitialCamera(layout, view.camera);
  useFollowing(layout, following);
  useRevealSelection(layout);
  useStableViewport(layout);

  return (
    <GraphActionsProvider value={actions}>
      <div className="relative size-full">
        <ReactFlow
          aria-label={translate("title")}
          nodes={nodes.cards}
          edges={NO_EDGES}
          nodeTypes={NODE_TYPES}
          defaultViewport={view.camera ?? { x: 0, y: 0, zoom: 1 }}
          minZoom={minimumZoom(layout, { width, height })}
          maxZoom={MAX_ZOOM}
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
          onMoveEnd={keepCamera}
          onPaneClick={(event) => {
            if (zoomLevel(flow.getZoom()) !== "far") return;
            const hit = cardAt(layout, flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }));
            const node = hit === null ? undefined : layout.nodes[layout.columnIndex(hit)];
            if (node) actions.selectGoal(node.goalId);
          }}
          className="bg-page"
        >
          <FarCanvas source={source} selected={view.goal} />
          <ZoomVariable />
          <WindowReporter layout={layout} />
          <ActionEdges layout={layout} edges={nodes.edges} />
          <RootLane />
          <GraphOverlay layout={layout} edges={nodes.edges} />
          <ZoomControls onFit={moves.fit} />
        </ReactFlow>
        {drawer !== null && (
          <CallDrawer
            goalId={drawer}
            onClose={() => {
              setDrawer(null);
            }}
          />
        )}
      </div>
    </GraphActionsProvider>
  );
}

/** The name of the agent above the root lane, hidden in the far view. */
function RootLane(): ReactElement | null {
  const { trace } = useDebugger();
  const isFar = useStore((state) => zoomLevel(state.transform[2]) === "far");
  if (isFar) return null;
  return (
    <ViewportPortal>
      <span
        className="graph-fixed pointer-events-none absolute origin-bottom-left"
        style={{ left: 16, top: FIRST_LANE_Y - 14 }}
      >
        <LaneLabel name={trace.agent.name} hue={0} />
      </span>
    </ViewportPortal>
  );
}

function useCardSource(layout: CardSource["layout"]): CardSource {
  const { model, trace } = useDebugger();
  return useMemo(
    () => ({
      graph: model.graph,
      layout,
      run: { status: trace.status, focusId: model.graph.focusId, rootId: model.graph.rootId },
    }),
    // Every change of the graph creates a new layout, including changes of the focus.
    [model, layout, trace.status],
  );
}

/**
 * Returns the cards to mount and the edges between them. The far view draws everything on the canvas; a run opened there mounts only the
 * focused card.
 */
function useMountedCards(source: CardSource): {
  readonly cards: CardNode[];
  readonly edges: ReturnType<typeof visibleWires>;
} {
  const { view } = useDebugger();
  const { layout } = source;
  const box = useVisibleBox();
  const last = useRef<readonly CardNode[]>([]);
  const chosen = view.goal === null ? undefined : layout.nodeFor(view.goal)?.id;
  const tabStop = chosen ?? layout.tipId;
  const window = useMemo(
    () =>
      selectWindow(layout, box, {
        always: [tabStop],
        ...(zoomLevel(box.zoom) === "far" ? { limit: 1 } : {}),
      }),
    [layout, box, tabStop],
  );
  const cards = useMemo(() => {
    const selection = { goal: view.goal, sequence: view.sequence, tabStop };
    return toFlowNodes(source, window, { selection, before: last.current });
  }, [source, window, view.goal, view.sequence, tabStop]);
  useEffect(() => {
    last.current = cards;
  }, [cards]);
  const edges = useMemo(() => visibleWires(window), [window]);
  return { cards, edges };
}

/** Returns actions that are stable while the graph is mounted. */
function useActions(showAll: (goalId: string) => void): GraphActions {
  const shared = useDebugger();
  const latest = useRef(shared);
  useEffect(() => {
    latest.current = shared;
  });
  return useMemo<GraphActions>(() => {
    const toggleEdge = (goalId: string): void => {
      latest.current.changeView((view) => toggleOpen(view, goalId));
    };
    return {
      activate: (card) => {
        if (card.kind === "goal") latest.current.selectGoal(card.goalId);
        else if (card.kind === "outcome") latest.current.selectSequence(card.placedAt);
        else toggleEdge(card.id);
      },
      toggleFold: (goalId) => {
        latest.current.changeView((view) => toggleFolding(latest.current.fullModel.graph, view, goalId));
      },
      toggleEdge,
      selectGoal: (goalId) => {
        latest.current.selectGoal(goalId);
      },
      selectSequence: (sequence) => {
        latest.current.selectSequence(sequence);
      },
      showAll,
    };
  }, [showAll]);
}

/** A separate component, so that camera moves rerender nothing else. */
function WindowReporter({ layout }: Pick<CardSource, "layout">): null {
  useReportedWindow(layout);
  return null;
}

/** Passes the scale to the style sheets without rendering, so that text of constant size needs no render while zooming. */
function ZoomVariable(): null {
  const store = useStoreApi();
  const element = useStore((state) => state.domNode);
  useLayoutEffect(() => {
    let shown = 0;
    const show = (): void => {
      const [, , zoom] = store.getState().transform;
      if (zoom === shown || !element) return;
      const [detail, form] = [String(detailLevel(zoom)), cardForm(zoom)];
      // Elements of constant size are hidden in the far view and must not be restyled in every frame.
      if (form !== "none" || shown === 0) element.style.setProperty("--zoom", String(zoom));
      shown = zoom;
      if (element.dataset["detail"] !== detail) element.dataset["detail"] = detail;
      if (element.dataset["form"] !== form) element.dataset["form"] = form;
    };
    show();
    return store.subscribe(show);
  }, [element, store]);
  return null;
}
