import { GoaltraceError } from "@goaltrace/core";
import { generalAgent } from "@goaltrace/core/agents";
import type { AgentSnapshot } from "@goaltrace/core/log";
import { nearestName } from "@goaltrace/core/nearest-name";
import type { ToolSet } from "@goaltrace/core/tools";

/** Limits of one run, narrower than its agent's. Omitted fields keep the agent's limits. */
export type AgentLimits = {
  /** The names of the only tools the run may use. */
  readonly tools?: readonly string[] | undefined;
  readonly maxSteps?: number | undefined;
};

/** Returns the general agent within these limits. Throws INVALID_INPUT with the nearest name for an unknown tool. */
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
    fix: nearest === undefined ? `Available tools: ${names.join(", ")}.` : `Did you mean ${nearest}?`,
  });
}
