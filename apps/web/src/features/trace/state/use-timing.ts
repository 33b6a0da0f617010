"use client";
import { applyTiming, createTiming } from "@goaltrace/core/graph";
import type { Timing } from "@goaltrace/core/graph";
import { foldLength, isTerminal, NO_LENGTH, outlineMoment, runLength } from "@goaltrace/core/log";
import type { LengthFold, OutlineEntry, RunLength } from "@goaltrace/core/log";
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
  for (let next = firstAfter(entries, timing.lastSequence); next < entries.length; next += 1) {
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

/** Returns the calls at the displayed moment in real time. O(new entries); without a clock, so that it changes only with the log. */
export function useTimingLog(): Timing {
  const model = useLog((log) => log.model);
  return timingOf(model.entries);
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

/** The lengths of the logs on the page, folded on from where they were. */
const lengths = new WeakMap<readonly OutlineEntry[], LengthFold>();

/** Returns how long the run worked and waited at the displayed moment. O(new entries): the header does not wait for the timing. */
export function useRunLength(): RunLength {
  const { model, trace, isNow } = useLog(({ model, trace, isNow }) => ({ model, trace, isNow }));
  const isGrowing = isNow && !isTerminal(trace.status);
  const now = useNow(isGrowing ? LIVE_STEP_MS : null);
  return runLength(lengthOf(model.entries), isGrowing ? now : null);
}

function lengthOf(entries: readonly OutlineEntry[]): LengthFold {
  let fold = lengths.get(entries) ?? NO_LENGTH;
  for (let next = firstAfter(entries, fold.lastSequence); next < entries.length; next += 1) {
    const entry = entries[next];
    if (entry) fold = foldLength(fold, outlineMoment(entry));
  }
  lengths.set(entries, fold);
  return fold;
}

/** Returns the index of the first entry after a sequence. */
function firstAfter(entries: readonly OutlineEntry[], sequence: number): number {
  let next = entries.length;
  while (next > 0 && (entries[next - 1]?.q ?? -1) > sequence) next -= 1;
  return next;
}
