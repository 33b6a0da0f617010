"use client";
import { CARD_HEIGHT, chipCenter, edgeMarks, wireCorners, WIRE_STUB } from "@goaltrace/core/graph";
import type { EdgeMarks, GraphLayout, LayoutEdge, LayoutNode } from "@goaltrace/core/graph";
import { useStore, ViewportPortal } from "@xyflow/react";
import { memo, useCallback } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useDebugger } from "../debugger-context.ts";
import { OpenEdgeRows } from "../open-edge-rows.tsx";
import { CallPills } from "./call-pills.tsx";
import { EdgeChip } from "./edge-chip.tsx";
import { EdgeNotes, LoopBracket } from "./edge-marks.tsx";
import { useGraphActions } from "./graph-actions.ts";
import { wirePath } from "./to-flow.ts";
import { zoomLevel } from "./zoom-level.ts";

export type ActionEdgesProps = { readonly layout: GraphLayout; readonly edges: readonly LayoutEdge[] };

/**
 * The edges between cards: a wire each, its chip, its marks and its expanded rows. Drawn in graph coordinates rather than as React Flow
 * edges, because the layout knows the corners and a wire must stay when one of its cards is not mounted. In the far view these are hidden,
 * and the canvas draws the wires.
 */
export const ActionEdges = memo(function ActionEdges({ layout, edges }: ActionEdgesProps): ReactElement {
  const { view } = useDebugger();
  const isNear = useStore((state) => zoomLevel(state.transform[2]) === "near");
  return (
    <ViewportPortal>
      <svg
        aria-hidden="true"
        className="graph-near pointer-events-none absolute top-0 left-0 -z-10 size-px animate-appear overflow-visible"
      >
        {edges.map((edge) => (
          <Wire
            key={edge.id}
            path={wirePath(wireCorners(layout, edge))}
            kind={edge.kind}
            abandoned={edge.abandoned}
            chosen={view.goal === edge.target && edge.kind === "work"}
          />
        ))}
        <Forks layout={layout} edges={edges} />
      </svg>
      {edges.map((edge) => {
        const target = layout.nodes[edge.targetColumn];
        return target === undefined || edge.kind !== "work" ? null : (
          <Action key={edge.id} edge={edge} target={target} near={isNear} />
        );
      })}
    </ViewportPortal>
  );
});

const STROKE = { strokeWidth: "calc(1.5px / var(--zoom, 1))" };
const DASHES: Readonly<Record<LayoutEdge["kind"], string | undefined>> = {
  work: undefined,
  end: "0.1 5",
  depends: "1 4",
};

type WireProps = {
  readonly path: string;
  readonly kind: LayoutEdge["kind"];
  readonly abandoned: boolean;
  readonly chosen: boolean;
};

const Wire = memo(function Wire({ path, kind, abandoned, chosen }: WireProps): ReactElement {
  return (
    <path
      d={path}
      fill="none"
      strokeLinecap="round"
      style={STROKE}
      strokeDasharray={abandoned ? "5 4" : DASHES[kind]}
      className={chosen ? "stroke-accent" : abandoned ? "stroke-ink-3/50" : "stroke-ink-3/70"}
    />
  );
});

/** A diamond where the run branched: the first branch was abandoned, or the run returned to this goal. */
function Forks({ layout, edges }: ActionEdgesProps): ReactElement {
  const columns = new Set(
    edges.filter((edge) => edge.forks && edge.sourceColumn >= 0).map((edge) => edge.sourceColumn),
  );
  return (
    <>
      {[...columns].map((column) => {
        const source = layout.nodes[column];
        if (!source) return null;
        const x = source.x + source.width + WIRE_STUB;
        const y = source.y + CARD_HEIGHT / 2;
        return (
          <path
            key={column}
            d={`M${x - 5} ${y}L${x} ${y - 5}L${x + 5} ${y}L${x} ${y + 5}Z`}
            style={STROKE}
            className="fill-page stroke-ink-3"
          />
        );
      })}
    </>
  );
}

type ActionProps = { readonly edge: LayoutEdge; readonly target: LayoutNode; readonly near: boolean };

