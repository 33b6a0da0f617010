import { GoaltraceError } from "@goaltrace/core";
import { BASIS, commonTools, type LayeredAgent, toDefinition } from "@goaltrace/core/agents";
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
  /** The names of the only tools of MCP servers that the run may use, in the same form; other tools are as they are. Null: all of the agent's. */
  readonly serverTools?: readonly string[] | null | undefined;
  /** Replaces the limit of a built-in agent; narrows one that a workspace or project has set. */
  readonly maxSteps?: number | undefined;
};

/** The agent of a run, and the models of its definition; empty for none of its own. */
export type ChosenAgent = { readonly agent: AgentSnapshot; readonly models: readonly string[] };

/**
 * Returns the agent within these limits; one that only reads gets only tools that change nothing. `available` has the tools of MCP servers too if it
 * only reads, because the definitions of those say which they are (`availableTools`). Throws INVALID_INPUT with the nearest name for
 * an unknown agent or tool, and for a tool that the agent may not have; CONFIGURATION_INVALID for an agent that cannot be read.
 */
export function limitedAgent(
  agents: Pick<Agents, "agents">,
  { agent: name = BASIS, tools, serverTools, maxSteps }: AgentLimits,
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
      tools: withServerTools(tools === undefined ? own : [...new Set(tools)], serverTools ?? null, available),
      limits: { ...agent.limits, maxSteps: stepLimit(layered, maxSteps) ?? agent.limits.maxSteps },
    },
    models,
  };
}

/** Returns the names of the tools that an agent has; `all` only if nothing is taken away, so that new tools are its own at once. */
function ownTools(agent: AgentSnapshot, isReadOnly: boolean, { tools }: ToolSet): readonly string[] | "all" {
  if (agent.tools === "all" && !isReadOnly && agent.memory === undefined) return "all";
  const own = tools
    .filter((tool) => (isReadOnly || !isServerTool(tool.name)) && mayHaveTool({ ...agent, isReadOnly }, tool))
    .map(({ name }) => name);
  // Those of servers that only read are among them by name.
  return [...own, ...(isReadOnly ? [] : listedServerTools(agent))];
}

/** Leaves those tools of MCP servers out that are not chosen. */
function withServerTools(
  own: readonly string[] | "all",
  chosen: readonly string[] | null,
  { tools }: ToolSet,
): readonly string[] | "all" {
  if (chosen === null) return own;
  const offered = tools.filter(({ name, offered: how }) => how !== "by_name" && !isServerTool(name));
  const all = own === "all" ? [...offered.map(({ name }) => name), ALL_SERVER_TOOLS] : own;
  const common = commonTools(all.filter(isServerTool), chosen);
  return [...all.filter((name) => !isServerTool(name)), ...(common === "all" ? [] : common)];
}

/** Returns the tools of MCP servers on the list of an agent. */
function listedServerTools({ tools }: AgentSnapshot): readonly string[] {
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
