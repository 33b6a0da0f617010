"use client";
import { filledWindow, windowSequence } from "@goaltrace/core/diagnose";
import type { WindowCall } from "@goaltrace/core/diagnose";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useMemo, useRef } from "react";
import type { KeyboardEvent, PointerEvent, ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { useCanvasTheme } from "../parts/use-canvas-theme.ts";
import { useWidth } from "../parts/use-width.ts";
import { drawSkyline } from "./draw-skyline.ts";
import { SkylineKey } from "./skyline-key.tsx";
import { skylineScale } from "./skyline-scale.ts";

const HEIGHT = 104;
const BASE = 8;
/** Space for the labels of the scale. */
const LEFT = 44;
const SHARES = [1, 0.75, 0.5, 0.25];

export type SkylineProps = {
  readonly calls: readonly WindowCall[];
  readonly current: number;
  readonly compared: number | null;
  readonly compacted: readonly number[];
  readonly cleared: readonly number[];
  readonly missed: readonly number[];
  /** Called with the index of a call; `compare` if it is only chosen for comparison. */
  readonly onChoose: (index: number, compare: boolean) => void;
};

/** The windows of all calls as columns. Clicking, dragging and the arrow keys choose a call; with Shift, the one to compare with. */
export function Skyline(props: SkylineProps): ReactElement {
  const { calls, current, compared, compacted, cleared, missed, onChoose } = props;
  const translate = useTranslations("trace.windows");
  const format = useFormat();
  const theme = useCanvasTheme();
  const area = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(area);
  const scale = useMemo(() => skylineScale(calls, width - 2), [calls, width]);
  useLayoutEffect(() => {
    const element = canvas.current;
    const pen = element?.getContext("2d");
    if (!element || !pen || theme === null || width === 0) return;
    const ratio = window.devicePixelRatio;
    element.width = Math.round(width * ratio);
    element.height = Math.round((HEIGHT + BASE) * ratio);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawSkyline(pen, {
      ...{ calls, scale, width, height: HEIGHT, base: BASE, current, compared, compacted, cleared, missed },
      palette: theme.palette,
    });
  }, [calls, scale, width, current, compared, compacted, cleared, missed, theme]);

  const choose = (index: number, compare = false): void => {
    if (index >= 0 && index < calls.length && (compare || index !== current)) onChoose(index, compare);
  };
  const chooseAt = (event: PointerEvent): void => {
    const box = area.current?.getBoundingClientRect();
    if (box) choose(scale.indexAt(event.clientX - box.left), event.shiftKey);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = indexAfterKey(event, { calls, current });
    if (target === null) return;
    event.preventDefault();
    event.stopPropagation();
    choose(target);
  };
  const call = calls[current];
  return (
    <div className="flex flex-none border-b border-line px-4 pt-3 pb-1">
      <div aria-hidden="true" className="relative flex-none text-11 text-ink-3" style={{ width: LEFT }}>
        {SHARES.map((share) => (
          <span
            key={share}
            className="absolute right-2 -translate-y-1/2 tabular-nums"
            style={{ top: (1 - share) * HEIGHT }}
          >
            {format.tokens(Math.round(scale.top * share))}
          </span>
        ))}
      </div>
      <div className="min-w-0 flex-1">
        <div
          ref={area}
          role="slider"
          tabIndex={0}
          aria-label={translate("skyline")}
          aria-valuemin={1}
          aria-valuemax={calls.length}
          aria-valuenow={current + 1}
          aria-valuetext={call === undefined ? "" : translate("call", callWords(call, current, calls.length))}
          className="relative cursor-pointer touch-pan-y"
          style={{ height: HEIGHT + BASE }}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            chooseAt(event);
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) chooseAt(event);
          }}
        >
          <canvas
            ref={canvas}
            aria-hidden="true"
            className="pointer-events-none absolute inset-0"
            style={{ width, height: HEIGHT + BASE }}
          />
        </div>
        <p aria-hidden="true" className="relative h-4 text-11 text-ink-3">
          {calls.length > 0 && <SequenceLabels calls={calls} current={current} x={scale.x} width={width} />}
        </p>
        <SkylineKey calls={calls} hasMissed={missed.length > 0} hasCompacted={compacted.length > 0} />
      </div>
    </div>
  );
}

/** The first, the shown and the last call below their columns. The shown one displaces the others where they would touch. */
function SequenceLabels({
  calls,
  current,
  x,
  width,
}: Pick<SkylineProps, "calls" | "current"> & {
  readonly x: (index: number) => number;
  readonly width: number;
}): ReactElement {
  const near = 44;
  const last = calls.length - 1;
  const here = x(current);
  const ends = [0, last].filter((index) => index !== current && Math.abs(x(index) - here) > near);
  return (
    <>
      {[...new Set(ends), current].map((index) => {
        const call = calls[index];
        return (
          call && (
            <span
              key={index}
              className={index === current ? "absolute font-semibold text-accent" : "absolute"}
              style={{ left: Math.max(0, Math.min(x(index), width - 36)) }}
            >
              {`#${windowSequence(call)}`}
            </span>
          )
        );
      })}
    </>
  );
}

function callWords(call: WindowCall, index: number, of: number): Record<string, string | number> {
  return { index: index + 1, of, sequence: `#${windowSequence(call)}` };
}

/** Returns the call to which a key moves; null for other keys. Shift leads to the next call whose cache broke. */
function indexAfterKey(
  { key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">,
  { calls, current }: Pick<SkylineProps, "calls" | "current">,
): number | null {
  if (key === "Home") return 0;
  if (key === "End") return calls.length - 1;
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  const direction = key === "ArrowLeft" ? -1 : 1;
  for (let index = current + direction; ; index += direction) {
    const call = calls[index];
    if (call === undefined) return null;
    if (!shiftKey || filledWindow(call).break !== null) return index;
  }
}
