import { checkNames, invalidConfiguration } from "../check-names.ts";
import { inputSchema } from "../context/tools-json.ts";
import type { Tool } from "../ports/tool.ts";
import { RECALL_TOOLS } from "../tools/recall-tools.ts";
import { CHILD_TOOLS, MESSAGE_AGENT_TOOL } from "../log/tool-names.ts";
import type { AgentLimits, AgentOptions, SubAgent, TaskOptions } from "./agent-options.ts";

type Known<Options> = Readonly<Record<keyof Options, true>>;

const AGENT_OPTIONS: Known<AgentOptions> = {
  model: true,
  instructions: true,
  tools: true,
  agents: true,
  limits: true,
  permission: true,
  strategy: true,
  secrets: true,
  projectFolder: true,
  name: true,
  ports: true,
};
const TASK_OPTIONS: Known<TaskOptions> = {
  signal: true,
  previous: true,
  limits: true,
  strategy: true,
};

const LIMIT_HINT = "Use limits: { maxSteps: 10 }.";
const STEP_LIMITS = { maxSteps: LIMIT_HINT, maxTurns: LIMIT_HINT, stopWhen: LIMIT_HINT };
const SIGNAL_HINT = "Pass it to a task: agent.run(task, { signal }).";
const PREVIOUS_HINT = "Pass the previous run to a task: agent.run(task, { previous }).";
/** Fixes for option names of other SDKs, and for options that belong to a task. */
const AGENT_HINTS = {
  ...STEP_LIMITS,
  system: 'Use "instructions".',
  signal: SIGNAL_HINT,
  abortSignal: SIGNAL_HINT,
  previous: PREVIOUS_HINT,
  messages: PREVIOUS_HINT,
  session: PREVIOUS_HINT,
};
const AGENT_OPTION_HINT = "Pass it to createAgent.";
/** Fixes for option names of other SDKs, and for options that belong to the agent. */
const TASK_HINTS = {
  ...STEP_LIMITS,
  ...Object.fromEntries(Object.keys(AGENT_OPTIONS).map((name) => [name, AGENT_OPTION_HINT])),
  system: 'Pass it to createAgent as "instructions".',
  abortSignal: 'Use "signal".',
  messages: PREVIOUS_HINT,
  session: PREVIOUS_HINT,
};
const LIMITS: Known<AgentLimits> = { maxSteps: true, maxTokens: true, maxDurationMs: true };

/**
 * Throws CONFIGURATION_INVALID for an unknown option, a limit that is not a positive integer, tools that are not a list of tools or use a
 * built-in name, or a permission without `decide`.
 */
export function checkAgentOptions(options: AgentOptions): void {
  checkNames(options, { names: AGENT_OPTIONS, noun: "an option of createAgent", hints: AGENT_HINTS });
  checkLimits(options.limits);
  checkTools(options.tools);
  checkAgents(options.agents, options.tools);
  checkPermission(options.permission);
}

/** Throws CONFIGURATION_INVALID for an unknown option or an invalid limit. */
export function checkTaskOptions(options: TaskOptions): void {
  checkNames(options, { names: TASK_OPTIONS, noun: "an option of run", hints: TASK_HINTS });
  checkLimits(options.limits);
}

function checkLimits(limits: AgentLimits = {}): void {
  checkNames(limits, { names: LIMITS, noun: "an available limit" });
  for (const [name, limit] of Object.entries(limits)) {
    if (limit === undefined || (limit === null && name !== "maxSteps")) continue;
    if (limit === null || !Number.isSafeInteger(limit) || limit < 1)
      throw invalidConfiguration(
        `The limit ${name} is ${limit}`,
        name === "maxSteps" ? "Set a positive integer." : "Set a positive integer, or null for no limit.",
      );
  }
}

function checkTools(tools: unknown = []): void {
  if (!Array.isArray(tools))
    throw invalidConfiguration("The tools are not a list", "Pass an array: tools: [weather, search].");
  for (const tool of tools.map((value): unknown => value)) {
    if (!isTool(tool))
      throw invalidConfiguration(
        "One of the tools was not made by defineTool",
        "Define it with defineTool({ name, description, input, execute }).",
      );
    checkToolName(tool);
    checkInput(tool);
  }
}

const SUB_AGENT: Known<SubAgent> = {
  name: true,
  description: true,
  instructions: true,
  tools: true,
  isReadOnly: true,
};

function checkAgents(agents: readonly SubAgent[] = [], tools: readonly Tool[] = []): void {
  if (!isList(agents))
    throw invalidConfiguration("The agents are not a list", "Pass an array: agents: [researcher].");
  const names = new Set<string>();
  for (const agent of agents) {
    checkNames(agent, {
      names: SUB_AGENT,
      noun: "an option of an agent in `agents`",
      hints: { system: 'Use "instructions".' },
    });
    checkAgent(agent, tools);
    if (names.has(agent.name))
      throw invalidConfiguration(`Two agents are named "${agent.name}"`, "Rename one of them.");
    names.add(agent.name);
  }
  const reserved = tools.find(({ name }) => CHILD_TOOLS.has(name) || name === MESSAGE_AGENT_TOOL);
  if (agents.length > 0 && reserved !== undefined)
    throw invalidConfiguration(`There is a built-in tool "${reserved.name}"`, "Give yours another name.");
}

function isList(value: unknown): boolean {
  return Array.isArray(value);
}

function checkAgent(agent: SubAgent, tools: readonly Tool[]): void {
  // A caller without type checks may leave them out.
  const texts: readonly unknown[] = [agent.name, agent.description, agent.instructions];
  if (texts.some((text) => typeof text !== "string" || text.trim() === ""))
    throw invalidConfiguration(
      "One of the agents lacks a name, a description or instructions",
      "Pass { name, description, instructions }.",
    );
  const unknown = agent.tools?.find((name) => !tools.some((tool) => tool.name === name));
  if (unknown !== undefined)
    throw invalidConfiguration(
      `The agent "${agent.name}" lists the tool "${unknown}", which this agent does not have`,
      "An agent gets at most the tools of the agent that starts it: add the tool to `tools`.",
    );
}

function isTool(value: unknown): value is Tool {
  return (
    typeof value === "object" &&
    value !== null &&
    ["name", "description", "input", "run"].every((name) => name in value) &&
    "run" in value &&
    typeof value.run === "function"
  );
}

/** The runtime adds the tools that read the history; notes on shortened results refer to them, so another tool must not have their name. */
function checkToolName(tool: Tool): void {
  if (RECALL_TOOLS.some((own) => own.name === tool.name && own !== tool))
    throw invalidConfiguration(`There is a built-in tool "${tool.name}"`, "Give yours another name.");
}

function checkPermission(permission: unknown): void {
  if (permission === undefined) return;
  if (typeof permission === "object" && permission !== null && "decide" in permission)
    if (typeof permission.decide === "function") return;
  throw invalidConfiguration(
    "The permission has no function `decide`",
    'Pass permission: { decide: async ({ tool }) => ({ effect: "allow" }) }.',
  );
}

/** A model sends arguments as an object, and a JSON schema must be able to describe them. */
function checkInput(tool: Tool): void {
  const fix = "Use z.object({ … }) with fields that JSON can represent.";
  let schema: object;
  try {
    schema = inputSchema(tool);
  } catch (thrown) {
    throw invalidConfiguration(
      `The input of the tool "${tool.name}" has no JSON schema: ${String(thrown)}`,
      fix,
    );
  }
  if (!("type" in schema) || schema.type !== "object")
    throw invalidConfiguration(`The input of the tool "${tool.name}" is not an object`, fix);
}
