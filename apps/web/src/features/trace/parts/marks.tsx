"use client";
import type { MarkerCounts } from "@goaltrace/core/graph";
import {
  CircleHelp,
  FoldVertical,
  Gauge,
  GitBranch,
  History,
  Lightbulb,
  Repeat,
  RotateCw,
  ShieldCheck,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Icon } from "../../../ui/icon.tsx";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";

const COMPACT_KINDS = 2;

/**
 * Marks as glyphs with counts, worst first. With `worstOnly`, only the first mark; `compact` leaves out counts of one and draws at most two kinds, so
 * that the title next to them stays readable: the others have only a label. Color only adds the status.
 */
export function Marks({
  counts,
  worstOnly = false,
  compact = false,
}: {
  readonly counts: MarkerCounts;
  readonly worstOnly?: boolean;
  readonly compact?: boolean;
}): ReactElement | null {
  const translate = useTranslations("trace.marks");
  const marks = [
    {
      key: "errors",
      count: counts.get("error") ?? 0,
      tone: "text-error",
      glyph: <StatusGlyph status="failed" size={12} decorative />,
    },
    {
      key: "loops",
      count: counts.get("loop") ?? 0,
      tone: "text-warn",
      glyph: <Icon icon={Repeat} size={12} />,
    },
    {
      key: "unverified",
      count: counts.get("unverified") ?? 0,
      tone: "text-warn",
      glyph: <Icon icon={CircleHelp} size={12} />,
    },
    {
      key: "verified",
      count: counts.get("verified") ?? 0,
      tone: "text-ok",
      glyph: <Icon icon={ShieldCheck} size={12} />,
    },
    {
      key: "revisions",
      count: counts.get("revision") ?? 0,
      tone: "text-ink-2",
      glyph: <Icon icon={GitBranch} size={12} />,
    },
    {
      key: "lessons",
      count: counts.get("lesson") ?? 0,
      tone: "text-ink-2",
      glyph: <Icon icon={Lightbulb} size={12} />,
    },
    {
      key: "compactions",
      count: counts.get("compaction") ?? 0,
      tone: "text-ink-2",
      glyph: <Icon icon={FoldVertical} size={12} />,
    },
    {
      key: "limits",
      count: counts.get("limit") ?? 0,
      tone: "text-warn",
      glyph: <Icon icon={Gauge} size={12} />,
    },
    {
      key: "resumed",
      count: counts.get("resumed") ?? 0,
      tone: "text-ink-2",
      glyph: <Icon icon={History} size={12} />,
    },
    {
      key: "retries",
      count: counts.get("retry") ?? 0,
      tone: "text-ink-2",
      glyph: <Icon icon={RotateCw} size={12} />,
    },
  ] as const;
  // Compactions are drawn across the graph; the corner of a card shows problems only.
  const isQuiet = (key: string): boolean => key === "compactions" || key === "verified";
  const present = marks.filter((mark) => mark.count > 0 && !(worstOnly && isQuiet(mark.key)));
  if (present.length === 0) return null;
  return (
    <span className="flex flex-none items-center gap-1.5 text-11">
      {present.slice(0, worstOnly ? 1 : present.length).map((mark, index) => (
        <span
          key={mark.key}
          title={translate(mark.key, { count: mark.count })}
          className={compact && index >= COMPACT_KINDS ? "sr-only" : `flex items-center gap-1 ${mark.tone}`}
        >
          {mark.glyph}
          {!(compact && mark.count === 1) && <span aria-hidden="true">{mark.count}</span>}
          <span className="sr-only">{translate(mark.key, { count: mark.count })}</span>
        </span>
      ))}
    </span>
  );
}
