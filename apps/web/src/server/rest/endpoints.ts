import { GoaltraceError } from "@goaltrace/core";
import { formatEntryRef } from "@goaltrace/core/log";
import { readDag, readTrace } from "@goaltrace/core/reading";
import { controlRun, deleteConversation, eraseMessage, startRun } from "@goaltrace/host";
import { CURSOR, ID, LIMIT, START_RUN, STARTED_RUN, TRACE, toRestTrace } from "@goaltrace/host/api";
import { z } from "zod";
import { mayDeleteOthers } from "../auth/roles.ts";
import { recordAudit } from "../record-audit.ts";
import {
  getAgentBudget,
  getBudget,
  getConversationBudget,
  removeAgentBudget,
  removeBudget,
  removeConversationBudget,
  setAgentBudgetByKey,
  setBudget,
  setConversationBudgetByKey,
} from "./budget-endpoints.ts";
import { endpoint } from "./endpoint.ts";
import type { Endpoint } from "./endpoint.ts";
import { eventStream } from "./event-stream.ts";
import { explainPermission } from "./permission-endpoints.ts";
import { listQueuedMessages, queueMessageByKey, removeQueuedMessage } from "./queue-endpoints.ts";
import {
  answerQuestion,
  approveCall,
  cancelRun,
  denyCall,
  listRequests,
  resolveEffect,
  steerRun,
} from "./request-endpoints.ts";
import { AUDIT, CONVERSATION, DAG, DELETION, pageSchema } from "./schemas.ts";

const TRACE_PATH = z.object({ id: ID.describe("Trace id.") });

export const listConversations = endpoint({
  method: "get",
  address: "/api/conversations",
  name: "listConversations",
  scope: "read",
  summary: "Lists your conversations and shared ones: pinned first, then by last update.",
  query: z.object({ cursor: CURSOR, limit: LIMIT }),
  response: pageSchema(CONVERSATION),
  status: 200,
  handle: async ({ runtime, scope }, { query }) => {
    const page = await runtime.stores.conversations.list(scope, {
      cursor: query.cursor ?? null,
      limit: query.limit,
    });
    const items = page.items.map(({ id, title, shared, pinned, updatedAt, status, lastTraceId }) => {
      const visibility = shared ? "shared" : "private";
      return { id, title, visibility, pinned, updatedAt, status, lastTraceId };
    });
    return { items, nextCursor: page.nextCursor };
  },
});

export const hideConversation = endpoint({
  method: "delete",
  address: "/api/conversations",
  name: "deleteConversation",
  scope: "run",
  summary:
    "Hides one of your conversations from all lists. Its contents stay stored; `DELETE /api/conversations/{id}` deletes them.",
  query: z.object({
    id: ID.describe("Conversation id. The conversation must belong to the owner of the key."),
  }),
  response: z.object({ deleted: z.literal(true) }),
  status: 200,
  handle: async ({ runtime, scope, holder, membership }, { query }) => {
    await runtime.stores.conversations.remove(scope, query.id);
    const change = {
      action: "conversation.removed",
      target: query.id,
      detail: { key: holder.name },
    } as const;
    await recordAudit({ runtime, person: holder.person, membership }, change);
    return { deleted: true };
  },
});

export const deleteConversationPermanently = endpoint({
  method: "delete",
  address: "/api/conversations/{id}",
  name: "deleteConversationPermanently",
  scope: "run",
  summary:
    "Permanently deletes a conversation with its runs, messages, files, comments and share links, and stops its run. Cannot be undone. Sending the request again has no effect.",
  path: z.object({
    id: ID.describe(
      "Conversation id. The conversation must belong to the owner of the key, unless they are an admin or owner of the workspace.",
    ),
  }),
  response: DELETION,
  status: 200,
  handle: async ({ runtime, scope, holder, membership }, { path }) => {
    const progress = await deleteConversation(runtime, scope, {
      id: path.id,
      ofOthers: mayDeleteOthers(membership.role),
      onBegun: async () =>
        recordAudit(
          { runtime, person: holder.person, membership },
          { action: "conversation.deleted", target: path.id, detail: { key: holder.name } },
        ),
    });
    if (progress.state === "stopped")
      throw new GoaltraceError({
        code: "CONFLICT",
        message: "A person stopped this deletion.",
        fix: "Send the request again to delete what remains of the conversation.",
      });
    return progress.state === "deleted"
      ? { deleted: true, remainingRuns: 0 }
      : { deleted: false, remainingRuns: progress.remainingRuns };
  },
});

export const getTrace = endpoint({
  method: "get",
  address: "/api/traces/{id}",
  name: "getTrace",
  scope: "read",
  summary: "Gets a trace with its task, status, summary and totals.",
  path: TRACE_PATH,
  response: TRACE,
  status: 200,
  handle: async ({ runtime, scope }, { path }) =>
    toRestTrace(await readTrace({ traces: runtime.stores.traces, scope }, path.id)),
});

export const getTraceDag = endpoint({
  method: "get",
  address: "/api/traces/{id}/dag",
  name: "getTraceDag",
  scope: "read",
  summary: "Gets the graph of a trace: goals and outcomes as nodes, work as edges.",
  path: TRACE_PATH,
  response: DAG,
  status: 200,
  handle: async ({ runtime, scope }, { path }) => {
    const reader = { traces: runtime.stores.traces, scope };
    return readDag(reader, await readTrace(reader, path.id));
  },
});

