"use client";
import type { ReactElement } from "react";
import { classNames } from "../lib/class-names.ts";
import { formatDuration } from "../lib/format.ts";
import { useFormat } from "../lib/use-format.ts";
import { useNow } from "../lib/use-now.ts";

/** A moment (milliseconds since the epoch): clock today, date before; whole, to the second, on hover. */
export function Time({ at, className }: { readonly at: number; readonly className?: string }): ReactElement {
  const format = useFormat();
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={format.momentFully(at)}
      className={classNames("whitespace-nowrap", className)}
    >
      {format.moment(at)}
    </time>
  );
}

export type DurationProps = {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Null while it runs: the duration then counts up, in the accent. */
  readonly endedAt: number | null;
  readonly className?: string;
};

const LIVE_STEP_MS = 1_000;

/** How long something took, or has been taking. Counts in whole seconds while it runs, so its width stays calm. */
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
