import { GoaltraceError } from "@goaltrace/core";
import { type AgentDefinition, presetAgents } from "@goaltrace/core/agents";
import type { AgentSnapshot } from "@goaltrace/core/log";
import { nearestName } from "@goaltrace/core/nearest-name";
import type { ToolSet } from "@goaltrace/core/tools";

/** The agent of one run, and limits narrower than its own. Omitted limits stay those of the agent. */
export type AgentLimits = {
  /** The name of the agent. @default "general" */
  readonly agent?: string | undefined;
  /** The names of the only tools the run may use. */
  readonly tools?: readonly string[] | undefined;
  readonly maxSteps?: number | undefined;
};

/**
 * Returns the agent within these limits; one that only reads gets only tools that change nothing. Throws INVALID_INPUT with the nearest name for
 * an unknown agent or tool, and for a tool that the agent may not have.
 */
export function limitedAgent(
  { agent: name = "general", tools, maxSteps }: AgentLimits,
  available: ToolSet,
): AgentSnapshot {
  const { agent, isReadOnly } = findAgent(name);
  const own = isReadOnly ? readingTools(available) : agent.tools;
  for (const tool of tools ?? []) {
    if (available.find(tool) === undefined) throw unknownTool(tool, available);
    if (own !== "all" && !own.includes(tool)) throw notItsTool(tool, name);
  }
  return {
    ...agent,
    tools: tools === undefined ? own : [...new Set(tools)],
    limits: { ...agent.limits, maxSteps: maxSteps ?? agent.limits.maxSteps },
  };
}

/** Returns the definition of an agent. Throws INVALID_INPUT with the nearest name for an unknown one. */
export function findAgent(name: string): AgentDefinition {
  const found = presetAgents.find(name);
  if (found !== undefined) return found;
  const names = presetAgents.list().map(({ agent }) => agent.name);
  const nearest = nearestName(name, names);
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: `There is no agent "${name}".`,
    fix: nearest === undefined ? `Available agents: ${names.join(", ")}.` : `Did you mean ${nearest}?`,
  });
}

/** The names of the tools that change nothing outside the log. */
function readingTools({ tools }: ToolSet): readonly string[] {
  return tools
    .filter(({ annotations, keepsState }) => annotations.readOnlyHint === true || keepsState === true)
    .map(({ name }) => name);
}

function notItsTool(tool: string, agent: string): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: `The agent "${agent}" only reads, and the tool "${tool}" changes something.`,
    fix: "Leave the tool out, or choose another agent.",
  });
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
