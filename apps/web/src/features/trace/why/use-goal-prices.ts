"use client";
import type { TreeRun } from "../../../lib/run-tree/use-run-tree.ts";
import { agentBoxes, agentWork } from "../graph/agent-boxes.ts";
import { oncePerLog } from "../state/once-per-log.ts";
import type { ShownLog } from "../state/shown-log.ts";
import { useLateModel } from "../state/use-late-model.ts";
import { useTreeThen } from "../state/use-page-tree.ts";
import { expensiveGoals, type GoalPrice } from "./expensive-goals.ts";

const NO_RUNS: readonly TreeRun[] = [];

const pricesOf = oncePerLog(({ graph }: ShownLog, runs: readonly TreeRun[]) =>
  expensiveGoals(graph, agentWork(graph, agentBoxes(graph, runs))),
);

/** Returns the most expensive parts of the run as of the displayed moment, and that log. Both are empty until the page has painted it. */
export function useGoalPrices(): { readonly model: ShownLog; readonly prices: readonly GoalPrice[] } {
  const model = useLateModel();
  const tree = useTreeThen();
  return { model, prices: pricesOf(model, tree?.runs ?? NO_RUNS) };
}
