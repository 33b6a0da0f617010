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
import { toFlowNodes, wiresOf } from "./to-flow.ts";
import type { CardNode, CardSource } from "./to-flow.ts";
import {
  useCameraMoves,
  useFirstCamera,
  useFollowing,
  useHeldPlace,
  useReportedWindow,
  useRevealSelection,
  useVisibleBox,
} from "./use-graph-camera.ts";
import type { CameraMoves } from "./use-graph-camera.ts";
import { useGraphLayout } from "./use-graph-layout.ts";
import type { Camera } from "../url-state.ts";
import { cardForm, detailOf, MAXIMUM_ZOOM, minimumZoom, zoomLevel } from "./zoom-level.ts";
import { ZoomControls } from "./zoom-controls.tsx";

/** What the keys of the debugger ask of the graph: `f`, `0`, `[` and `]`. */
export type GraphHandle = CameraMoves;

export type GraphViewProps = {
  readonly ref?: Ref<GraphHandle>;
  /** Keeps the newest result in sight while the run goes on. */
  readonly following: boolean;
};

const NODE_TYPES = { card: GoalCard };
const PRO_OPTIONS = { hideAttribution: true };
const NO_EDGES: never[] = [];

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
  const [drawer, setDrawer] = useState<string | null>(null);
  const layout = useGraphLayout();
  const source = useCardSource(layout);
  const nodes = useMountedCards(source);
  const actions = useActions(setDrawer);
  const moves = useCameraMoves(layout);
  const flow = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  // The same function between renderings: React Flow tells all its parts of another one.
  const keepCamera = useCallback(
    (event: MouseEvent | TouchEvent | null, camera: Camera) => {
      // Only a person's own move is worth a place in the link; what the view does by itself follows from the rest.
      if (event) changeView({ camera });
    },
    [changeView],
  );
  useImperativeHandle(ref, () => moves, [moves]);
  useFirstCamera(layout, view.camera);
  useFollowing(layout, following);
  useRevealSelection(layout);
  useHeldPlace(layout);

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
          <ReportedWindow layout={layout} />
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

/** The name of the agent over the root's line, where it is written large enough to be read. */
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
    // A new layout comes with every change of the graph, the focus included.
    [model, layout, trace.status],
  );
}

/** The cards to mount and the edges between them. Afar all is drawn, and a run that is opened there mounts only what has the focus. */
function useMountedCards(source: CardSource): {
  readonly cards: CardNode[];
  readonly edges: ReturnType<typeof wiresOf>;
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
  const edges = useMemo(() => wiresOf(window), [window]);
  return { cards, edges };
}

/** Actions that stay the same for as long as the graph is shown. */
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
        latest.current.changeView((view) => toggleFolding(latest.current.whole.graph, view, goalId));
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

/** By itself, so that moving the camera draws nothing else anew. */
function ReportedWindow({ layout }: Pick<CardSource, "layout">): null {
  useReportedWindow(layout);
  return null;
}

/** Gives the scale to style sheets, past React: text that keeps its size needs no new rendering while one zooms. */
function ZoomVariable(): null {
  const store = useStoreApi();
  const element = useStore((state) => state.domNode);
  useLayoutEffect(() => {
    let shown = 0;
    const show = (): void => {
      const [, , zoom] = store.getState().transform;
      if (zoom === shown || !element) return;
      const [detail, form] = [String(detailOf(zoom)), cardForm(zoom)];
      // Afar nothing that keeps its size is in sight: what waits there for the way back must not be styled anew in each frame.
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
