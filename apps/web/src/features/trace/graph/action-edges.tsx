"use client";
import { CARD_WIDTH, START_ID } from "@goaltrace/core/graph";
import type { LayoutEdge } from "@goaltrace/core/graph";
import { useStore, ViewportPortal } from "@xyflow/react";
import { ChevronDown, FoldVertical } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";
import { useDebugger } from "../debugger-context.ts";
import { OpenEdgeRows } from "../open-edge-rows.tsx";
import { farWidth, openWidths, wirePath } from "./to-flow.ts";
import { zoomLevel } from "./zoom-level.ts";

/**
 * The actions between results: a wire each, its chip, and what is open of it. Drawn in the graph's own coordinates rather
 * than as React Flow edges, because our layout knows the corners and a wire must stay when one of its cards is not mounted.
 */
export function ActionEdges({ edges }: { readonly edges: readonly LayoutEdge[] }): ReactElement {
  const level = useStore((state) => zoomLevel(state.transform[2]));
  const widths = openWidths(edges);
  return (
    <ViewportPortal>
      <svg
        aria-hidden="true"
        className="pointer-events-none absolute top-0 left-0 -z-10 size-px overflow-visible"
      >
        {edges.map((edge) => (
          <Wire key={edge.id} edge={edge} far={level === "far"} />
        ))}
      </svg>
      {level !== "far" &&
        edges.map((edge) => (
          <div key={edge.id}>
            {edge.kind === "work" && edge.totals.turns > 0 && (
              <EdgeChip edge={edge} near={level === "near"} />
            )}
            {edge.open && (
              <div
                className="nopan pointer-events-auto absolute z-10 animate-appear bg-page"
                style={{
                  left: edge.open.box.x,
                  top: edge.open.box.y,
                  width: widths.get(edge.id),
                  minHeight: edge.open.box.height,
                  scale: level === "near" ? KEEP_SIZE : undefined,
                  transformOrigin: "0 0",
                }}
              >
                <OpenEdgeRows goalId={edge.target} />
              </div>
            )}
          </div>
        ))}
    </ViewportPortal>
  );
}

const WIRE_WIDTH = 1.5;
/** Near, text keeps its size: what is written on the graph shrinks by as much as the graph grows. */
const KEEP_SIZE = "calc(1 / var(--zoom, 1))";

function Wire({ edge, far }: { readonly edge: LayoutEdge; readonly far: boolean }): ReactElement {
  const { view } = useDebugger();
  const chosen = view.goal === edge.target;
  return (
    <path
      d={wirePath(far ? toGlyphs(edge) : edge.points)}
      fill="none"
      style={{ strokeWidth: `calc(${far ? farWidth(edge.totals.tokens) : WIRE_WIDTH}px / var(--zoom, 1))` }}
      strokeDasharray={edge.abandoned ? "5 4" : edge.kind === "depends" ? "1 4" : undefined}
      className={chosen ? "stroke-accent" : edge.abandoned ? "stroke-ink-3/50" : "stroke-ink-3/70"}
    />
  );
}

/** Far away a card is a glyph in its middle, so wires reach on to there. */
function toGlyphs(edge: LayoutEdge): LayoutEdge["points"] {
  const last = edge.points.length - 1;
  return edge.points.map((point, index) => {
    if (index === last) return { ...point, x: point.x + CARD_WIDTH / 2 };
    return index === 0 && edge.source !== START_ID ? { ...point, x: point.x - CARD_WIDTH / 2 } : point;
  });
}

function EdgeChip({ edge, near }: { readonly edge: LayoutEdge; readonly near: boolean }): ReactElement {
  const translate = useTranslations("trace.edge");
  const { view, toggleEdge, selectGoal } = useDebugger();
  const open = view.open.includes(edge.id);
  const bundled = edge.count > 1;
  const { turns, calls, tools, errors } = edge.totals;
  const text = bundled
    ? translate("bundle", { edges: edge.count, calls })
    : calls === 0
      ? translate("turns", { count: turns })
      : translate("calls", { count: calls });
  return (
    <button
      type="button"
      aria-expanded={bundled ? undefined : open}
      title={translate("chipTitle", { calls, tools, errors })}
      onClick={() => {
        if (bundled) selectGoal(edge.target);
        else toggleEdge(edge.id);
      }}
      style={{ left: edge.chip.x, top: edge.chip.y, scale: near ? KEEP_SIZE : undefined }}
      className={classNames(
        "nopan pointer-events-auto absolute z-10 inline-flex h-5 max-w-28 -translate-x-1/2 -translate-y-1/2 items-center gap-1 rounded-[10px] border px-1.5 text-11 whitespace-nowrap",
        open
          ? "border-accent bg-accent-soft text-accent"
          : "border-line-strong bg-page text-ink-2 hover:border-ink-3 hover:text-ink",
        edge.abandoned && "border-dashed text-ink-3",
        edge.live && !open && "border-accent text-accent",
      )}
    >
      {bundled && <Icon icon={FoldVertical} size={12} />}
      {open && <Icon icon={ChevronDown} size={12} />}
      {edge.live && <StatusGlyph status="running" size={12} decorative />}
      <span className="truncate">
        {text}
        {!bundled && errors === 0 && calls > 0 && tools > 1
          ? ` · ${translate("tools", { count: tools })}`
          : null}
      </span>
      {errors > 0 && (
        <span className="flex items-center gap-0.5 text-error">
          <StatusGlyph status="failed" size={12} decorative />
          <span aria-hidden="true">{errors}</span>
          <span className="sr-only">{translate("errors", { count: errors })}</span>
        </span>
      )}
    </button>
  );
}
