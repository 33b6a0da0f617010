export { assertNever, type Failure, GoaltraceError, type GoaltraceErrorCode, toFailure } from "./errors.ts";
export { formatGoals } from "./goals/format-goals.ts";
export type { GoalTree } from "./goals/goal.ts";
export type { AgentModel } from "./library/agent-models.ts";
export type { AgentLimits, AgentOptions, AgentPorts, TaskOptions } from "./library/agent-options.ts";
export type { AgentRun, RunResult } from "./library/agent-run.ts";
export { type Agent, createAgent } from "./library/create-agent.ts";
export { openAiModel, type OpenAiModelOptions } from "./library/open-ai-model.ts";
export type { Entry } from "./log/entry.ts";
export type { Update } from "./log/update.ts";
export type { RunPorts } from "./loop/ports.ts";
export type { RunState } from "./loop/run-state.ts";
export type { Strategy, StrategyAction } from "./loop/strategy.ts";
export { newRun, type NewRun } from "./new-run.ts";
export type {
  ModelAnswer,
  ModelClient,
  ModelOutcome,
  ModelProfile,
  ModelRequest,
} from "./ports/model-client.ts";
export type { Permission, PermissionDecision, PermissionRequest } from "./ports/permission.ts";
export {
  defineTool,
  type Tool,
  type ToolAnnotations,
  type ToolContext,
  type ToolDefinition,
  type ToolResult,
} from "./ports/tool.ts";
export { run, type RunOptions } from "./run.ts";
export { createPlanExecute } from "./strategies/plan-execute.ts";
export { react } from "./strategies/react.ts";
export { logTools } from "./tools/log-tools.ts";
