import { readDag, readTrace } from "@goaltrace/core/reading";
import { controlRun, startRun } from "@goaltrace/host";
import { z } from "zod";
import { noteAudit } from "../note-audit.ts";
import { endpoint } from "./endpoint.ts";
import type { Endpoint } from "./endpoint.ts";
import { eventStream } from "./event-stream.ts";
import { AUDIT, CONVERSATION, CURSOR, DAG, ID, LIMIT, pageOf, TRACE, traceOf } from "./schemas.ts";

const TRACE_PATH = z.object({ id: ID.describe("The trace.") });
const TEXT_LONGEST = 200_000;

export const listConversations = endpoint({
  method: "get",
  address: "/api/conversations",
  name: "listConversations",
  scope: "read",
  summary: "Conversations of the key's person and shared ones: pinned first, then the latest.",
  query: z.object({ cursor: CURSOR, limit: LIMIT }),
  response: pageOf(CONVERSATION),
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

export const deleteConversation = endpoint({
  method: "delete",
  address: "/api/conversations",
  name: "deleteConversation",
  scope: "run",
  summary: "Hides a conversation of the key's person.",
  query: z.object({ id: ID.describe("The conversation; one of the key's person.") }),
  response: z.object({ deleted: z.literal(true) }),
  status: 200,
  handle: async ({ runtime, scope, holder, membership }, { query }) => {
    await runtime.stores.conversations.remove(scope, query.id);
    const change = {
      action: "conversation.removed",
      target: query.id,
      detail: { key: holder.name },
    } as const;
    await noteAudit({ runtime, person: holder.person, membership }, change);
    return { deleted: true };
  },
});

export const getTrace = endpoint({
  method: "get",
  address: "/api/traces/{id}",
  name: "getTrace",
  scope: "read",
  summary: "A trace: what was asked, how it stands, what it has cost.",
  path: TRACE_PATH,
  response: TRACE,
  status: 200,
  handle: async ({ runtime, scope }, { path }) =>
    traceOf(await readTrace({ traces: runtime.stores.traces, scope }, path.id)),
});

export const getTraceDag = endpoint({
  method: "get",
  address: "/api/traces/{id}/dag",
  name: "getTraceDag",
  scope: "read",
  summary: "The graph of a trace: goals, results as nodes, actions as edges.",
  path: TRACE_PATH,
  response: DAG,
  status: 200,
  handle: async ({ runtime, scope }, { path }) => {
    const reader = { traces: runtime.stores.traces, scope };
    return readDag(reader, await readTrace(reader, path.id));
  },
});

export const watchTrace = endpoint({
  method: "get",
  address: "/api/traces/{id}/events",
  name: "watchTrace",
  scope: "read",
  summary:
    "Follows a trace as server-sent events until it ends; the header `Last-Event-ID` resumes without gap or double.",
  path: TRACE_PATH,
  query: z.object({
    goal: ID.optional().describe("Entries of this goal alone."),
    after: z.coerce
      .number()
      .int()
      .min(0)
      .default(0)
      .describe("Sequence of the last entry that is known already; 0, the start, unless given."),
  }),
  response: null,
  status: 200,
  handle: async (context, { path, query }) => {
    // Checked before the stream begins, so that a missing trace is answered with 404.
    await readTrace({ traces: context.runtime.stores.traces, scope: context.scope }, path.id);
    const resumed = Number(context.headers.get("last-event-id") ?? Number.NaN);
    const after = Number.isSafeInteger(resumed) && resumed >= 0 ? resumed : query.after;
    return eventStream(context, { traceId: path.id, goalId: query.goal ?? null, after });
  },
});

export const startRunByKey = endpoint({
  method: "post",
  address: "/api/runs",
  name: "startRun",
  scope: "run",
  summary: "Starts a run, in a new conversation or as the next turn of one.",
  body: z.object({
    text: z
      .string()
      .max(TEXT_LONGEST)
      .refine((text) => text.trim() !== "", "must not be empty")
      .describe("The message: what is to be done."),
    conversationId: ID.optional().describe("The conversation to go on with; a new one unless given."),
    model: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        "`provider/model` as in the settings; unless given the conversation's, else the workspace's.",
      ),
    folderId: ID.optional().describe(
      "The registered project folder to work in; unless given the conversation's, if it has one.",
    ),
    tools: z
      .array(z.string().min(1).max(100))
      .max(100)
      .optional()
      .describe("The only tools that this run may use, by name; all of them unless given."),
    mode: z
      .enum(["agent", "call"])
      .optional()
      .describe("`call` makes exactly one model call, without tools; `agent` unless given."),
    context: z
      .record(z.string().min(1).max(100), z.unknown())
      .optional()
      .describe("JSON values to keep with the run for its readers, by name; up to 8 kB."),
  }),
  response: z.object({ conversationId: z.string(), traceId: z.string() }),
  status: 201,
  handle: async ({ runtime, scope }, { body }) => startRun(runtime, { scope, ...body }),
});

/** False when the run has ended. */
const REQUESTED = z.object({ requested: z.boolean() });

export const pauseRun = endpoint({
  method: "post",
  address: "/api/traces/{id}/pause",
  name: "pauseRun",
  scope: "run",
  summary: "Pauses a run before its next step; it then waits until it is resumed or canceled.",
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
  summary: "Lets a paused run continue; any other run is left as it is.",
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
  summary: "The audit log of the workspace, newest first.",
  query: z.object({ cursor: CURSOR, limit: LIMIT }),
  response: pageOf(AUDIT),
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

/** Every endpoint: what is answered, documented and walked by the access tests. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...[listConversations, deleteConversation, startRunByKey],
  ...[getTrace, getTraceDag, watchTrace, pauseRun, resumeRun, listAudit],
];
