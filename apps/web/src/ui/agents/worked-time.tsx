"use client";
import { isTerminal, type RunTimes, workedMs } from "@goaltrace/core/log";
import type { ReactElement } from "react";
import { formatDuration } from "../../lib/format.ts";
import { useNow } from "../../lib/use-now.ts";

const STEP_MS = 1_000;

/**
 * How long a run has worked, without its waits: the same while it works, while it waits and after its end. While it works it counts in whole seconds, in
 * the accent color; during a wait it stays as it is.
 */
export function WorkedTime({ run }: { readonly run: RunTimes }): ReactElement {
  const isWorking = run.status === "running";
  const now = useNow(isWorking ? STEP_MS : null);
  const worked = workedMs(run, now ?? run.createdAt);
  if (isTerminal(run.status)) return <span className="whitespace-nowrap">{formatDuration(worked)}</span>;
  // Rounded down, so that the time after the end is never less.
  const seconds = Math.floor(worked / STEP_MS) * STEP_MS;
  return (
    <span className={isWorking ? "whitespace-nowrap text-accent" : "whitespace-nowrap"}>
      {formatDuration(seconds).replace(/\.0s$/, "s").replace(/^0ms$/, "0s")}
    </span>
  );
}
