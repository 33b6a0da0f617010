"use client";
import type { LayoutEdge } from "@goaltrace/core/graph";
import { ChevronDown, FoldVertical, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";

export type EdgeChipProps = {
  readonly edge: Pick<LayoutEdge, "totals" | "abandoned" | "live"> & {
    readonly edges: { readonly length: number };
  };
  readonly open: boolean;
  readonly retries: number;
  /** Whether the selected entry is on this edge. */
  readonly holds?: boolean;
  readonly onClick: () => void;
};

/**
 * An edge in one line: the work between two results. A click expands the edge; for a bundle of a folded goal it unfolds the goal. Rerenders
 * only when its content changes, so pass a stable callback.
 */
export const EdgeChip = memo(function EdgeChip({
  edge,
  open,
  retries,
  holds = false,
  onClick,
}: EdgeChipProps): ReactElement {
  const translate = useTranslations("trace.edge");
  const count = edge.edges.length;
  const { turns, calls, tools, errors } = edge.totals;
  const text =
    count > 1
      ? translate("bundle", { edges: count, calls })
      : calls === 0
        ? translate("turns", { count: turns })
        : translate("calls", { count: calls });
  const isQuiet = errors === 0 && retries === 0 && count === 1;
  return (
    <button
      type="button"
      aria-expanded={open}
      title={translate("chipTitle", { calls, tools, errors })}
      onClick={onClick}
      className={classNames(
        "nopan pointer-events-auto inline-flex h-5 max-w-full items-center gap-1 rounded-[10px] border px-1.5 text-11 whitespace-nowrap transition-colors",
        open || holds
          ? "border-accent bg-accent-soft text-accent"
          : "border-line-strong bg-page text-ink-2 hover:border-ink-3 hover:text-ink",
        edge.abandoned && !open && "border-dashed text-ink-3",
        edge.live && !open && "border-accent text-accent",
      )}
    >
      {count > 1 && <Icon icon={FoldVertical} size={12} />}
      {open && <Icon icon={ChevronDown} size={12} />}
      {edge.live && <StatusGlyph status="running" size={12} decorative />}
      <span className="graph-chip-long truncate">
        {text}
        {isQuiet && calls > 0 && tools > 1 && (
          <span className="graph-chip-tools">{` · ${translate("tools", { count: tools })}`}</span>
        )}
      </span>
      <span aria-hidden="true" className="graph-chip-short">
        {calls === 0 ? turns : calls}
      </span>
      {retries > 0 && (
        <span className="flex items-center gap-0.5">
          <Icon icon={RotateCw} size={12} />
          <span aria-hidden="true">{retries}</span>
          <span className="sr-only">{translate("retries", { count: retries })}</span>
        </span>
      )}
      {errors > 0 && (
        <span className="flex items-center gap-0.5 text-error">
          <StatusGlyph status="failed" size={12} decorative />
          <span aria-hidden="true">{errors}</span>
          <span className="sr-only">{translate("errors", { count: errors })}</span>
        </span>
      )}
    </button>
  );
}, isSameChip);

/** Compares the displayed content, because each layout of a growing run creates new edge objects. */
function isSameChip(before: EdgeChipProps, now: EdgeChipProps): boolean {
  return (
    before.open === now.open &&
    before.retries === now.retries &&
    before.holds === now.holds &&
    before.onClick === now.onClick &&
    before.edge.abandoned === now.edge.abandoned &&
    before.edge.live === now.edge.live &&
    before.edge.edges.length === now.edge.edges.length &&
    COMPARED_FIELDS.every((name) => before.edge.totals[name] === now.edge.totals[name])
  );
}

const COMPARED_FIELDS = ["turns", "calls", "tools", "errors"] as const;
