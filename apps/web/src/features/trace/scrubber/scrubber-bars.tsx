"use client";
import { endOf, textWidth } from "@goaltrace/core/graph";
import type { Timing } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import { memo, useId, useMemo } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { clockAxis } from "../parts/clock-axis.ts";
import { useClock } from "../parts/use-clock.ts";
import { SCRUBBER_LANES } from "./scrubber-lanes.ts";
import { stripPaths } from "./strip-paths.ts";
import type { StripPaths } from "./strip-paths.ts";
import type { StripScale } from "./strip-scale.ts";

export type ScrubberBarsProps = {
  readonly timing: Timing;
  /** Grows in place; `length` says by how much. */
  readonly entries: readonly OutlineEntry[];
  readonly length: number;
  readonly strip: StripScale;
  /** The position of the displayed moment; everything right of it is in the future. */
  readonly head: number;
  readonly isNow: boolean;
  readonly selected: number | null;
  readonly box: { readonly left: number; readonly width: number; readonly height: number };
};

/** Entries per pixel from which the scrubber is drawn by pixels, not by entries. */
const DENSE = 4;
const FULL_HEIGHT = 112;
const RULER = 16;
/** Labels keep this far from the handle and the right edge. */
const HEAD_ROOM = 12;
const EDGE_ROOM = 52;
const TEAR = 4;
/** Half the height of a letter, from its middle to its base. */
const HALF_LETTER = 4;

const [CONTEXT, MODEL, TOOLS, MARKS] = SCRUBBER_LANES;

/**
 * The run in real time: request sizes, model calls, tools, waits and errors. Pauses are folded, their length is above them, and what the run
 * waited for is in them.
 */
