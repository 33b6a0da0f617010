import type { TraceLimits } from "../log/trace.ts";
import type { StrategyName } from "../log/strategy-names.ts";
import type { Strategy } from "../loop/strategy.ts";
import type { RunPorts } from "../loop/ports.ts";
import type { Permission } from "../ports/permission.ts";
import type { Tool } from "../ports/tool.ts";
import type { AgentModel } from "./agent-models.ts";
import type { AgentRun } from "./agent-run.ts";

/** How an agent works. Everything has a default. */
export type AgentOptions = {
  /**
   * The model, or several, each a fallback for the one before it. A string names a model at the endpoint that the environment configures;
   * `openAiModel` configures an endpoint in code; for anything else, implement `ModelClient`.
   * @default the models of the environment: `OPENAI_API_KEY`, `OPENAI_BASE_URL` and `GOALTRACE_MODEL`, or `DEEPSEEK_API_KEY`
   */
  readonly model?: AgentModel | readonly AgentModel[];
  /** The system prompt. @default none */
  readonly instructions?: string;
  /**
   * The tools the model may call, in any order. `logTools()` adds goals and todos. An agent with tools also gets `read_result`, with which
   * the model reads results that were too long for its context.
   * @default none
   */
  readonly tools?: readonly Tool[];
  /**
   * Agents to which this one can hand work with `task` and `explore`. Each has the models of this one, and at most its tools.
   * @default none
   */
  readonly agents?: readonly SubAgent[];
  /** Stops a run that takes too long. @default 50 steps, no limit on tokens or duration */
  readonly limits?: AgentLimits;
  /** Decides before each tool call whether it may run. @default allows every call */
  readonly permission?: Permission;
  /** Decides what a run does next: a built-in strategy by name, or yours. @default `react`: call tools until the model answers without calls */
  readonly strategy?: Strategy | StrategyName;
  /** Texts of 12 characters or more to mask in logs, updates and requests, such as keys that tools use. Model keys are always masked. @default none */
  readonly secrets?: readonly string[];
  /** Absolute path of the folder that file tools work in. @default none */
  readonly projectFolder?: string;
  /** The name of the agent in logs. @default "agent" */
  readonly name?: string;
  /** Replaces parts of the environment, for tests and other JavaScript engines. @default clock, ids, random numbers and hashes of the engine; no logging */
  readonly ports?: AgentPorts;
};

/** An agent to which another one can hand work. */
export type SubAgent = {
  readonly name: string;
  /** When to use it, in one line for the model that chooses. */
  readonly description: string;
  /** Its system prompt. */
  readonly instructions: string;
  /** The names of the tools it may call. @default those of the agent that starts it */
  readonly tools?: readonly string[];
  /** True to leave it only tools with `readOnlyHint`. @default false */
  readonly isReadOnly?: boolean;
};

/** Limits of each run. `null` means no limit. */
export type AgentLimits = Partial<Pick<TraceLimits, "maxSteps" | "maxTokens" | "maxDurationMs">>;

export type AgentPorts = Partial<
  Pick<RunPorts, "clock" | "ids" | "random" | "hash" | "tokenizer" | "logger">
>;

/** The options of one task. */
export type TaskOptions = {
  /** Cancels the run when it aborts. */
  readonly signal?: AbortSignal;
  /** The run whose conversation this task continues, from this agent or another. The task starts when that run has ended. */
  readonly previous?: AgentRun;
  /** Overrides individual limits of the agent for this run. */
  readonly limits?: AgentLimits;
  /** The strategy of this run. @default that of the agent */
  readonly strategy?: Strategy | StrategyName;
};
