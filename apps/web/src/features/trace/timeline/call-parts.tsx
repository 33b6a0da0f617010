"use client";
import { endOf, textWidth } from "@goaltrace/core/graph";
import type { TimedCall } from "@goaltrace/core/graph";
import { Cpu, FoldVertical, Sparkles } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { toolIcon } from "../../../ui/tool-icon.ts";
import { LABEL_GAP, LABEL_HALO, LABEL_SIZE, type RowContext } from "./timeline-frame.tsx";

/** The icon of a kind of call. */
export function callIcon(call: TimedCall): LucideIcon {
  if (call.kind === "tool") return toolIcon(call.name);
  if (call.kind === "compaction") return FoldVertical;
  return call.kind === "helper" ? Cpu : Sparkles;
}

/** The label of a call is after its bar and its spare time; before them where it would leave the plot or cross the present. */
export function BarLabel({
  call,
  spareMs,
  text,
  context,
}: {
  readonly call: TimedCall;
  /** The time that it could have taken longer, which is drawn after its bar. */
  readonly spareMs: number;
  readonly text: string;
  readonly context: RowContext;
}): ReactElement {
  const { facts, scene, plotWidth } = context;
  const x = (time: number): number => scene.scale.x(time) - scene.left;
  const [from, to] = [x(call.from), x(endOf(call, facts.tip) + spareMs)];
  const width = textWidth(text, LABEL_SIZE);
  const tip = x(facts.tip);
  const isAfter = to + LABEL_GAP + width <= (to < tip - 1 ? Math.max(tip, plotWidth - 40) : plotWidth);
  const crosses = to < tip && to + LABEL_GAP + width > tip && tip < plotWidth;
  const place =
    (isAfter && !crosses) || from < width + LABEL_GAP
      ? { left: to + LABEL_GAP }
      : { right: plotWidth - from + LABEL_GAP };
  const tone =
    call.outcome === "error" || call.outcome === "denied"
      ? "text-error"
      : call.pieces[0]?.kind === "wait" || call.tail === "wait"
        ? "text-wait"
        : "text-ink-2";
  return (
    <span
      style={place}
      className={classNames(
        "absolute top-1/2 -translate-y-1/2 text-11 whitespace-nowrap tabular-nums",
        LABEL_HALO,
        tone,
      )}
    >
      {text}
    </span>
  );
}
