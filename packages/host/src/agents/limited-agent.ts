import { GoaltraceError } from "@goaltrace/core";
import { BASIS, type LayeredAgent, toDefinition } from "@goaltrace/core/agents";
import { type AgentSnapshot, ALL_SERVER_TOOLS, isServerTool, listsTool } from "@goaltrace/core/log";
import { nearestName } from "@goaltrace/core/nearest-name";
import { mayHaveTool, type ToolSet } from "@goaltrace/core/tools";
import { type Agents, findAgent } from "./read-agents.ts";

/** The agent of one run, and limits narrower than its own. Omitted limits stay those of the agent. */
export type AgentLimits = {
  /** The name of the agent. @default "general" */
  readonly agent?: string | undefined;
  /** The names of the only tools the run may use; `server__*` means all of an MCP server. */
  readonly tools?: readonly string[] | undefined;
  /** Replaces the limit of a built-in agent; narrows one that a workspace or project has set. */
  readonly maxSteps?: number | undefined;
};

/** The agent of a run, and the models of its definition; empty for none of its own. */
export type ChosenAgent = { readonly agent: AgentSnapshot; readonly models: readonly string[] };

/**
 * Returns the agent within these limits; one that only reads gets only tools that change nothing. Throws INVALID_INPUT with the nearest name for
 * an unknown agent or tool, and for a tool that the agent may not have; CONFIGURATION_INVALID for an agent that cannot be read.
 */
export function limitedAgent(
  agents: Pick<Agents, "agents">,
  { agent: name = BASIS, tools, maxSteps }: AgentLimits,
  available: ToolSet,
): ChosenAgent {
  const layered = findAgent(agents, name);
  const { agent, isReadOnly, models = [] } = toDefinition(layered);
  const own = ownTools(agent, isReadOnly, available);
  for (const tool of tools ?? []) {
    // Tools of MCP servers come and go, and a run does without those that are gone.
    if (!isServerTool(tool) && available.find(tool) === undefined) throw unknownTool(tool, available);
    if (own !== "all" && !listsTool(own, tool)) throw notItsTool(tool, { name, isReadOnly });
  }
  return {
    agent: {
      ...agent,
      tools: tools === undefined ? own : [...new Set(tools)],
      limits: { ...agent.limits, maxSteps: stepLimit(layered, maxSteps) ?? agent.limits.maxSteps },
    },
    models,
  };
}

/** Returns the names of the tools that an agent has; `all` only if nothing is taken away, so that new tools are its own at once. */
function ownTools(agent: AgentSnapshot, isReadOnly: boolean, { tools }: ToolSet): readonly string[] | "all" {
  if (agent.tools === "all" && !isReadOnly && agent.memory === undefined) return "all";
  const own = tools.filter((tool) => mayHaveTool({ ...agent, isReadOnly }, tool)).map(({ name }) => name);
  return [...own, ...(isReadOnly ? [] : serverTools(agent))];
}

/** Returns the tools of MCP servers on the list of an agent. One that only reads has none: what a server says about its tools is not known here. */
function serverTools({ tools }: AgentSnapshot): readonly string[] {
  return tools === "all" ? [ALL_SERVER_TOOLS] : tools.filter(isServerTool);
}

function stepLimit(
  { rights, rightFrom, layers }: LayeredAgent,
  wanted: number | undefined,
): number | undefined {
  const isSet = rightFrom.maxSteps !== undefined && rightFrom.maxSteps !== "built_in";
  const isOwn = layers[0]?.layer !== "built_in" && rights.maxSteps !== null;
  if (wanted === undefined || rights.maxSteps === null || !(isSet || isOwn)) return wanted;
  return Math.min(wanted, rights.maxSteps);
}

function notItsTool(
  tool: string,
  { name, isReadOnly }: { readonly name: string; readonly isReadOnly: boolean },
): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: isReadOnly
      ? `The agent "${name}" only reads, and the tool "${tool}" changes something or is not its own.`
      : `The agent "${name}" does not have the tool "${tool}".`,
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
