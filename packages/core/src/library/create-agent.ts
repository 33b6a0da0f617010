import { createAllowAllPermission } from "../adapters/in-memory/trivial-ports.ts";
import { createKeyRedactor } from "../adapters/system/key-redactor.ts";
import { GoaltraceError } from "../errors.ts";
import type { TraceLimits } from "../log/trace.ts";
import type { AgentDefinition, AgentDirectory } from "../ports/child-agents.ts";
import type { ModelClient } from "../ports/model-client.ts";
import type { Tool } from "../ports/tool.ts";
import type { Strategy } from "../loop/strategy.ts";
import { findStrategy } from "../strategies/index.ts";
import { react } from "../strategies/react.ts";
import { childTools } from "../tools/log-tools.ts";
import { RECALL_TOOLS } from "../tools/recall-tools.ts";
import { createToolSet } from "../tools/tool-set.ts";
import { MAX_STEPS } from "../tunables.ts";
import { resolveModels } from "./agent-models.ts";
import type { AgentLimits, AgentOptions, SubAgent, TaskOptions } from "./agent-options.ts";
import { type AgentRun, startAgentRun } from "./agent-run.ts";
import { invalidConfiguration } from "../check-names.ts";
import { checkAgentOptions, checkTaskOptions } from "./check-options.ts";
import { type EndedRun, executeTask, type ReadyAgent } from "./execute-task.ts";
import { apiKeyBehind } from "./open-ai-model.ts";

export type Agent = {
  readonly name: string;
  /**
   * Starts a task at once; any number of tasks can run concurrently. Throws INVALID_INPUT for an empty task or a `previous` that is not
   * a run, and CONFIGURATION_INVALID for unknown options. Later failures are in the result of the run.
   */
  run(task: string, options?: TaskOptions): AgentRun;
};

/** The ended run behind each run, with its stores; both are freed when the run is no longer referenced. */
const endedRuns = new WeakMap<AgentRun, Promise<EndedRun>>();

/**
 * Creates an agent that works in this process: its runs are kept in memory and need no database. Throws MODEL_NOT_CONFIGURED if no model is
 * configured, and CONFIGURATION_INVALID for unknown options, limits that are not positive, and tools whose name or input cannot be
 * sent to a model.
 */
export function createAgent(options: AgentOptions = {}): Agent {
  checkAgentOptions(options);
  const agent = prepareAgent(options);
  return {
    name: agent.snapshot.name,
    run: (text, taskOptions = {}) => {
      checkTaskOptions(taskOptions);
      const { limits, strategy } = taskOptions;
      return startTask(withStrategy(withLimits(agent, limits), strategy), text, taskOptions);
    },
  };
}

function startTask(agent: ReadyAgent, text: string, { previous, signal }: TaskOptions): AgentRun {
  if (typeof text !== "string" || text.trim() === "")
    throw new GoaltraceError({
      code: "INVALID_INPUT",
      message: "The task is empty",
      fix: 'Pass it as text: agent.run("Summarize this").',
    });
  const before = previous === undefined ? Promise.resolve(null) : endedRuns.get(previous);
  if (before === undefined)
    throw new GoaltraceError({
      code: "INVALID_INPUT",
      message: "The previous run was not returned by agent.run",
      fix: "Pass the value that agent.run returned, not its result.",
    });
  const { run, ended } = startAgentRun(
    async (emit) =>
      await executeTask(agent, {
        text,
        previous: await before,
        signal: signal ?? new AbortController().signal,
        emit,
      }),
  );
  endedRuns.set(run, ended);
  return run;
}

function prepareAgent(options: AgentOptions): ReadyAgent {
  const { name = "agent", instructions = "", tools = [] } = options;
  const strategy = resolveStrategy(options.strategy);
  const models = resolveModels(options.model);
  const agents =
    options.agents === undefined || options.agents.length === 0 ? undefined : agentDirectory(options.agents);
  return {
    snapshot: {
      name,
      instructions,
      strategy: strategy.name,
      tools: "all",
      limits: resolveLimits(options.limits),
    },
    models,
    tools: createToolSet(withRecallTools(agents === undefined ? tools : [...tools, ...childTools(agents)])),
    agents,
    permission: options.permission ?? createAllowAllPermission(),
    strategy,
    redactor: createKeyRedactor({ "model-key": modelKeys(models), secret: options.secrets ?? [] }),
    projectFolder: options.projectFolder ?? null,
    ports: options.ports ?? {},
  };
}

/** Their strategy is the default one: a custom strategy may depend on the instructions of its agent. */
function agentDirectory(agents: readonly SubAgent[]): AgentDirectory {
  const definitions = agents
    .map(({ name, description, instructions, tools, isReadOnly = false }): AgentDefinition => ({
      agent: { name, instructions, strategy: react.name, tools: tools ?? "all", limits: NO_LIMITS },
      ...{ description, isReadOnly },
    }))
    .toSorted((left, right) => (left.agent.name < right.agent.name ? -1 : 1));
  return { list: () => definitions, find: (name) => definitions.find(({ agent }) => agent.name === name) };
}

/** A long result is shortened in the context, and a long history summarized: these tools read the rest. */
function withRecallTools(tools: readonly Tool[]): readonly Tool[] {
  if (tools.length === 0) return tools;
  return [...tools, ...RECALL_TOOLS.filter((tool) => !tools.includes(tool))];
}

function modelKeys(models: readonly ModelClient[]): readonly string[] {
  return models.flatMap((model) => apiKeyBehind(model) ?? []);
}

function withLimits(agent: ReadyAgent, limits: AgentLimits | undefined): ReadyAgent {
  const { snapshot } = agent;
  return { ...agent, snapshot: { ...snapshot, limits: resolveLimits(limits, snapshot.limits) } };
}

function withStrategy(agent: ReadyAgent, chosen: TaskOptions["strategy"]): ReadyAgent {
  if (chosen === undefined) return agent;
  const strategy = resolveStrategy(chosen);
  return { ...agent, strategy, snapshot: { ...agent.snapshot, strategy: strategy.name } };
}

/** Returns a strategy given by name or as itself. Throws CONFIGURATION_INVALID for an unknown name and for a name that a built-in one has. */
function resolveStrategy(chosen: AgentOptions["strategy"] = react): Strategy {
  if (typeof chosen === "string") return findStrategy(chosen);
  if (chosen.name === react.name && chosen !== react)
    throw invalidConfiguration(`There is a built-in strategy "${chosen.name}"`, "Give yours another name.");
  return chosen;
}

const NO_LIMITS: TraceLimits = { maxSteps: MAX_STEPS, maxTokens: null, maxDurationMs: null };

function resolveLimits(limits: AgentLimits = {}, defaults: TraceLimits = NO_LIMITS): TraceLimits {
  const { maxSteps = defaults.maxSteps, maxTokens = defaults.maxTokens } = limits;
  const { maxDurationMs = defaults.maxDurationMs } = limits;
  return { maxSteps, maxTokens, maxDurationMs };
}
