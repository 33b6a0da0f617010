"use client";
import type { OutlineEntry } from "@goaltrace/core/log";
import { memo, useMemo } from "react";
import type { ReactElement } from "react";
import { useDebugger } from "../debugger-context.ts";
import { indexAt } from "../trace-model.ts";
import { useClock } from "../use-clock.ts";
import { scrubberBins } from "./scrubber-bins.ts";
import type { ScrubberBin } from "./scrubber-bins.ts";
import { SCRUBBER_LANES } from "./scrubber-lanes.ts";

export type ScrubberBarsProps = {
  readonly entries: readonly OutlineEntry[];
  readonly capacity: number;
  readonly box: { readonly left: number; readonly width: number; readonly height: number };
};

/** Below this pitch, bars are indistinguishable. */
const BAR_PITCH = 3;
const MAX_BAR_WIDTH = 10;
const TICK_WIDTH = 104;
const FULL_HEIGHT = 112;
/** More calls in one bar do not increase its height. */
const CALLS_AT_FULL_HEIGHT = 4;

const [CONTEXT, MODEL, TOOLS, MARKS] = SCRUBBER_LANES;

/** The run as bars by sequence: request sizes, turns, calls and problems. */
export const ScrubberBars = memo(function ScrubberBars({
  entries,
  capacity,
  box,
}: ScrubberBarsProps): ReactElement {
  const clock = useClock();
  const { view } = useDebugger();
  const { left, width, height } = box;
  const bins = useMemo(
    () => scrubberBins(entries, { capacity, limit: Math.max(1, Math.floor(width / BAR_PITCH)) }),
    [entries, capacity, width],
  );
  const paths = useMemo(() => barPaths(bins, width / capacity), [bins, width, capacity]);
  const ticks = tickIndexes(entries.length, capacity, width);
  const selected = view.sequence === null ? -1 : indexAt(entries, view.sequence);
  const folded = height < FULL_HEIGHT;
  return (
    <svg
      aria-hidden="true"
      width={left * 2 + width}
      height={height}
      viewBox={`${-left} ${folded ? 16 : 0} ${left * 2 + width} ${folded ? FULL_HEIGHT - 16 : FULL_HEIGHT}`}
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0"
    >
      {!folded &&
        ticks.map((index) => (
          <g key={index} transform={`translate(${Math.round((index / capacity) * width) + 0.5} 0)`}>
            <line y1={16} y2={FULL_HEIGHT} className="stroke-line" />
            <text x={4} y={12} className="fill-ink-3 text-11 tabular-nums">
              {clock(entries[index]?.t ?? 0)}
            </text>
          </g>
        ))}
      <path d={paths.context} className="fill-ink/8 stroke-ink-3" />
      <path d={paths.model} className="fill-[color-mix(in_oklab,var(--ink)_62%,var(--page))]" />
      <path d={paths.tools} className="fill-[color-mix(in_oklab,var(--ink)_36%,var(--page))]" />
      <path d={paths.marks} className="fill-warn" />
      <path d={paths.errors} className="fill-error" />
      {selected >= 0 && width > 0 && (
        <rect
          x={(selected / capacity) * width}
          y={MODEL.top - 2}
          width={barWidth(width / capacity)}
          height={TOOLS.top + TOOLS.height - MODEL.top + 4}
          className="fill-accent"
        />
      )}
    </svg>
  );
});

function barWidth(pitch: number): number {
  return Math.max(1.5, Math.min(MAX_BAR_WIDTH, pitch - 1));
}

/** Returns the number of places per bar. The last bar is drawn as if full, so that the scrubber changes only with a new bar. */
function placesPerBar([first]: readonly ScrubberBin[]): number {
  return first === undefined ? 1 : first.to - first.from + 1;
}

type Paths = Readonly<Record<"context" | "model" | "tools" | "marks" | "errors", string>>;

function barPaths(bins: readonly ScrubberBin[], pitch: number): Paths {
  const paths = { context: contextPath(bins, pitch), model: "", tools: "", marks: "", errors: "" };
  const width = barWidth(placesPerBar(bins) * pitch);
  for (const bin of bins) {
    const x = bin.from * pitch;
    const bar = (top: number, height: number): string =>
      `M${x.toFixed(1)} ${top.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h-${width.toFixed(1)}z`;
    if (bin.turns > 0) paths.model += bar(MODEL.top, MODEL.height);
    if (bin.calls > 0) {
      const height =
        TOOLS.height * (0.4 + (0.6 * Math.min(bin.calls, CALLS_AT_FULL_HEIGHT)) / CALLS_AT_FULL_HEIGHT);
      paths.tools += bar(TOOLS.top + TOOLS.height - height, height);
    }
    if (bin.error) paths.errors += bar(MARKS.top, MARKS.height);
    else if (bin.mark) paths.marks += bar(MARKS.top, MARKS.height);
  }
  return paths;
}

/** Returns the area of the request sizes. Between two requests the size stays constant. */
function contextPath(bins: readonly ScrubberBin[], pitch: number): string {
  const largest = bins.reduce((most, bin) => Math.max(most, bin.context), 1);
  const bottom = CONTEXT.top + CONTEXT.height;
  const places = placesPerBar(bins);
  let path = "";
  let last = 0;
  for (const bin of bins) {
    if (bin.context === 0) continue;
    const y = (bottom - (bin.context / largest) * CONTEXT.height).toFixed(1);
    const x = (bin.from + places / 2) * pitch;
    path += path === "" ? `M${x.toFixed(1)} ${bottom}L${x.toFixed(1)} ${y}` : `L${x.toFixed(1)} ${y}`;
    last = x;
  }
  return path === "" ? "" : `${path}L${last.toFixed(1)} ${bottom}z`;
}

/** Returns the entries with a time label: evenly spaced, never crowded, and stable while the run grows. */
function tickIndexes(count: number, capacity: number, width: number): readonly number[] {
  const step = Math.max(1, Math.ceil((capacity * TICK_WIDTH) / Math.max(1, width)));
  const indexes: number[] = [];
  for (let index = 0; index < count; index += step) indexes.push(index);
  return indexes;
}
