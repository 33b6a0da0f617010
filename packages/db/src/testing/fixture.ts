import { randomUUID } from "node:crypto";
import type { AppendBatch, Entry, Lease, Scope, Trace } from "@goaltrace/core";

/** Values for the tests of this package. */
export const newScope = (): Scope => ({ workspaceId: randomUUID(), personId: "person" });

export function newTrace(scope: Scope, changes: Partial<Trace> = {}): Trace {
  const id = changes.id ?? randomUUID();
  return {
    ...{
      id,
      workspaceId: scope.workspaceId,
      personId: scope.personId,
      conversationId: null,
      rootId: id,
      parentId: null,
    },
    ...{
      spawnedBy: null,
      origin: null,
      mode: "agent",
      models: ["scripted/demo"],
      task: "Look",
      context: {},
      tags: [],
    },
    agent: {
      name: "general",
      instructions: "",
      strategy: "react",
      tools: "all",
      limits: { maxSteps: 10, maxTokens: null, maxDurationMs: null },
    },
    ...{
      projectFolder: null,
      createdAt: 1_700_000_000_000,
      status: "queued",
      waitingFor: null,
      phase: "idle",
      currentGoalId: null,
    },
    ...{ lastSequence: 1, lastMessage: "", summary: null, failure: null, startedAt: null, endedAt: null },
    totals: {
      ...{ messages: 1, modelCalls: 0, toolCalls: 0, errors: 0, inputTokens: 0, outputTokens: 0 },
      ...{ cachedTokens: 0, reasoningTokens: 0, cost: 0, durationMs: 0 },
    },
    ...changes,
  };
}

export function newEntry(traceId: string, sequence: number, text = "Hello"): Entry {
  return {
    ...{ id: randomUUID(), traceId, sequence, version: 1, at: 1_700_000_000_000 + sequence, goalId: "root" },
    ...{
      kind: "message",
      role: "user",
      parts: [{ type: "text", text }],
      author: "person",
      description: text,
      tokens: 1,
    },
  };
}

export function newBatch(trace: Trace, lease: Lease, entries: readonly Entry[]): AppendBatch {
  const lastSequence = entries.at(-1)?.sequence ?? 0;
  return {
    traceId: trace.id,
    rootId: trace.rootId,
    fence: lease.fence,
    entries,
    blobs: [],
    projection: { ...trace, status: "running", lastSequence },
  };
}
