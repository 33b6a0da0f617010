import { presetAgents } from "@goaltrace/core/agents";
import { GoaltraceError } from "@goaltrace/core";
import { ERASED_TEXT, isTerminal } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import { readTrace } from "@goaltrace/core/reading";
import { limitedAgent } from "./agents/limited-agent.ts";
import { keepStrategy } from "./agents/with-strategy.ts";
import { enqueueRun, type StartedRun, type StartPorts } from "./enqueue-run.ts";
import { usableFolder } from "./folders/usable-folder.ts";
import { chooseModel } from "./models/choose-model.ts";
import { lastIdleTrace, readConversation, stillActive } from "./read-conversation.ts";

/** Repeats a turn's user text with the same tools, strategy, mode and context, continuing from before that turn. Errors: as `startRun`, and INVALID_INPUT when the text was erased. */
export async function retryRun(ports: StartPorts, scope: Scope, traceId: string): Promise<StartedRun> {
  const failed = await readTrace({ traces: ports.stores.traces, scope }, traceId);
  if (!isTerminal(failed.status)) throw stillActive();
  if (failed.task === ERASED_TEXT) throw erasedTask();
  if (failed.conversationId === null) throw notInConversation();
  const conversation = await readConversation(ports.stores, scope, failed.conversationId);
  const latest = await lastIdleTrace(ports.stores, scope, conversation.id);
  const folder = failed.projectFolder;
  const projectFolder = folder === null ? null : await usableFolder(ports, scope, { path: folder });
  const [model, redactor] = await Promise.all([
    chooseModel(ports, scope, { remembered: conversation.model }),
    ports.getRedactor(scope.workspaceId),
  ]);
  const { tools, name } = failed.agent;
  // A run of a program or an import may have an agent that is not here.
  const isKnown = presetAgents.find(name) !== undefined;
  const limits = { ...(isKnown ? { agent: name } : {}), ...(tools === "all" ? {} : { tools }) };
  const agent = keepStrategy(limitedAgent(limits, ports.tools), failed.agent);
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
    model,
    projectFolder,
    origin: failed.origin,
    goalId: before?.currentGoalId ?? undefined,
    previous: latest?.id,
  });
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
