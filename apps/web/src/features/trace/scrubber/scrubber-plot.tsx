"use client";
import { tipOf } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import { useMemo, useRef, useSyncExternalStore } from "react";
import type { KeyboardEvent, PointerEvent, ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useActions, useStateReader, useView } from "../state/debugger-provider.tsx";
import { useFullTiming } from "../state/use-timing.ts";
import { entryAt } from "../state/trace-model.ts";
import { useClock } from "../parts/use-clock.ts";
import { useWidth } from "../parts/use-width.ts";
import { stepMoment } from "./step-units.ts";
import { ScrubberBars } from "./scrubber-bars.tsx";
import { stripScale } from "./strip-scale.ts";
import { useHeldHandle } from "./use-held-handle.ts";

export type ScrubberPlotProps = {
  readonly entries: readonly OutlineEntry[];
  /** Whether the run had not ended when the page was opened. */
  readonly isGrowing: boolean;
  readonly height: number;
  /** Called when the person moves the handle. */
  readonly onScrub: () => void;
};

const PAGE_STEPS = 10;
/** Space for half of the handle at each end. */
const PADDING = 8;

/** The bars of the run with a handle that can be dragged or moved with the arrow keys. */
export function ScrubberPlot({ entries, isGrowing, height, onScrub }: ScrubberPlotProps): ReactElement {
  const translate = useTranslations("trace.scrubber");
  const view = useView(({ moment, sequence }) => ({ moment, sequence }));
  const { showMoment } = useActions();
  const clock = useClock();
  const area = useRef<HTMLDivElement>(null);
  const width = Math.max(0, useWidth(area) - 2 * PADDING);
  const last = entries.at(-1)?.q ?? 0;
  const here = view.moment ?? last;
  const { timing, now } = useFullTiming();
  const tip = tipOf(timing, now);
  const strip = useMemo(
    () => stripScale(timing, { entries, tip, width, isGrowing }),
    [timing, entries, tip, width, isGrowing],
  );
  const center = (sequence: number): number => PADDING + strip.placeOf(sequence);
  const headOf = (moment: number | null): number =>
    moment === null || moment >= last ? strip.scale.x(tip) : strip.placeOf(moment);
  const move = (sequence: number | null): void => {
    if (sequence === null) return;
    onScrub();
    showMoment(sequence >= last ? null : sequence);
  };
  const { held, hold, release } = useHeldHandle(view.moment, move);
  const at = held ?? here;
  const scrubTo = (event: PointerEvent): void => {
    const box = area.current?.getBoundingClientRect();
    if (!box || width === 0) return;
    const sequence = strip.sequenceAt(event.clientX - box.left - PADDING);
    if (sequence !== null) hold(sequence);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = momentAfterKey(event.key, entries, view.moment);
    if (target === undefined) return;
    event.preventDefault();
    move(target);
  };
  const moment = entryAt(entries, at);
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
      onLostPointerCapture={release}
    >
      <ScrubberBars
        timing={timing}
        entries={entries}
        length={entries.length}
        strip={strip}
        head={headOf(view.moment)}
        isNow={view.moment === null}
        selected={view.sequence}
        box={{ left: PADDING, width, height }}
      />
      {width > 0 && (
        <>
          <WindowTint center={center} />
          {view.sequence !== null && <SelectionMark left={center(view.sequence)} />}
          <div
            role="slider"
            tabIndex={0}
            aria-label={translate("handle")}
            aria-valuemin={entries[0]?.q ?? 0}
            aria-valuemax={last}
            aria-valuenow={at}
            aria-valuetext={translate("handleValue", {
              sequence: String(at),
              time: moment ? clock(moment.t) : "",
              isNow: at >= last ? "yes" : "no",
            })}
            onKeyDown={onKeyDown}
            style={{ transform: `translateX(${PADDING + headOf(held ?? view.moment)}px)` }}
            className="absolute inset-y-0 -left-2 w-4 cursor-ew-resize"
          >
            <span className="absolute inset-y-0 left-1/2 w-[1.5px] -translate-x-1/2 bg-accent" />
            <span
              className={classNames(
                "absolute top-0 left-1/2 h-3 w-2.5 -translate-x-1/2 rounded-b-md border-2 border-accent",
                at >= last ? "bg-accent" : "bg-page",
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
function WindowTint({ center }: { readonly center: (sequence: number) => number }): ReactElement | null {
  const { shownWindow } = useStateReader()();
  const shown = useSyncExternalStore(shownWindow.subscribe, shownWindow.get, () => null);
  const [left, right] = useMemo(
    () => (shown ? [center(shown.from) - 1, center(shown.to) + 1] : [0, 0]),
    [shown, center],
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
