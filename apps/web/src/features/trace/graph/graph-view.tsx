"use client";
import { beadAt, boxesToMount, fittingDistance, lineAt, nextDistance } from "@goaltrace/core/graph";
import type { Bead, Distance, Storyboard, StoryBox, WireRow } from "@goaltrace/core/graph";
import { PanOnScrollMode, ReactFlow, ReactFlowProvider, useReactFlow, useStore } from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import type { MouseEvent, ReactElement, Ref, RefObject } from "react";
import { useActions, useStateReader, useView } from "../state/debugger-provider.tsx";
import { toggled } from "../state/url-state.ts";
import { toggleBand } from "./bands.ts";
import { moveBox, selectedBox } from "./box-moves.ts";
import type { BoxMove } from "./box-moves.ts";
import { toBoxNodes } from "./box-nodes.ts";
import type { BoxNode } from "./box-nodes.ts";
import { boxWire } from "./wire-view.ts";
import { CallDrawer } from "./call-drawer.tsx";
import { DistanceControls } from "./distance-controls.tsx";
import { openEdges, toggleOpen } from "./folding.ts";
import { GraphActionsProvider } from "./graph-actions.ts";
import type { GraphActions } from "./graph-actions.ts";
import { LaterEntries } from "./later-entries.tsx";
import { OverviewRuler } from "./overview-ruler.tsx";
import { StickyHeaders } from "./sticky-headers.tsx";
import { StoryBoxNode } from "./story-box.tsx";
import { StoryCanvas } from "./story-canvas.tsx";
import type { StoryScene } from "./story-scene.ts";
import { useBoard, useWireTexts } from "./use-board.ts";
import type { Board } from "./use-board.ts";
import { useKeptPane } from "./use-kept-pane.ts";
import { useMovingLayers } from "./use-moving-layers.ts";
import {
  useCoarseScroll,
  useReportedWindow,
  useRevealSelection,
  useStoryCamera,
} from "./use-story-scroll.ts";

/** The moves in the graph that the keys of the debugger trigger. */
export type GraphHandle = {
  readonly fit: () => void;
  readonly showSelection: () => void;
  readonly stepDistance: (direction: 1 | -1) => void;
  readonly move: (move: BoxMove) => void;
};

export type GraphViewProps = {
  readonly ref?: Ref<GraphHandle>;
  /** Keeps the newest result visible while the run is active. */
  readonly following: boolean;
  /** Called once the first boxes have been drawn, before they are painted. Stable. */
  readonly onDrawn?: () => void;
};

const NODE_TYPES = { box: StoryBoxNode };
const PRO_OPTIONS = { hideAttribution: true };
const NO_EDGES: never[] = [];
const NO_NODES: BoxNode[] = [];
/** Boxes mount this far ahead of a scroll, in pixels. */
const MOUNT_AHEAD = 480;
/** Travel of the wheel per step of distance, in pixels. */
const WHEEL_STEP = 60;
/** The maximum distance from a wire at which a click selects a bead. */
const WIRE_REACH = 8;

/** The run as a storyboard: read to the right, then down. Results are cards, work is a wire with one bead per call. */
export function GraphView(props: GraphViewProps): ReactElement {
  return (
    <ReactFlowProvider>
      <Storyline {...props} />
    </ReactFlowProvider>
  );
}

