"use client";
import { useLocale, useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useState } from "react";
import { useTimeZone } from "../../lib/use-now.ts";
import { useFormat } from "../../lib/use-format.ts";
import { formatMomentFully } from "../../lib/format.ts";
import type { Figures } from "./list-item.ts";
import type { Bounds } from "./trace-filter.ts";

const FULL_HEIGHT = 28;

/** Runs over time with failed runs in red. Dragging across it or clicking a bar filters the list by that time. */
export function Histogram({
  bars,
  onChoose,
}: {
  readonly bars: Figures["bars"] | undefined;
  readonly onChoose: (bounds: Bounds) => void;
}): ReactElement {
  const translate = useTranslations("traces.histogram");
  const format = useFormat();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const [drag, setDrag] = useState<{ readonly start: number; readonly end: number } | null>(null);
  const maxRuns = Math.max(1, ...(bars ?? []).map((bar) => bar.runs));
  const first = bars?.[0];
  const last = bars?.at(-1);
  const finish = (): void => {
    if (drag === null || bars === undefined) return;
    const from = bars[Math.min(drag.start, drag.end)]?.from ?? null;
    const to = bars[Math.max(drag.start, drag.end)]?.to ?? null;
    setDrag(null);
    onChoose({ from, to });
  };
  const within = (index: number): boolean =>
    drag !== null && index >= Math.min(drag.start, drag.end) && index <= Math.max(drag.start, drag.end);
  return (
    <div className="h-13 flex-none border-b border-line px-4 pt-1.5 phone:hidden">
      {/* The date filter offers the same to keyboards and screen readers. */}
      <div
        aria-hidden="true"
        className="flex h-7 cursor-crosshair items-end gap-px select-none"
        onPointerUp={finish}
        onPointerLeave={() => {
          setDrag(null);
        }}
      >
        {(bars ?? []).map((bar, index) => (
          <span
            key={bar.from}
            title={translate("bar", {
              runs: bar.runs,
              failed: bar.failed,
              from: formatMomentFully(bar.from, { locale, timeZone }),
              to: formatMomentFully(bar.to, { locale, timeZone }),
            })}
            className={`flex h-full min-w-0 flex-1 flex-col justify-end hover:bg-ink/6 ${within(index) ? "bg-accent-soft" : ""}`}
            onPointerDown={() => {
              setDrag({ start: index, end: index });
            }}
            onPointerEnter={() => {
              if (drag !== null) setDrag({ ...drag, end: index });
            }}
          >
            <span className="block bg-ink/22" style={{ height: barHeight(bar.runs - bar.failed, maxRuns) }} />
            <span className="block bg-error" style={{ height: barHeight(bar.failed, maxRuns) }} />
          </span>
        ))}
      </div>
      <div className="flex justify-between text-11 text-ink-3">
        {first && last && (
          <>
            <span>{format.moment(first.from)}</span>
            <span>{format.moment(last.to)}</span>
          </>
        )}
      </div>
    </div>
  );
}

/** Returns the height of a bar in pixels. A single run is always visible. */
function barHeight(runs: number, maxRuns: number): number {
  return runs === 0 ? 0 : Math.max(1, Math.round((runs / maxRuns) * FULL_HEIGHT));
}
