import { GoaltraceError, newRun } from "@goaltrace/core";
import { TOOL_TRIAL, toolTrialText } from "@goaltrace/core/agents";
import { type AgentSnapshot, isServerTool, type Trace } from "@goaltrace/core/log";
import { nearestName } from "@goaltrace/core/nearest-name";
import type { Scope } from "@goaltrace/core/ports";
import { type StartPorts, wakeWorkers } from "../enqueue-run.ts";
import { usableFolder } from "../folders/usable-folder.ts";
import { chooseModels } from "../models/choose-models.ts";

/** One call of a tool that a person wants to try. */
export type ToolTrialRequest = {
  readonly tool: string;
  /** The text of a JSON object. */
  readonly arguments: string;
  /** The id of a registered folder, or the absolute path of one that the caller may use; null for none. */
  readonly folder: { readonly id: string } | { readonly ownPath: string } | null;
  /** @default people decide */
  readonly permission?: Trace["permission"];
  /** Whether the caller executes the run: workers are then not woken. @default false */
  readonly isClaimedByCaller?: boolean;
};

/**
 * Starts a run that makes one call and ends. It asks no model, and the rules of the workspace decide about the call like about any other. Its
 * model is the default, for tools that start agents. Like all runs without a conversation, the whole workspace can see it. Errors: NOT_FOUND for
 * an unknown tool, with the nearest name, and for a folder that is not registered; INVALID_INPUT for one that the server no longer accepts.
 */
export async function startToolTrial(
  ports: StartPorts,
  scope: Scope,
  request: ToolTrialRequest,
): Promise<Trace> {
  const { tool, arguments: argumentsText, folder, permission, isClaimedByCaller = false } = request;
  // Which tools servers have shows only in a run.
  if (ports.tools.find(tool) === undefined && !isServerTool(tool)) throw unknownTool(tool, ports);
  const [models, redactor, projectFolder] = await Promise.all([
    chooseModels(ports, scope, { remembered: null, own: [] }).catch(noModel),
    ports.getRedactor(scope.workspaceId),
    folder === null ? null : "id" in folder ? usableFolder(ports, scope, folder) : folder.ownPath,
  ]);
  const { trace, entries, blobs } = newRun(
    {
      ...{ scope, conversationId: null, origin: null, models, projectFolder, permission },
      ...{ text: toolTrialText(tool, argumentsText), agent: trialAgent(tool), tags: [TOOL_TRIAL] },
    },
    { ...ports, redactor },
  );
  await ports.stores.traces.create(scope, trace, entries, blobs);
  if (!isClaimedByCaller)
    await wakeWorkers(ports, { traceId: trace.id, workspaceId: scope.workspaceId, groupId: trace.id });
  return trace;
}

/** The call of the trial is its only step, and a sub-agent that it starts has limits of its own. */
function trialAgent(tool: string): AgentSnapshot {
  return {
    ...{ name: TOOL_TRIAL, instructions: "", strategy: TOOL_TRIAL, tools: [tool] },
    limits: { maxSteps: 2, maxTokens: null, maxDurationMs: null },
  };
}

/** Most tools need no model. */
function noModel(thrown: unknown): readonly string[] {
  if (thrown instanceof GoaltraceError && thrown.code === "MODEL_NOT_CONFIGURED") return [];
  throw thrown;
}

function unknownTool(name: string, { tools }: StartPorts): GoaltraceError {
  const names = tools.tools.map((tool) => tool.name);
  const nearest = nearestName(name, names);
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `There is no tool "${name.slice(0, 60)}".`,
    fix: nearest === undefined ? `Available tools: ${names.join(", ")}.` : `Did you mean ${nearest}?`,
  });
}