function Action({ edge, target, near }: ActionProps): ReactElement | null {
  const { model, view } = useDebugger();
  const { toggleEdge, toggleFold, selectSequence, showAll } = useGraphActions();
  const [first] = edge.edges;
  const isSingle = edge.edges.length === 1;
  const goalToToggle = target.collapsed ? target.goalId : edge.source;
  const onPress = useCallback(() => {
    if (isSingle) toggleEdge(edge.id);
    else toggleFold(goalToToggle);
  }, [isSingle, edge.id, goalToToggle, toggleEdge, toggleFold]);
  if (first === undefined || (edge.totals.turns === 0 && !edge.live)) return null;
  const chip = chipCenter(target);
  const marks = mergeMarks(edge, (member) => edgeMarks(model.graph, member));
  const isOpen = edge.open !== null;
  return (
    <div className="graph-action graph-near">
      <Anchor at={chip} place="center">
        <EdgeChip
          edge={edge}
          open={isOpen}
          retries={marks.retries}
          holds={!isOpen && view.sequence !== null && view.goal === edge.target}
          onClick={onPress}
        />
      </Anchor>
      {(marks.limit !== null || marks.resumed !== null) && (
        <Anchor at={chip} place="above">
          <EdgeNotes marks={marks} onSelect={selectSequence} />
        </Anchor>
      )}
      {marks.loop !== null && !isOpen && (
        <Anchor at={chip} place="below">
          <LoopBracket loop={marks.loop} onSelect={selectSequence} />
        </Anchor>
      )}
      {near && !isOpen && marks.loop === null && isSingle && <CallPills edgeId={edge.id} at={chip} />}
      {edge.open && (
        <>
          <span
            aria-hidden="true"
            className={classNames(
              "absolute border-l-[1.5px]",
              edge.abandoned ? "border-dashed border-ink-3/50" : "border-line-strong",
            )}
            style={{ left: chip.x, top: chip.y + 10, height: edge.open.box.y - chip.y - 10 }}
          />
          <div
            className="nopan nowheel graph-open pointer-events-auto absolute z-10 animate-appear bg-page"
            style={{
              left: edge.open.box.x - OPEN_STEM,
              top: edge.open.box.y,
              height: `calc(${edge.open.box.height}px * var(--zoom, 1))`,
            }}
          >
            <OpenEdgeRows
              goalId={edge.target}
              onMore={() => {
                showAll(edge.target);
              }}
            />
          </div>
        </>
      )}
    </div>
  );
}

/** The distance of the stem from the left edge of the rows. */
const OPEN_STEM = 7;

/** Merges the marks of several edges that are drawn as one. The worst mark of each kind wins, so that no problem is hidden. */
function mergeMarks(
  edge: LayoutEdge,
  getMarks: (member: LayoutEdge["edges"][number]) => EdgeMarks,
): EdgeMarks {
  const all = edge.edges.map(getMarks);
  return {
    loop: all
      .map((member) => member.loop)
      .reduce((worst, member) => ((member?.count ?? 0) > (worst?.count ?? 0) ? member : worst), null),
    retries: all.reduce((sum, member) => sum + member.retries, 0),
    limit: all.findLast((member) => member.limit !== null)?.limit ?? null,
    resumed: all.findLast((member) => member.resumed !== null)?.resumed ?? null,
    compaction: all.findLast((member) => member.compaction !== null)?.compaction ?? null,
  };
}

type AnchorProps = {
  readonly at: { readonly x: number; readonly y: number };
  readonly place: "center" | "above" | "below";
  readonly children: ReactElement;
};

const PLACES: Readonly<Record<AnchorProps["place"], string>> = {
  center: "origin-center -translate-y-1/2",
  above: "origin-bottom -translate-y-full pb-3.5",
  below: "origin-top pt-[18px]",
};

/** Places its content around a point of the graph, at a constant size. */
function Anchor({ at, place, children }: AnchorProps): ReactElement {
  return (
    <div
      className={classNames("graph-fixed pointer-events-none absolute z-10 -translate-x-1/2", PLACES[place])}
      style={{ left: at.x, top: at.y }}
    >
      <div className={classNames("flex justify-center", place !== "above" && "graph-chip")}>{children}</div>
    </div>
  );
}
