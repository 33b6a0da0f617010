"use client";
import type { ReactElement } from "react";
import { Link } from "../../ui/link.tsx";

export type Series = {
  /** One value per day; null without one. */
  readonly values: readonly (number | null)[];
  readonly dashed?: boolean;
};

export type ChartProps = {
  readonly kind: "bars" | "line";
  readonly title: string;
  /** The value for the whole range. */
  readonly total: string;
  readonly note: string;
  readonly series: readonly Series[];
  /** The value at the top line. The baseline is always 0. */
  readonly top: number;
  readonly topLabel: string;
  readonly firstDay: string;
  readonly lastDay: string;
  /** The tooltip of a day. */
  readonly dayLabel: (day: number) => string;
  /** A value marked by a line, such as a budget. Default: none. */
  readonly limit?: number | null;
  /** The address of each day's runs; null for a day without any. Default: no links. */
  readonly links?: readonly (string | null)[];
};

const WIDTH = 300;
const HEIGHT = 72;

/** One small multiple: bars or lines over days, from a baseline of zero. The table below has the same numbers. */
export function Chart(props: ChartProps): ReactElement {
  const { title, total, note, series, top, topLabel, firstDay, lastDay, dayLabel } = props;
  const { limit = null, links = [] } = props;
  const days = series[0]?.values.length ?? 0;
  const step = days === 0 ? WIDTH : WIDTH / days;
  return (
    <figure className="min-w-0 border-r border-b border-line px-4 pt-4 pb-2">
      <figcaption>
        <span className="flex items-baseline justify-between gap-2">
          <span className="truncate font-semibold">{title}</span>
          <span className="flex-none text-12 text-ink-2">{total}</span>
        </span>
        <span className="block min-h-[18px] truncate text-12 text-ink-2">{note}</span>
      </figcaption>
      <span className="mt-1 flex min-h-4 justify-end text-11 text-ink-3">{topLabel}</span>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role={links.length > 0 ? "group" : undefined}
        aria-label={links.length > 0 ? title : undefined}
        aria-hidden={links.length === 0}
        className="block h-20 w-full overflow-visible"
      >
        <line
          x1={0}
          x2={WIDTH}
          y1={0}
          y2={0}
          className="stroke-line"
          strokeDasharray="2 3"
          vectorEffect="non-scaling-stroke"
        />
        <line
          x1={0}
          x2={WIDTH}
          y1={HEIGHT}
          y2={HEIGHT}
          className="stroke-line-strong"
          vectorEffect="non-scaling-stroke"
        />
        {limit !== null && (
          <line
            x1={0}
            x2={WIDTH}
            y1={HEIGHT - barHeight(limit, top)}
            y2={HEIGHT - barHeight(limit, top)}
            className="stroke-warn"
            strokeDasharray="4 3"
            strokeWidth={1.5}
            vectorEffect="non-scaling-stroke"
          />
        )}
        {props.kind === "bars"
          ? (series[0]?.values ?? []).map((value, index) =>
              value === null ? null : (
                <rect
                  key={index}
                  x={index * step + step * 0.12}
                  width={step * 0.76}
                  y={HEIGHT - barHeight(value, top)}
                  height={barHeight(value, top)}
                  className={index === days - 1 ? "fill-accent" : "fill-ink/25"}
                />
              ),
            )
          : series.map((line, index) => (
              <path
                key={index}
                d={linePath(line.values, { step, top })}
                fill="none"
                strokeDasharray={line.dashed === true ? "2 3" : undefined}
                strokeWidth={2}
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
                className="stroke-ink-2"
              />
            ))}
        {Array.from({ length: days }, (_, index) => {
          const href = links[index] ?? null;
          const day = (
            <rect
              key={index}
              x={index * step}
              width={step}
              y={0}
              height={HEIGHT}
              className="fill-transparent hover:fill-ink/6"
            >
              <title>{dayLabel(index)}</title>
            </rect>
          );
          return href === null ? (
            day
          ) : (
            <Link key={index} href={href} aria-label={dayLabel(index)}>
              {day}
            </Link>
          );
        })}
      </svg>
      <span className="mt-1 flex justify-between text-11 text-ink-3">
        <span>{firstDay}</span>
        <span>{lastDay}</span>
      </span>
    </figure>
  );
}

/** Returns the height of a bar. Values above zero are always visible. */
function barHeight(value: number, top: number): number {
  return value <= 0 || top <= 0 ? 0 : Math.max(1, Math.min(1, value / top) * HEIGHT);
}

/** Returns the path of a line that breaks at days without a value. An isolated day is a dot. */
function linePath(
  values: readonly (number | null)[],
  { step, top }: { readonly step: number; readonly top: number },
): string {
  let drawing = false;
  return values
    .map((value, index) => {
      if (value === null) {
        drawing = false;
        return "";
      }
      const point = `${((index + 0.5) * step).toFixed(1)} ${(HEIGHT - (top <= 0 ? 0 : Math.min(1, value / top)) * HEIGHT).toFixed(1)}`;
      const command = drawing ? `L${point}` : `M${point} l0.01 0`;
      drawing = true;
      return command;
    })
    .join(" ");
}
