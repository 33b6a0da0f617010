"use client";
import type { OutlineEntry } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import { useMemo, useRef, useSyncExternalStore } from "react";
import type { KeyboardEvent, PointerEvent, ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useDebugger } from "../debugger-context.ts";
import type { ShownWindow } from "../shown-window.ts";
import { entryAt, indexAt } from "../trace-model.ts";
import { useClock } from "../use-clock.ts";
import { useWidth } from "../use-width.ts";
import { stepMoment } from "./step-units.ts";
import { ScrubberBars } from "./scrubber-bars.tsx";
import { sequenceAtShare } from "./scrubber-bins.ts";

export type ScrubberPlotProps = {
  readonly entries: readonly OutlineEntry[];
  readonly capacity: number;
  readonly height: number;
  readonly shownWindow: ShownWindow;
  /** Called when the person moves the handle. */
  readonly onScrub: () => void;
};

const PAGE_STEPS = 10;
/** Room for half of the handle at each end. */
const PADDING = 8;

/** The bars of the run with a handle that can be dragged or moved with the arrow keys. */
export function ScrubberPlot({
  entries,
  capacity,
  height,
  shownWindow,
  onScrub,
}: ScrubberPlotProps): ReactElement {
  const translate = useTranslations("trace.scrubber");
  const { view, showMoment } = useDebugger();
  const clock = useClock();
  const area = useRef<HTMLDivElement>(null);
  const width = Math.max(0, useWidth(area) - 2 * PADDING);
  const last = entries.at(-1)?.q ?? 0;
  const here = view.moment ?? last;
  const center = (sequence: number): number =>
    PADDING + (Math.min(capacity, Math.max(0, indexAt(entries, sequence)) + 0.5) / capacity) * width;
  const move = (sequence: number | null): void => {
    if (sequence === null) return;
    onScrub();
    showMoment(sequence >= last ? null : sequence);
  };
  const scrubTo = (event: PointerEvent): void => {
    const box = area.current?.getBoundingClientRect();
    if (!box || width === 0) return;
    move(sequenceAtShare(entries, capacity, (event.clientX - box.left - PADDING) / width));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = momentAfterKey(event.key, entries, view.moment);
    if (target === undefined) return;
    event.preventDefault();
    move(target);
  };
  const moment = entryAt(entries, here);
  return (
    <div
      ref={area}
      className="relative min-w-0 touch-none overflow-hidden"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        scrubTo(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) scrubTo(event);
      }}
    >
      <ScrubberBars entries={entries} capacity={capacity} box={{ left: PADDING, width, height }} />
      {width > 0 && (
        <>
          <WindowTint shownWindow={shownWindow} center={center} halfBar={width / capacity / 2} />
          {view.sequence !== null && <SelectionMark left={center(view.sequence)} />}
          <div
            role="slider"
            tabIndex={0}
            aria-label={translate("handle")}
            aria-valuemin={entries[0]?.q ?? 0}
            aria-valuemax={last}
            aria-valuenow={here}
            aria-valuetext={translate("handleValue", {
              sequence: String(here),
              time: moment ? clock(moment.t) : "",
              isNow: view.moment === null ? "yes" : "no",
            })}
            onKeyDown={onKeyDown}
            style={{ transform: `translateX(${center(here)}px)` }}
            className="absolute inset-y-0 -left-2 w-4 cursor-ew-resize"
          >
            <span className="absolute inset-y-0 left-1/2 w-[1.5px] -translate-x-1/2 bg-accent" />
            <span
              className={classNames(
                "absolute top-0 left-1/2 h-3 w-2.5 -translate-x-1/2 rounded-b-md border-2 border-accent",
                view.moment === null ? "bg-accent" : "bg-page",
              )}
            />
          </div>
        </>
      )}
    </div>
  );
}

/** Returns undefined for keys that do not move the handle. */
function momentAfterKey(
  key: string,
  entries: readonly OutlineEntry[],
  from: number | null,
): number | null | undefined {
  const step = (direction: 1 | -1, times: number): number | null => {
    let moment = from;
    for (let count = 0; count < times; count += 1)
      moment = stepMoment(entries, moment, { unit: "message", direction }) ?? moment;
    return moment;
  };
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return step(1, 1);
    case "ArrowLeft":
    case "ArrowDown":
      return step(-1, 1);
    case "PageUp":
      return step(1, PAGE_STEPS);
    case "PageDown":
      return step(-1, PAGE_STEPS);
    case "Home":
      return entries[0]?.q ?? null;
    case "End":
      return entries.at(-1)?.q ?? null;
    default:
      return undefined;
  }
}

/** The range that the main panel shows, as a tinted area. */
function WindowTint({
  shownWindow,
  center,
  halfBar,
}: {
  readonly shownWindow: ShownWindow;
  readonly center: (sequence: number) => number;
  readonly halfBar: number;
}): ReactElement | null {
  const shown = useSyncExternalStore(shownWindow.subscribe, shownWindow.get, () => null);
  const [left, right] = useMemo(
    () => (shown ? [center(shown.from) - halfBar, center(shown.to) + halfBar] : [0, 0]),
    [shown, center, halfBar],
  );
  if (!shown) return null;
  return (
    <span
      aria-hidden="true"
      style={{ left, width: Math.max(2, right - left) }}
      className="pointer-events-none absolute top-4 bottom-0 border-x border-accent/30 bg-accent/4"
    />
  );
}

function SelectionMark({ left }: { readonly left: number }): ReactElement {
  return (
    <svg
      aria-hidden="true"
      width={10}
      height={6}
      style={{ transform: `translateX(${left - 5}px)` }}
      className="pointer-events-none absolute bottom-0 left-0 fill-accent"
    >
      <path d="M0 6L5 0L10 6z" />
    </svg>
  );
}
