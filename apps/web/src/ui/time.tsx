"use client";
import type { ReactElement } from "react";
import { classNames } from "../lib/class-names.ts";
import { formatDistance, formatDuration } from "../lib/format.ts";
import { useFormat } from "../lib/use-format.ts";
import type { Format } from "../lib/use-format.ts";
import { useNow } from "../lib/use-now.ts";

export type TimeProps = {
  /** Epoch milliseconds. */
  readonly at: number;
  /** `day` omits the time for days other than today, `exact` shows date and milliseconds. @default "minute" */
  readonly precision?: "day" | "minute" | "exact";
  readonly className?: string;
};

/** A moment: the time, with the date before today. Hovering shows it to the second. */
export function Time({ at, precision = "minute", className }: TimeProps): ReactElement {
  const format = useFormat();
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={format.momentFully(at)}
      className={classNames("whitespace-nowrap", className)}
    >
      {TEXTS[precision](format, at)}
    </time>
  );
}

const TEXTS = {
  day: (format: Format, at: number) => format.day(at),
  minute: (format: Format, at: number) => format.moment(at),
  exact: (format: Format, at: number) => format.momentExactly(at),
} as const;

export type DistanceProps =
  /** Epoch milliseconds. */
  { readonly since: number; readonly until?: never } | { readonly until: number; readonly since?: never };

/** The time since a moment or until one, in seconds below a minute; never less than zero. */
export function Distance({ since, until }: DistanceProps): ReactElement {
  const now = useNow(LIVE_STEP_MS);
  const span = now === null ? 0 : until === undefined ? now - since : until - now;
  return <span className="whitespace-nowrap tabular-nums">{formatDistance(Math.max(0, span))}</span>;
}

export type DurationProps = {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Null while it is running: the duration then counts up in the accent color. */
  readonly endedAt: number | null;
  readonly className?: string;
};

const LIVE_STEP_MS = 1_000;

/** A final or running duration. A running one counts in whole seconds, so that its width stays stable. */
export function Duration({ startedAt, endedAt, className }: DurationProps): ReactElement {
  const now = useNow(endedAt === null ? LIVE_STEP_MS : null);
  const live = endedAt === null;
  const span = (endedAt ?? now ?? startedAt) - startedAt;
  const whole = Math.max(0, Math.round(span / LIVE_STEP_MS) * LIVE_STEP_MS);
  return (
    <span className={classNames("whitespace-nowrap", live && "text-accent", className)}>
      {live ? formatDuration(whole).replace(/\.0s$/, "s").replace(/^0ms$/, "0s") : formatDuration(span)}
    </span>
  );
}