export const ScrubberBars = memo(function ScrubberBars(props: ScrubberBarsProps): ReactElement {
  const { timing, entries, length, strip, head, isNow, selected, box } = props;
  const { left, width, height } = box;
  const { scale, pauses } = strip;
  const clock = useClock();
  const format = useFormat();
  const translate = useTranslations("trace.scrubber.waits");
  const id = useId();
  const { step } = scale;
  // Where a pixel holds many entries, a new one shows once the run has reached the next pixel.
  const isDense = length > width * DENSE;
  const drawn = isDense ? Math.floor(scale.x(timing.to)) : length;
  const paths = useMemo(() => {
    void drawn;
    return stripPaths(timing, { scale, width, entries });
    // The part that has ended moves only with the scale and with new entries.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [timing, drawn, timing.isOpen, step, width, pauses.length]);
  const folded = height < FULL_HEIGHT;
  // A wait in progress ends at the handle, which leaves no room above it: its words are right of it, where the run has not been yet.
  const waiting = isNow && timing.isOpen ? pauses.find(({ to }) => to >= strip.tip) : undefined;
  const waitText =
    waiting === undefined ? "" : `${format.duration(waiting.to - waiting.from)} ${translate(waiting.reason)}`;
  const waitRoom = HEAD_ROOM + Math.ceil(textWidth(waitText, 11)) + HEAD_ROOM;
  const isBeside = waiting !== undefined && !folded && head + waitRoom <= width;
  const axis = clockAxis({
    ...{ scale, pauses, from: 0, to: width - EDGE_ROOM },
    taken: [{ from: head - HEAD_ROOM, to: head + (isBeside ? waitRoom : HEAD_ROOM) }],
  });
  const shapes = (
    <>
      <Shapes paths={paths} isFolded={folded} />
      <OpenCalls timing={timing} strip={strip} />
    </>
  );
  return (
    <svg
      aria-hidden="true"
      width={left * 2 + width}
      height={height}
      viewBox={`${-left} ${folded ? RULER : 0} ${left * 2 + width} ${folded ? FULL_HEIGHT - RULER : FULL_HEIGHT}`}
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0"
    >
      {!folded && (
        <>
          {axis.ticks.map(({ at, x }) => (
            <g key={at} transform={`translate(${Math.round(x) + 0.5} 0)`}>
              <line y1={RULER} y2={FULL_HEIGHT} className="stroke-line" />
              <text x={4} y={12} className="fill-ink-3 text-11 tabular-nums">
                {clock(at, axis.stepMs)}
              </text>
            </g>
          ))}
          {axis.pauses.map(({ pause, x }) => (
            <text
              key={pause.from}
              x={x}
              y={12}
              textAnchor="middle"
              className={
                pause.reason === "person" ? "fill-wait text-11 font-medium" : "fill-ink-2 text-11 font-medium"
              }
            >
              {format.duration(pause.to - pause.from)}
            </text>
          ))}
          {isBeside && (
            <text
              x={head + HEAD_ROOM}
              y={12}
              className={
                waiting.reason === "person"
                  ? "fill-wait text-11 font-medium"
                  : "fill-ink-2 text-11 font-medium"
              }
            >
              {waitText}
            </text>
          )}
        </>
      )}
      {pauses.map((pause) => {
        const [from, to] = [scale.x(pause.from), scale.x(pause.to)];
        const isFolded = pause.to - pause.from > (to - from) * step * 1.01;
        const tone = pause.reason === "person" ? "fill-wait/8 stroke-wait/60" : "fill-ink/6 stroke-ink-3/60";
        return isFolded ? (
          <g key={pause.from} className={tone}>
            <rect x={from} y={RULER} width={Math.max(1, to - from)} height={FULL_HEIGHT} stroke="none" />
            <path d={`${tornEdge(from)}${tornEdge(to)}`} fill="none" />
            {!folded && !(isBeside && pause === waiting) && (
              <text
                transform={`translate(${(from + to) / 2 + HALF_LETTER} ${(RULER + FULL_HEIGHT) / 2}) rotate(-90)`}
                textAnchor="middle"
                className={
                  pause.reason === "person"
                    ? "fill-wait stroke-none text-11"
                    : "fill-ink-2 stroke-none text-11"
                }
              >
                {translate(pause.reason)}
              </text>
            )}
          </g>
        ) : null;
      })}
      {isNow ? (
        shapes
      ) : (
        <>
          <clipPath id={`${id}past`}>
            <rect x={-left} width={head + left} height={FULL_HEIGHT} />
          </clipPath>
          <clipPath id={`${id}future`}>
            <rect x={head} width={Math.max(0, width + left - head)} height={FULL_HEIGHT} />
          </clipPath>
          <g clipPath={`url(#${id}past)`}>{shapes}</g>
          {/* The future is drawn as a target for the pointer, but without colors that reveal how the run continued. */}
          <g clipPath={`url(#${id}future)`} className="opacity-30 grayscale">
            {shapes}
          </g>
        </>
      )}
      {selected !== null && <Selected timing={timing} strip={strip} sequence={selected} />}
    </svg>
  );
});

function tornEdge(x: number): string {
  let path = `M${x} ${RULER}`;
  for (let y = RULER; y < FULL_HEIGHT; y += TEAR * 2) path += `l2 ${TEAR}l-2 ${TEAR}`;
  return path;
}

function Shapes({
  paths,
  isFolded,
}: {
  readonly paths: StripPaths;
  /** A folded scrubber has no room for words. */
  readonly isFolded: boolean;
}): ReactElement {
  const format = useFormat();
  return (
    <>
      <path d={paths.context} className="fill-ink/8" />
      <path d={paths.contextLine} className="fill-none stroke-ink-3" />
      <path d={paths.first} className="fill-ink/16 stroke-ink-3" strokeWidth={0.75} />
      <path d={paths.stream} className="fill-[color-mix(in_oklab,var(--ink)_66%,var(--page))]" />
      <path d={paths.compaction} className="fill-ink/10 stroke-ink-2" strokeDasharray="1.5 1.5" />
      <path d={paths.tools} className="fill-[color-mix(in_oklab,var(--ink)_38%,var(--page))]" />
      <path d={paths.toolErrors} className="fill-error" />
      <path d={paths.waits} className="fill-wait" />
      <path d={paths.errors} className="fill-error" />
      {paths.seams.map(({ x, before, after, sequence, isLabeled }) => (
        <g key={sequence}>
          <line
            x1={x}
            x2={x}
            y1={RULER}
            y2={MARKS.top + MARKS.height}
            strokeDasharray="2 2"
            className="stroke-ink-2"
          />
          {isLabeled && !isFolded && (
            <text
              x={x - 4}
              y={CONTEXT.top + 8}
              textAnchor="end"
              strokeWidth={6}
              className="fill-ink-2 stroke-[var(--page)] text-11 [paint-order:stroke]"
            >
              {`${format.tokens(before)} → ${format.tokens(after)}`}
            </text>
          )}
        </g>
      ))}
      {paths.loops.map(({ from, to, count }) => (
        <g key={`${from} ${to}`} className="stroke-warn" fill="none">
          <path d={`M${from} 102v3H${Math.max(from + 4, to)}v-3`} />
          {!isFolded && (
            <text x={Math.max(from + 4, to) + 4} y={107} stroke="none" className="fill-warn text-11">
              ×{count}
            </text>
          )}
        </g>
      ))}
    </>
  );
}

/** The calls that still run, up to the present. */
function OpenCalls({
  timing,
  strip: { scale, tip },
}: Pick<ScrubberBarsProps, "timing" | "strip">): ReactElement {
  return (
    <>
      {[...timing.open].map((index) => {
        const call = timing.calls[index];
        if (call === undefined) return null;
        const isWait = call.tail === "wait";
        const lane = isWait
          ? { top: MARKS.top + 3, height: 5 }
          : call.kind === "tool"
            ? { top: TOOLS.top, height: 4 }
            : MODEL;
        const from = scale.x(call.from);
        return (
          <rect
            key={index}
            x={from}
            y={lane.top}
            width={Math.max(1.5, scale.x(endOf(call, tip)) - from)}
            height={lane.height}
            className={isWait ? "fill-wait" : "fill-accent"}
          />
        );
      })}
    </>
  );
}

function Selected({
  timing,
  strip: { scale, tip },
  sequence,
}: Pick<ScrubberBarsProps, "timing" | "strip"> & { readonly sequence: number }): ReactElement | null {
  const call = timing.calls.findLast((candidate) => candidate.sequence === sequence);
  if (call === undefined) return null;
  const lane = call.kind === "tool" ? TOOLS : MODEL;
  const from = scale.x(call.runFrom);
  return (
    <rect
      x={from}
      y={lane.top - 1}
      width={Math.max(2, scale.x(endOf(call, tip)) - from)}
      height={lane.height + 2}
      className="fill-accent"
    />
  );
}
