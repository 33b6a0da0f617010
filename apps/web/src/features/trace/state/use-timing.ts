"use client";
import type { Timing } from "@goaltrace/core/graph";
import { isTerminal, runLength } from "@goaltrace/core/log";
import type { RunLength } from "@goaltrace/core/log";
import { useMemo } from "react";
import { useNow } from "../../../lib/use-now.ts";
import type { LogState } from "./debugger.ts";
import { useLog } from "./debugger-provider.tsx";
import { useCallQueue } from "./live-outputs.ts";
import { useLateModel } from "./use-late-model.ts";

const LIVE_STEP_MS = 1_000;

/** A run in real time, and its current time; null when it has ended or an earlier moment is displayed. */
export type RunTiming = { readonly timing: Timing; readonly now: number | null };

type TimedLog = Pick<LogState, "model" | "trace" | "isNow">;

/** Returns the run at the displayed moment in real time. */
export function useTiming(): RunTiming {
  return useTimingOf(useLog(timedLog));
}

/** As `useTiming`, with the log; empty until the page has painted it. */
export function useLateTiming(): RunTiming & Pick<TimedLog, "model"> {
  const model = useLateModel();
  const { trace, isNow } = useLog(timedLog);
  return { model, ...useTimingOf({ model, trace, isNow }) };
}

function timedLog({ model, trace, isNow }: LogState): TimedLog {
  return { model, trace, isNow };
}

function useTimingOf({ model, trace, isNow }: TimedLog): RunTiming {
  const isGrowing = isNow && !isTerminal(trace.status);
  const now = useNow(isGrowing ? LIVE_STEP_MS : null);
  return useMemo(() => {
    // The timing grows in place, so a new object announces each change.
    return { timing: model.timing(), now: isGrowing ? now : null };
  }, [model, isGrowing, now]);
}

/** Returns the whole run in real time, whatever moment is displayed. */
export function useFullTiming(): RunTiming {
  const { model, trace } = useLog(({ fullModel, presentTrace }) => ({
    model: fullModel,
    trace: presentTrace,
  }));
  const isGrowing = !isTerminal(trace.status);
  const now = useNow(isGrowing ? LIVE_STEP_MS : null);
  return useMemo(() => ({ timing: model.timing(), now: isGrowing ? now : null }), [model, isGrowing, now]);
}

/**
 * Returns how long the run worked and waited at the displayed moment. The log knows how long a model call waited to be sent once the call has
 * ended, the stream while it is open. The header does not wait for the timing.
 */
export function useRunLength(): RunLength {
  const { model, trace, isNow } = useLog(timedLog);
  const isGrowing = isNow && !isTerminal(trace.status);
  const now = useNow(isGrowing ? LIVE_STEP_MS : null);
  const queue = useCallQueue();
  const took = model.took();
  const { worked, waited } = runLength(took, isGrowing ? now : null);
  const queued =
    isGrowing && now !== null && queue !== null && !took.isWaiting
      ? Math.min(worked, Math.max(0, Math.min(now, queue.until) - (queue.since ?? took.to)))
      : 0;
  return { worked: worked - queued, waited: waited + queued };
}
