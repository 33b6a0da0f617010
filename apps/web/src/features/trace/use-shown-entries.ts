"use client";
import type { OutlineEntry } from "@goaltrace/core/log";
import { useMemo } from "react";
import { useDebugger } from "./debugger-context.ts";

/** Returns the entries up to the displayed moment that pass the filter, as a new list whenever they change. */
export function useShownEntries(): readonly OutlineEntry[] {
  const { model, version, onlyGoals } = useDebugger();
  return useMemo(() => {
    // The model grows in place, so memoization depends on its version.
    void version;
    return model.entries.filter((entry) => onlyGoals === null || onlyGoals.has(entry.g));
  }, [model, version, onlyGoals]);
}