function Storyline({ ref, following, onDrawn }: GraphViewProps): ReactElement {
  const translate = useTranslations("trace.graph");
  const { changeView, selectSequence } = useActions();
  const [drawer, setDrawer] = useState<string | null>(null);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const flow = useReactFlow();
  const size = useMemo(() => ({ width, height }), [width, height]);
  const board = useBoard(size);
  const scene = board?.scene ?? null;
  const nodes = useMountedBoxes(scene, height);
  const wireOf = useWires(scene);
  const actions = useGraphMoves(setDrawer, useOnce(onDrawn));
  const handle = useHandle(board, size);
  useImperativeHandle(ref, () => handle, [handle]);
  useStoryCamera(scene, following);
  useReportedWindow(scene?.board ?? null);
  const pane = useWheelDistance(handle.stepDistance);
  useKeptPane(pane, size);
  useMovingLayers(pane);
  const paneHeight = Math.max(height, scene?.board.height ?? 0);
  const extent = useMemo<[[number, number], [number, number]]>(
    () => [
      [0, 0],
      [width, paneHeight],
    ],
    [width, paneHeight],
  );
  const beadUnder = (event: MouseEvent): Bead | null => {
    const at = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    return scene === null ? null : findBead(scene.board, wireOf, at);
  };

  return (
    <GraphActionsProvider value={actions}>
      <div ref={pane} className="relative size-full">
        <ReactFlow
          aria-label={translate("title")}
          nodes={nodes}
          edges={NO_EDGES}
          nodeTypes={NODE_TYPES}
          minZoom={1}
          maxZoom={1}
          translateExtent={extent}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          panOnScroll
          panOnScrollMode={PanOnScrollMode.Vertical}
          panOnScrollSpeed={1}
          zoomOnScroll={false}
          zoomOnPinch={false}
          zoomOnDoubleClick={false}
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          proOptions={PRO_OPTIONS}
          onPaneClick={(event) => {
            const bead = beadUnder(event);
            if (bead !== null) selectSequence(bead.call.sequence);
          }}
          onPaneMouseMove={(event) => {
            const bead = beadUnder(event);
            const pane = event.currentTarget;
            if (!(pane instanceof HTMLElement)) return;
            pane.title =
              bead === null ? "" : `#${bead.call.sequence} ${bead.call.name} ${bead.call.description}`;
          }}
          className="bg-page"
        >
          {scene !== null && (
            <>
              <StoryCanvas scene={scene} wireOf={wireOf} />
              <LaterEntries board={scene.board} />
              <StickyHeaders scene={scene} />
              <OverviewRuler scene={scene} />
            </>
          )}
        </ReactFlow>
        <DistanceControls
          distance={board?.distance ?? null}
          contentHeight={scene?.board.height ?? 0}
          onDistance={(distance) => {
            changeView({ distance, bands: [] });
          }}
          onFit={handle.fit}
        />
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

/** Returns a ref for an element on which pinching, or the wheel with Ctrl, changes the distance. */
function useWheelDistance(step: (direction: 1 | -1) => void): RefObject<HTMLDivElement | null> {
  const pane = useRef<HTMLDivElement>(null);
  const latest = useRef(step);
  useEffect(() => {
    latest.current = step;
  });
  useEffect(() => {
    const element = pane.current;
    let travelled = 0;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      // Not passive: the browser would zoom the whole page.
      event.preventDefault();
      event.stopPropagation();
      travelled += event.deltaY;
      if (Math.abs(travelled) < WHEEL_STEP) return;
      latest.current(travelled > 0 ? -1 : 1);
      travelled = 0;
    };
    element?.addEventListener("wheel", onWheel, { capture: true, passive: false });
    return () => {
      element?.removeEventListener("wheel", onWheel, { capture: true });
    };
  }, []);
  return pane;
}

/** Returns the bead at a point of the storyboard; null if no wire is near. */
function findBead(
  board: Storyboard,
  wireOf: (box: StoryBox) => WireRow,
  { x, y }: { readonly x: number; readonly y: number },
): Bead | null {
  const line = lineAt(board, y);
  if (line?.wireY == null || Math.abs(line.wireY - y) > WIRE_REACH) return null;
  const box = line.boxes.find((candidate) => x >= candidate.x && x < candidate.x + candidate.width);
  return box === undefined ? null : beadAt(wireOf(box), x - box.x);
}

/** Returns the wires of the boxes. */
function useWires(scene: StoryScene | null): (box: StoryBox) => WireRow {
  const texts = useWireTexts();
  return useCallback((box) => (scene === null ? EMPTY_WIRE : boxWire(scene, box, texts)), [scene, texts]);
}

const EMPTY_WIRE: WireRow = { radius: null, band: null, beads: [], brackets: [], groups: [], seams: [] };

/** Returns the boxes to mount, as React Flow nodes in reading order. */
function useMountedBoxes(scene: StoryScene | null, height: number): BoxNode[] {
  const view = useView(({ goal, sequence, open }) => ({ goal, sequence, open }));
  const texts = useWireTexts();
  const top = useCoarseScroll();
  const last = useRef<BoxNode[]>(NO_NODES);
  const nodes = useMemo(() => {
    if (scene === null) return NO_NODES;
    const { board } = scene;
    const mounted = boxesToMount(board, { top, height, margin: MOUNT_AHEAD });
    const owner = selectedBox(board, view, scene.agents);
    const isMounted = mounted.some(({ id }) => id === owner);
    const tabStop = isMounted ? owner : (mounted.find(({ kind }) => kind !== "planned")?.id ?? null);
    const selection = {
      goal: view.goal,
      sequence: view.sequence,
      open: [...openEdges(view), ...view.open],
      tabStop,
    };
    return toBoxNodes(scene, mounted, { texts, selection, before: last.current });
  }, [scene, texts, top, height, view]);
  useEffect(() => {
    last.current = nodes;
  }, [nodes]);
  return nodes;
}

/** Returns the moves of the graph for keys and buttons. */
function useHandle(
  board: Board | null,
  size: { readonly width: number; readonly height: number },
): GraphHandle {
  const view = useView(({ goal, sequence }) => ({ goal, sequence }));
  const { changeView, selectGoal, selectSequence } = useActions();
  const reveal = useRevealSelection(board?.scene.board ?? null);
  return useMemo(() => {
    const choose = (distance: Distance): void => {
      if (distance !== board?.distance) changeView({ distance, bands: [] });
    };
    return {
      fit: () => {
        if (board === null) return;
        const { width, height } = size;
        choose(fittingDistance(board.story, { height }, { width }));
      },
      showSelection: reveal,
      stepDistance: (direction) => {
        if (board !== null) choose(nextDistance(board.distance, direction));
      },
      move: (move) => {
        if (board === null) return;
        const { scene } = board;
        const target = moveBox(scene.board, selectedBox(scene.board, view, scene.agents), move);
        if (target === null) return;
        const agent = scene.agents.get(target.id)?.agent;
        if (agent !== undefined) selectSequence(agent.sequence);
        else if (target.kind === "outcome") selectSequence(target.sequence);
        else selectGoal(target.kind === "stack" ? (target.goals[0] ?? target.goalId) : target.goalId);
      },
    };
  }, [board, size, view, changeView, selectGoal, selectSequence, reveal]);
}

/** Returns a function that calls another one the first time. It never changes. */
function useOnce(call: (() => void) | undefined): () => void {
  const latest = useRef(call);
  return useCallback(() => {
    latest.current?.();
    latest.current = undefined;
  }, []);
}

/** Returns actions that are stable while the graph is mounted. */
function useGraphMoves(showAll: (goalId: string) => void, noteDrawn: () => void): GraphActions {
  const read = useStateReader();
  const { changeView, selectGoal, selectSequence } = useActions();
  return useMemo<GraphActions>(
    () => ({
      selectGoal,
      selectSequence,
      toggleSteps: (goalId) => {
        changeView((view) => toggleOpen(view, goalId));
      },
      toggleStack: (id) => {
        changeView((view) => ({ open: toggled(view.open, id) }));
      },
      toggleBand: (goalId, distance) => {
        const { graph } = read().log.fullModel;
        changeView((view) => toggleBand(graph, { ...view, distance }, goalId));
      },
      showAll,
      noteDrawn,
      isUsable: true,
    }),
    [read, changeView, selectGoal, selectSequence, showAll, noteDrawn],
  );
}
