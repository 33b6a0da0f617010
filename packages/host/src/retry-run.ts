import { GoaltraceError } from "@goaltrace/core";
import { isTerminal } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import { readTrace } from "@goaltrace/core/reading";
import { limitedAgent } from "./agents/limited-agent.ts";
import { enqueueRun, type StartedRun, type StartPorts } from "./enqueue-run.ts";
import { chooseModel } from "./models/choose-model.ts";
import { lastIdleTrace, readConversation, stillActive } from "./read-conversation.ts";
import { registeredPath } from "./registered-path.ts";

/** Repeats a turn's user text with the same tools, mode and context, continuing from before that turn. Errors: as `startRun`. */
export async function retryRun(ports: StartPorts, scope: Scope, traceId: string): Promise<StartedRun> {
  const failed = await readTrace({ traces: ports.stores.traces, scope }, traceId);
  if (!isTerminal(failed.status)) throw stillActive();
  if (failed.conversationId === null) throw notInConversation();
  const conversation = await readConversation(ports.stores, scope, failed.conversationId);
  const latest = await lastIdleTrace(ports.stores, scope, conversation.id);
  const model = await chooseModel(ports, scope, { preferred: conversation.model ?? undefined });
  const projectFolder =
    failed.projectFolder === null
      ? null
      : await registeredPath(ports, scope, ({ path }) => path === failed.projectFolder);
  const { tools } = failed.agent;
  const agent = limitedAgent(tools === "all" ? {} : { tools }, ports.tools);
  const before =
    failed.origin === null ? undefined : await ports.stores.traces.get(scope, failed.origin.traceId);
  return await enqueueRun(ports, scope, {
    conversationId: conversation.id,
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

function notInConversation(): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: "This run does not belong to a conversation.",
    fix: "Start a new conversation with the same text.",
  });
}
