"use client";
import { applyTiming, createTiming, criticalPath, sumPath, tipOf } from "@goaltrace/core/graph";
import type { PathSums, Timing } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { isTerminal } from "@goaltrace/core/log";
import { useMemo } from "react";
import { useNow } from "../../../lib/use-now.ts";
import { useLog } from "./debugger-provider.tsx";

const LIVE_STEP_MS = 1_000;

/** The timings of the logs on the page. A log that grew is folded on from where it was. */
const timings = new WeakMap<readonly OutlineEntry[], Timing>();

/** Returns the calls of a log in real time. O(new entries). */
function timingOf(entries: readonly OutlineEntry[]): Timing {
  const timing = timings.get(entries) ?? createTiming();
  timings.set(entries, timing);
  let next = entries.length;
  while (next > 0 && (entries[next - 1]?.q ?? -1) > timing.lastSequence) next -= 1;
  for (; next < entries.length; next += 1) {
    const entry = entries[next];
    if (entry) applyTiming(timing, entry);
  }
  return timing;
}

/** A run in real time, and its current time; null when it has ended or an earlier moment is displayed. */
export type RunTiming = { readonly timing: Timing; readonly now: number | null };

/** Returns the run at the displayed moment in real time. */
export function useTiming(): RunTiming {
  const { model, trace, isNow } = useLog(({ model, trace, isNow }) => ({ model, trace, isNow }));
  const isGrowing = isNow && !isTerminal(trace.status);
  const now = useNow(isGrowing ? LIVE_STEP_MS : null);
  return useMemo(() => {
    // The timing grows in place, so a new object announces each change.
    return { timing: timingOf(model.entries), now: isGrowing ? now : null };
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
  return useMemo(
    () => ({ timing: timingOf(model.entries), now: isGrowing ? now : null }),
    [model, isGrowing, now],
  );
}

/** Returns how long the run worked and waited at the displayed moment. Of an active run it is renewed with its clock, not with each entry. */
export function useRunLength(): PathSums {
  const { timing, now } = useTiming();
  const at = now ?? timing.lastSequence;
  const known = lengths.get(timing);
  if (known?.at === at) return known.sums;
  const sums = sumPath(criticalPath(timing, tipOf(timing, now)).pieces);
  lengths.set(timing, { at, sums });
  return sums;
}

/** The sums of each timing at its latest moment, for the header and the graph. */
const lengths = new WeakMap<Timing, { readonly at: number; readonly sums: PathSums }>();
