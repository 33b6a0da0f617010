import { describeUser } from "../../log/describe.ts";
import type { Entry } from "../../log/entry.ts";
import { ROOT_GOAL_ID } from "../../goals/goal.ts";
import { emptyProjection, projectEntry } from "../../log/project.ts";
import type { RunEventPayloads } from "../../log/run-event.ts";
import { createSequencer } from "../../log/sequence.ts";
import type { AgentSnapshot, Trace } from "../../log/trace.ts";
import type { RunPorts } from "../ports.ts";

/**
 * Returns the trace of a child with its task as the first entry. It belongs to the person and conversation of its parent, works in its
 * folder or a worktree of it, is covered by the lease of the root, and has the permission that its parent's caller gave. `earlier` is the child whose log it continues.
 */
export function childTrace(
  parent: Trace,
  {
    spawned,
    agent,
    models: ownModels,
    messageId,
    earlier,
  }: {
    readonly spawned: RunEventPayloads["child.spawned"];
    readonly agent: AgentSnapshot;
    /** The models of its definition; undefined for those of the parent. */
    readonly models: readonly string[] | undefined;
    readonly messageId: string;
    readonly earlier: Trace | undefined;
  },
  ports: Pick<RunPorts, "ids" | "clock" | "tokenizer">,
): { readonly trace: Trace; readonly entries: readonly Entry[] } {
  const { childTraceId: id, toolCallId, prompt: task } = spawned;
  const start = emptyProjection({ lastSequence: earlier?.lastSequence ?? 0 });
  const parts = [{ type: "text", text: task }] as const;
  const sequencer = createSequencer({
    traceId: id,
    ids: ports.ids,
    clock: ports.clock,
    next: start.lastSequence + 1,
  });
  const message = sequencer.stamp({
    ...{ kind: "message", role: "user", author: "agent", parts, description: describeUser(parts) },
    ...{ tokens: ports.tokenizer.count(task), goalId: earlier?.currentGoalId ?? ROOT_GOAL_ID },
  });
  const models = ownModels ?? parent.models;
  const { workspaceId, personId, conversationId, rootId, permission, keyId } = parent;
  const projectFolder = spawned.worktree ?? parent.projectFolder;
  return {
    trace: {
      ...{ id, workspaceId, personId, conversationId, rootId, parentId: parent.id },
      spawnedBy: { messageId, toolCallId: toolCallId ?? "" },
      origin:
        earlier === undefined
          ? null
          : { kind: "continues", traceId: earlier.id, sequence: earlier.lastSequence },
      ...{ mode: "agent", agent, models, task, context: {}, tags: [], projectFolder },
      ...(permission === undefined ? {} : { permission }),
      createdAt: message.at,
      ...(keyId === undefined ? {} : { keyId }),
      ...projectEntry(start, message),
    },
    entries: [message],
  };
}
