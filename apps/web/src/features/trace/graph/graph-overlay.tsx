"use client";
import { CARD_HEIGHT, edgeMarks } from "@goaltrace/core/graph";
import type { GraphLayout, LayoutEdge } from "@goaltrace/core/graph";
import { useReactFlow, useStore, useViewport } from "@xyflow/react";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";
import { useDebugger } from "../debugger-context.ts";
import { computeDocks, findProblemColumns } from "./docks.ts";
import type { Dock } from "./docks.ts";
import { useGraphActions } from "./graph-actions.ts";
import { CompactionLine } from "./graph-marks.tsx";
import { RULER_HEIGHT, rulerTicks } from "./ruler-ticks.ts";

type OverlayProps = { readonly layout: GraphLayout; readonly edges: readonly LayoutEdge[] };

/** The overlays at the edges of the canvas: the ruler on top, the compaction lines below it, and the docks for off-screen cards. */
export function GraphOverlay({ layout, edges }: OverlayProps): ReactElement {
  const camera = useViewport();
  const width = useStore((state) => state.width);
  const ticks = rulerTicks(layout, camera, width);
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden">
      <div className="absolute inset-x-0 top-0 border-b border-line bg-page" style={{ height: RULER_HEIGHT }}>
        {ticks.map((tick) => (
          <span
            key={tick.sequence}
            style={{ transform: `translateX(${Math.round(tick.x)}px)` }}
            className={classNames(
              "absolute top-0 left-0 text-11 leading-5",
              tick.live ? "text-ink" : "text-ink-3",
            )}
          >
            {`#${tick.sequence}`}
          </span>
        ))}
      </div>
      <CompactionLines layout={layout} edges={edges} />
      <SideDocks layout={layout} />
    </div>
  );
}

/** A line for each compaction, before the card whose work it interrupted, from the ruler through its lane. */
function CompactionLines({ layout, edges }: OverlayProps): ReactElement {
  const { model, changeView } = useDebugger();
  const { selectSequence } = useGraphActions();
  const camera = useViewport();
  const compactions = useMemo(
    () =>
      edges.flatMap((edge) => {
        const [only] = edge.edges;
        const target = layout.nodes[edge.targetColumn];
        const compaction = only && edge.kind === "work" ? edgeMarks(model.graph, only).compaction : null;
        return !target || compaction === null ? [] : [{ id: edge.id, target, compaction }];
      }),
    [layout, edges, model],
  );
  const open = (sequence: number): void => {
    selectSequence(sequence);
    changeView({ tab: "io" });
  };
  return (
    <>
      {compactions.map(({ id, target, compaction }) => {
        const x = (target.x - 10) * camera.zoom + camera.x;
        const bottom = (target.y + CARD_HEIGHT + 6) * camera.zoom + camera.y;
        return bottom < RULER_HEIGHT ? null : (
          <div
            key={id}
            className="graph-near absolute left-0"
            style={{ top: RULER_HEIGHT, transform: `translateX(${x}px)` }}
          >
            <CompactionLine compaction={compaction} height={bottom - RULER_HEIGHT} onSelect={open} />
          </div>
        );
      })}
    </>
  );
}

function SideDocks({ layout }: { readonly layout: GraphLayout }): ReactElement {
  const flow = useReactFlow();
  const camera = useViewport();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const problemColumns = useMemo(() => findProblemColumns(layout), [layout]);
  const docks = computeDocks(layout, problemColumns, {
    from: -camera.x / camera.zoom,
    to: (width - camera.x) / camera.zoom,
  });
  const line = (layout.nodes[0]?.y ?? 0) + CARD_HEIGHT / 2;
  const y = Math.min(height - 72, Math.max(RULER_HEIGHT + 8, line * camera.zoom + camera.y - 10));
  const go = (dock: Dock): void => {
    const { x, y: top, width: cardWidth, height: cardHeight } = dock.nearest;
    void flow.setCenter(x + cardWidth / 2, top + cardHeight, { zoom: camera.zoom, duration: 120 });
  };
  if (width === 0) return <></>;
  return (
    <>
      {docks.left && <DockButton side="left" dock={docks.left} y={y} onClick={go} />}
      {docks.right && <DockButton side="right" dock={docks.right} y={y} onClick={go} />}
    </>
  );
}

type DockButtonProps = {
  readonly side: "left" | "right";
  readonly dock: Dock;
  readonly y: number;
  readonly onClick: (dock: Dock) => void;
};

const DOCK_TONES: Readonly<Record<Dock["tone"], string>> = {
  quiet: "border-line-strong text-ink-2 hover:border-ink-3 hover:text-ink",
  failed: "border-error/60 text-error hover:border-error",
  live: "border-accent text-accent",
};

/** The number of cards beyond this side, in the color of the nearest one that needs attention. A click pans to it. */
function DockButton({ side, dock, y, onClick }: DockButtonProps): ReactElement {
  const translate = useTranslations("trace.graph");
  return (
    <button
      type="button"
      onClick={() => {
        onClick(dock);
      }}
      style={{ top: y }}
      className={classNames(
        "pointer-events-auto absolute inline-flex h-5 items-center gap-1 rounded-[10px] border bg-page px-1.5 text-11",
        side === "left" ? "left-2" : "right-2",
        DOCK_TONES[dock.tone],
      )}
    >
      {side === "left" && <Icon icon={ChevronLeft} size={12} />}
      {dock.tone !== "quiet" && (
        <StatusGlyph status={dock.tone === "failed" ? "failed" : "running"} size={12} decorative />
      )}
      <span aria-hidden="true">{dock.count}</span>
      <span className="sr-only">
        {translate(side === "left" ? "dockLeft" : "dockRight", { count: dock.count, tone: dock.tone })}
      </span>
      {side === "right" && <Icon icon={ChevronRight} size={12} />}
    </button>
  );
}
