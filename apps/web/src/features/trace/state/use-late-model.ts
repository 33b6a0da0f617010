"use client";
import { useLog } from "./debugger-provider.tsx";
import { type ShownLog, shownLog } from "./shown-log.ts";
import { createTraceModel } from "./trace-model.ts";

const NOTHING = shownLog(createTraceModel([], () => undefined));

/** Returns the log up to the displayed moment, empty until the page has painted it: for facts that need a pass over the whole log. */
export function useLateModel(): ShownLog {
  return useLog(({ isPainted, model }) => (isPainted ? model : NOTHING));
}
