import { GoaltraceError, generalAgent, nearestName, type ToolSet } from "@goaltrace/core";
import type { AgentSnapshot } from "@goaltrace/core/log";

/** Limits of one run that are narrower than its agent's. An absent field leaves the agent as it is. */
export type AgentLimits = {
  /** The only tools that the run may use, by name. */
  readonly tools?: readonly string[] | undefined;
  readonly maxSteps?: number | undefined;
};

/** The general agent within these limits. Throws INVALID_INPUT for an unknown tool, with the nearest name. */
export function limitedAgent({ tools, maxSteps }: AgentLimits, available: ToolSet): AgentSnapshot {
  const { limits } = generalAgent;
  for (const name of tools ?? []) if (available.find(name) === undefined) throw unknownTool(name, available);
  return {
    ...generalAgent,
    tools: tools === undefined ? generalAgent.tools : [...new Set(tools)],
    limits: { ...limits, maxSteps: maxSteps ?? limits.maxSteps },
  };
}

function unknownTool(name: string, available: ToolSet): GoaltraceError {
  const names = available.tools.map((tool) => tool.name);
  const nearest = nearestName(name, names);
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: `There is no tool "${name}".`,
    fix: nearest === undefined ? `Use some of: ${names.join(", ")}.` : `Did you mean ${nearest}?`,
  });
}
