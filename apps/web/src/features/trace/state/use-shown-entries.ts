"use client";
import type { OutlineEntry } from "@goaltrace/core/log";
import { useMemo } from "react";
import { useLog } from "./debugger-provider.tsx";

/** Returns the entries up to the displayed moment that pass the filter, as a new list whenever they change. */
export function useShownEntries(): readonly OutlineEntry[] {
  const { model, onlyGoals } = useLog(({ model, onlyGoals }) => ({ model, onlyGoals }));
  return useMemo(() => {
    return model.entries.filter((entry) => onlyGoals === null || onlyGoals.has(entry.g));
  }, [model, onlyGoals]);
}
