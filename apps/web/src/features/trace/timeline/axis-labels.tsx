"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { useClock } from "../parts/use-clock.ts";
import type { TimelineScene } from "./timeline-scene.ts";

/** The clock above the plot, with the lengths of folded pauses. */
export function AxisLabels({
  scene,
  isLive,
  tip,
  left,
  width,
}: {
  readonly scene: TimelineScene;
  readonly isLive: boolean;
  readonly tip: number;
  readonly left: number;
  readonly width: number;
}): ReactElement {
  const translate = useTranslations("trace.timeline");
  const clock = useClock();
  const format = useFormat();
  return (
    <span
      aria-hidden="true"
      style={{ left, width }}
      className="absolute inset-y-0 overflow-hidden leading-6 whitespace-nowrap tabular-nums"
    >
      {scene.axis.ticks.map(({ at, x }) => (
        <span key={at} style={{ left: x - scene.left }} className="absolute pl-1 text-ink-3">
          {clock(at, scene.axis.stepMs)}
        </span>
      ))}
      {scene.axis.pauses.map(({ pause, x }) => (
        <span
          key={pause.from}
          style={{ left: x - scene.left }}
          className={classNames(
            "absolute -translate-x-1/2 font-medium",
            pause.reason === "person" ? "text-wait" : "text-ink-2",
          )}
        >
          {format.duration(pause.to - pause.from)}
        </span>
      ))}
      {isLive && (
        <span
          style={{ left: Math.min(width - 16, scene.scale.x(tip) - scene.left) }}
          className="absolute -translate-x-1/2 font-semibold text-accent"
        >
          {translate("now")}
        </span>
      )}
    </span>
  );
}