export const eraseEntry = endpoint({
  method: "delete",
  address: "/api/traces/{id}/entries/{sequence}",
  name: "eraseMessage",
  scope: "run",
  summary:
    "Permanently erases one message of a trace and everything that repeats it. Its place in the log stays, marked as erased. Sending the request again has no effect.",
  path: TRACE_PATH.extend({
    sequence: z.coerce
      .number()
      .int()
      .min(1)
      .max(2_147_483_647)
      .describe("Sequence of the message in the log of the trace."),
  }),
  response: z.object({ erased: z.literal(true) }),
  status: 200,
  handle: async ({ runtime, scope, holder, membership }, { path }) => {
    const erased = await eraseMessage(runtime, scope, {
      traceId: path.id,
      sequence: path.sequence,
      ofOthers: mayDeleteOthers(membership.role),
    });
    await recordAudit(
      { runtime, person: holder.person, membership },
      { action: "message.erased", target: formatEntryRef(erased), detail: { key: holder.name } },
    );
    return { erased: true };
  },
});

export const watchTrace = endpoint({
  method: "get",
  address: "/api/traces/{id}/events",
  name: "watchTrace",
  scope: "read",
  summary:
    "Streams a trace as server-sent events until it ends. Send `Last-Event-ID` to resume: each entry arrives exactly once.",
  path: TRACE_PATH,
  query: z.object({
    goal: ID.optional().describe("Goal id. Streams only the entries of this goal."),
    after: z.coerce
      .number()
      .int()
      .min(0)
      .default(0)
      .describe("Sequence of the last entry you already have. Defaults to 0, the start of the log."),
  }),
  response: null,
  status: 200,
  handle: async (context, { path, query }) => {
    // Read before the stream starts, so that a missing trace returns 404.
    await readTrace({ traces: context.runtime.stores.traces, scope: context.scope }, path.id);
    const resumed = Number(context.headers.get("last-event-id") ?? Number.NaN);
    const after = Number.isSafeInteger(resumed) && resumed >= 0 ? resumed : query.after;
    const { runtime, scope, holder } = context;
    const release = await runtime.quotas.take("streams", { scope, keyId: holder.id });
    return eventStream(context, { traceId: path.id, goalId: query.goal ?? null, after, release });
  },
});

export const startRunByKey = endpoint({
  method: "post",
  address: "/api/runs",
  name: "startRun",
  scope: "run",
  summary: "Starts a run in a new conversation, or as the next turn of an existing one.",
  body: START_RUN,
  response: STARTED_RUN,
  status: 201,
  handle: async ({ runtime, scope, holder }, { body }) => {
    await runtime.quotas.admitRun({ scope, keyId: holder.id });
    return startRun(runtime, { scope, keyId: holder.id, ...body });
  },
});

/** `requested` is false when the run has ended. */
const REQUESTED = z.object({ requested: z.boolean() });

export const pauseRun = endpoint({
  method: "post",
  address: "/api/traces/{id}/pause",
  name: "pauseRun",
  scope: "run",
  summary: "Pauses a run before its next step, until it is resumed or canceled.",
  path: TRACE_PATH,
  response: REQUESTED,
  status: 200,
  handle: async ({ runtime, scope }, { path }) =>
    controlRun(runtime, scope, { traceId: path.id, body: { kind: "pause", payload: {} } }),
});

export const resumeRun = endpoint({
  method: "post",
  address: "/api/traces/{id}/resume",
  name: "resumeRun",
  scope: "run",
  summary: "Resumes a paused run. Has no effect on other runs.",
  path: TRACE_PATH,
  response: REQUESTED,
  status: 200,
  handle: async ({ runtime, scope }, { path }) =>
    controlRun(runtime, scope, { traceId: path.id, body: { kind: "resume", payload: {} } }),
});

export const listAudit = endpoint({
  method: "get",
  address: "/api/audit",
  name: "listAudit",
  scope: "admin",
  summary: "Lists the audit log of the workspace, newest first.",
  query: z.object({ cursor: CURSOR, limit: LIMIT }),
  response: pageSchema(AUDIT),
  status: 200,
  handle: async ({ runtime, membership }, { query }) => {
    const page = await runtime.stores.audit.list(membership.id, {
      cursor: query.cursor ?? null,
      limit: query.limit,
    });
    const items = page.items.map(({ id, at, email, action, target, detail }) => ({
      ...{ id, at, email, action, target, detail },
    }));
    return { items, nextCursor: page.nextCursor };
  },
});

/** Every endpoint. The routes, the documentation and the access tests use this list. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...[listConversations, hideConversation, deleteConversationPermanently, startRunByKey],
  ...[getTrace, getTraceDag, eraseEntry, watchTrace, pauseRun, resumeRun, listAudit],
  ...[getBudget, setBudget, removeBudget],
  ...[getConversationBudget, setConversationBudgetByKey, removeConversationBudget],
  ...[getAgentBudget, setAgentBudgetByKey, removeAgentBudget],
  ...[listRequests, approveCall, denyCall, answerQuestion, resolveEffect, steerRun, cancelRun],
  ...[listQueuedMessages, queueMessageByKey, removeQueuedMessage],
  explainPermission,
];
