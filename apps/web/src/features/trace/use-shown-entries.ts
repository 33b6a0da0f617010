"use client";
import type { OutlineEntry } from "@goaltrace/core/log";
import { useMemo } from "react";
import { useDebugger } from "./debugger-context.ts";

/** The entries as of the moment shown that the filter lets through. A new list whenever there are others. */
export function useShownEntries(): readonly OutlineEntry[] {
  const { model, version, onlyGoals } = useDebugger();
  return useMemo(() => {
    // The model grows in place: its version is what says that it is another one.
    void version;
    return model.entries.filter((entry) => onlyGoals === null || onlyGoals.has(entry.g));
  }, [model, version, onlyGoals]);
}
