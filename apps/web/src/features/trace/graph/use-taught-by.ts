"use client";
import { useMemo } from "react";
import { useKnowledgeSources } from "../state/use-knowledge-sources.ts";
import { useLog } from "../state/debugger-provider.tsx";
import { entryAt } from "../state/trace-model.ts";
import type { GoalPair } from "./threads.ts";

const NONE: readonly GoalPair[] = [];

/** Returns the goals in this run whose messages taught what the selected entry read from memory or rules, each with the goal that read it. */
export function useTaughtBy(sequence: number | null): readonly GoalPair[] {
  const model = useLog((log) => log.model);
  const { data } = useKnowledgeSources(sequence);
  return useMemo(() => {
    const reader = sequence === null ? undefined : entryAt(model.entries, sequence)?.g;
    if (reader === undefined || data === undefined) return NONE;
    return data.flatMap(({ goalId }) => (goalId === null ? [] : [[goalId, reader] as const]));
  }, [data, model, sequence]);
}
