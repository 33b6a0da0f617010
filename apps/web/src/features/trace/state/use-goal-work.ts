"use client";
import { tipOf } from "@goaltrace/core/graph";
import { useMemo } from "react";
import { agentBoxes, agentWork } from "../graph/agent-boxes.ts";
import { useLog } from "./debugger-provider.tsx";
import { type GoalWork, goalWork } from "./goal-work.ts";
import { useTreeThen } from "./use-page-tree.ts";
import { useTiming } from "./use-timing.ts";

/** Returns how long the goals of the run were worked on up to the displayed moment. */
export function useGoalWork(): GoalWork {
  const model = useLog((log) => log.model);
  const { timing, now } = useTiming();
  const tree = useTreeThen();
  return useMemo(() => {
    const { graph } = model;
    const agents = agentWork(graph, agentBoxes(graph, tree?.runs ?? []));
    return goalWork({ graph, timing, tip: tipOf(timing, now), agents });
  }, [model, timing, now, tree]);
}
