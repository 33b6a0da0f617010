"use client";
import { childIds } from "@goaltrace/core/goals";
import { foldedAtFirst } from "@goaltrace/core/graph";
import type { Timing } from "@goaltrace/core/graph";
import { useCallback, useMemo, useState } from "react";
import { useActions, useLog, useView } from "../state/debugger-provider.tsx";
import { toggled } from "../state/url-state.ts";

export type PlannedGoal = { readonly goalId: string; readonly depth: number };

/** Returns the folded goals of the timeline and a function that folds or unfolds one. A long run starts with all goals folded. */
export function useFoldedGoals(timing: Timing): readonly [ReadonlySet<string>, (goalId: string) => void] {
  const bands = useView((view) => view.bands);
  const { changeView } = useActions();
  // Decided once, so that a growing run never folds on its own.
  const [isLong] = useState(() => foldedAtFirst(timing).size > 0);
  const goals = timing.shown.size;
  const folded = useMemo(() => {
    void goals;
    // Unfolded sub-agents are among the bands, too.
    if (!isLong) return new Set(bands.filter((id) => timing.shown.has(id)));
    return new Set([...foldedAtFirst(timing)].filter((id) => !bands.includes(id)));
  }, [timing, goals, isLong, bands]);
  const toggle = useCallback(
    (goalId: string) => {
      changeView((before) => ({ bands: toggled(before.bands, goalId) }));
    },
    [changeView],
  );
  return [folded, toggle];
}

/** Returns the goals without work, in the order of the plan. */
export function usePlannedGoals(timing: Timing): readonly PlannedGoal[] {
  const model = useLog((log) => log.model);
  return useMemo(() => {
    const { graph } = model;
    const planned: PlannedGoal[] = [];
    const next: PlannedGoal[] = [{ goalId: graph.rootId, depth: 0 }];
    for (let at = next.pop(); at !== undefined; at = next.pop()) {
      const { goalId, depth } = at;
      if (!timing.shown.has(goalId) && graph.goals.get(goalId)?.status === "pending") planned.push(at);
      for (const child of childIds(graph, goalId).toReversed())
        next.push({ goalId: child, depth: depth + 1 });
    }
    return planned;
  }, [model, timing]);
}
