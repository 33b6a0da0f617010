import { agentNames } from "@goaltrace/core/log";
import { oncePerPlan } from "./once-per-plan.ts";

const NONE: ReadonlyMap<string, string> = new Map();

/** The names of the sub-agents of one run, by their runs, as long as its tree is not known: in the order of their starts. */
export const namesInGraph = oncePerPlan(({ agents }): ReadonlyMap<string, string> => {
  if (agents.size === 0) return NONE;
  const runs = [...agents.values()].map(({ traceId: id, agent, sequence }) => {
    return { id, agent, parentId: "", createdAt: sequence };
  });
  return agentNames(runs);
});
