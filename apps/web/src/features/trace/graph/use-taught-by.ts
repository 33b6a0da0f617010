"use client";
import { useMemo } from "react";
import { useKnowledgeSources } from "../state/use-knowledge-sources.ts";
import { useLog } from "../state/debugger-provider.tsx";
import { entryAt } from "../state/trace-model.ts";
import { memoryReaders, type Selected } from "./memory-readers.ts";
import type { GoalPair } from "./threads.ts";

const NONE: readonly GoalPair[] = [];

/**
 * Returns the goals in this run whose messages are the source of what the selected entry or goal read from, or wrote to, memory or experiences; each
 * with the goal that read or wrote it.
 */
export function useTaughtBy(selected: Selected): readonly GoalPair[] {
  const model = useLog((log) => log.model);
  const { data } = useKnowledgeSources(memoryReaders(model.graph, model.entries, selected));
  return useMemo(() => {
    if (data === undefined) return NONE;
    return data.flatMap(({ goalId, readBy }) => {
      const reader = entryAt(model.entries, readBy)?.g;
      return goalId === null || reader === undefined ? [] : [[goalId, reader] as const];
    });
  }, [data, model]);
}
