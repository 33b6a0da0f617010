"use client";
import type { OutlineEntry } from "@goaltrace/core/log";
import { useMemo } from "react";
import { useLog } from "./debugger-provider.tsx";

/** Returns the entries up to the displayed moment that pass the filter. If all pass, the list grows in place. */
export function useShownEntries(): readonly OutlineEntry[] {
  const { model, onlyGoals } = useLog(({ model, onlyGoals }) => ({ model, onlyGoals }));
  return useMemo(
    () => (onlyGoals === null ? model.entries : model.entries.filter(({ g }) => onlyGoals.has(g))),
    [model, onlyGoals],
  );
}
