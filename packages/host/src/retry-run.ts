import { GoaltraceError } from "@goaltrace/core";
import { BASIS } from "@goaltrace/core/agents";
import { type AgentSnapshot, ERASED_TEXT, isServerTool, isTerminal, listsTool } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import { readTrace } from "@goaltrace/core/reading";
import type { ToolSet } from "@goaltrace/core/tools";
import { availableTools } from "./agents/available-tools.ts";
import { limitedAgent } from "./agents/limited-agent.ts";
import { budgetOfRun } from "./budgets/agent-budget.ts";
import { enqueueRun, type StartedRun, type StartPorts } from "./enqueue-run.ts";
import { usableFolder } from "./folders/usable-folder.ts";
import { chooseModels } from "./models/choose-models.ts";
import { lastIdleTrace, readConversation, stillActive } from "./read-conversation.ts";

/** Repeats a turn's user text with the same agent as it was then, except for tools that it has lost since, and the same mode and context, continuing from before that turn. Errors: as `startRun`, and INVALID_INPUT when the text was erased. */
export async function retryRun(ports: StartPorts, scope: Scope, traceId: string): Promise<StartedRun> {
  const failed = await readTrace({ traces: ports.stores.traces, scope }, traceId);
  if (!isTerminal(failed.status)) throw stillActive();
  if (failed.task === ERASED_TEXT) throw erasedTask();
  if (failed.conversationId === null) throw notInConversation();
  const conversation = await readConversation(ports.stores, scope, failed.conversationId);
  const latest = await lastIdleTrace(ports.stores, scope, conversation.id);
  const folder = failed.projectFolder;
  const projectFolder = folder === null ? null : await usableFolder(ports, scope, { path: folder });
  const [models, redactor] = await Promise.all([
    chooseModels(ports, scope, {
      remembered: conversation.model,
      own: failed.agent.definition === undefined ? [] : failed.models,
    }),
    ports.getRedactor(scope.workspaceId),
  ]);
  const agents = await ports.readAgents({ workspaceId: scope.workspaceId, projectFolder });
  // An agent that is gone, or of a program, has what is left to it within the rights of the built-in one.
  const name = agents.agents.some((agent) => agent.name === failed.agent.name) ? failed.agent.name : BASIS;
  const { serverTools } = conversation;
  const now = limitedAgent(
    agents,
    { agent: name, serverTools },
    await availableTools(ports, agents, {
      ...{ workspaceId: scope.workspaceId, projectFolder, agent: name },
      choosesTools: (serverTools ?? null) !== null,
    }),
  ).agent;
  const agent = withinRights(failed.agent, now.tools, await ports.toolsOf(scope.workspaceId));
  const budget = await budgetOfRun(ports, scope, { agent, texts: [conversation.budget] });
  const before =
    failed.origin === null ? undefined : await ports.stores.traces.get(scope, failed.origin.traceId);
  return await enqueueRun(ports, scope, {
    conversationId: conversation.id,
    redactor,
    saveConversation: async () =>
      await ports.stores.conversations.update(scope, conversation.id, { updatedAt: ports.clock.now() }),
    text: failed.task,
    agent,
    mode: failed.mode,
    context: failed.context,
    models,
    budget,
    projectFolder,
    origin: failed.origin,
    goalId: before?.currentGoalId ?? undefined,
    previous: latest?.id,
  });
}

/** Leaves out the tools that the agent has lost since, and those that a later version of the server no longer has. */
function withinRights(
  agent: AgentSnapshot,
  allowed: AgentSnapshot["tools"],
  available: ToolSet,
): AgentSnapshot {
  if (agent.tools === "all") return { ...agent, tools: allowed };
  const isLeft = (name: string): boolean =>
    (isServerTool(name) || available.find(name) !== undefined) &&
    (allowed === "all" || listsTool(allowed, name));
  return { ...agent, tools: agent.tools.filter(isLeft) };
}

function erasedTask(): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: "The message of this turn was erased, so it can't be sent again.",
    fix: "Send a new message.",
  });
}

function notInConversation(): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: "This run does not belong to a conversation.",
    fix: "Start a new conversation with the same text.",
  });
}
