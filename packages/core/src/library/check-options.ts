import { inputSchema } from "../context/tools-json.ts";
import type { Tool } from "../ports/tool.ts";
import type { AgentLimits, AgentOptions, TaskOptions } from "./agent-options.ts";
import { checkNames, invalidConfiguration } from "./check-names.ts";

type Known<Options> = Readonly<Record<keyof Options, true>>;

const AGENT_OPTIONS: Known<AgentOptions> = {
  model: true,
  instructions: true,
  tools: true,
  limits: true,
  permission: true,
  strategy: true,
  secrets: true,
  projectFolder: true,
  name: true,
  ports: true,
};
const TASK_OPTIONS: Known<TaskOptions> = { signal: true, previous: true, limits: true };
const LIMITS: Known<AgentLimits> = { maxSteps: true, maxTokens: true, maxDurationMs: true };

/** Throws CONFIGURATION_INVALID for an option that does not exist, limits that are not positive integers, and tools that are not a list of tools. */
export function checkAgentOptions(options: AgentOptions): void {
  checkNames(options, AGENT_OPTIONS, "option of createAgent");
  checkLimits(options.limits);
  checkTools(options.tools);
}

/** Throws CONFIGURATION_INVALID for an option or a limit that does not exist or fit. */
export function checkTaskOptions(options: TaskOptions): void {
  checkNames(options, TASK_OPTIONS, "option of run");
  checkLimits(options.limits);
}

function checkLimits(limits: AgentLimits = {}): void {
  checkNames(limits, LIMITS, "available limit");
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
    checkInput(tool);
  }
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

/** A model sends arguments as an object, and JSON schema must be able to describe them. */
function checkInput(tool: Tool): void {
  const fix = "Use z.object({ … }) with fields that JSON can hold.";
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
