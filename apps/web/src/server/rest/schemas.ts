import { FAILURE, PERSON, STATUS, TIME } from "@goaltrace/host/api";
import { z } from "zod";

/** The REST representations. Only additive changes are allowed: other people's scripts depend on them. */

export const CONVERSATION = z.object({
  id: z.string(),
  title: z.string(),
  visibility: z.enum(["private", "shared"]),
  pinned: z.boolean(),
  updatedAt: TIME,
  status: STATUS.nullable().describe("Status of the latest run; null before the first run."),
  lastTraceId: z.string().nullable(),
});

export const QUEUED_MESSAGE = z.object({
  id: z.string(),
  conversationId: z.string(),
  person: PERSON.describe("Who queued it."),
  text: z.string(),
  state: z
    .enum(["waiting", "held", "starting"])
    .describe("`waiting` for the active run to complete; `held`: sending it failed; `starting`: being sent."),
  problem: z.string().nullable().describe("Why sending it failed; null for other states."),
  createdAt: TIME,
});

const GRAPH = z.object({
  traceId: z.string(),
  lastSequence: z.number().int(),
  goals: z.array(
    z.object({
      id: z.string(),
      parentId: z.string().nullable(),
      title: z.string(),
      status: z.enum(["pending", "in_progress", "completed", "failed", "abandoned"]),
      summary: z.string().nullable(),
    }),
  ),
  nodes: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(["goal", "outcome"]),
      goalId: z.string(),
      outcome: z.object({ status: z.string(), text: z.string() }).nullable(),
      markers: z
        .array(z.object({ kind: z.string(), sequence: z.number().int() }))
        .describe("Errors, retries, loops, limits, resumes and seams at this node."),
    }),
  ),
  edges: z.array(
    z.object({
      id: z.string(),
      source: z.string(),
      target: z.string(),
      kind: z.enum(["work", "end", "depends"]),
      firstSequence: z.number().int().nullable(),
      lastSequence: z.number().int().nullable(),
      tools: z.array(z.string()),
      totals: z.object({
        messages: z.number().int(),
        turns: z.number().int(),
        calls: z.number().int(),
        errors: z.number().int(),
        tokens: z.number(),
        cost: z.number().nullable(),
        durationMs: z.number(),
      }),
    }),
  ),
});

export const DAG = GRAPH.extend({
  children: z
    .array(
      GRAPH.extend({
        parentId: z
          .string()
          .describe("The trace that spawned this one, or the requested trace if the parent was deleted."),
        spawnedBy: z.object({ messageId: z.string(), toolCallId: z.string() }).nullable(),
      }),
    )
    .describe("The graphs of all descendant runs, parents before their children."),
});

export const DELETION = z.object({
  deleted: z
    .boolean()
    .describe(
      "False while a long deletion continues. It always ends; send the request again to see whether it has.",
    ),
  remainingRuns: z.number().int().describe("The number of runs that are still to be deleted."),
});

export const AUDIT = z.object({
  id: z.string(),
  at: TIME,
  email: z.string(),
  action: z.string(),
  target: z.string(),
  detail: z.record(z.string(), z.string()),
});

export const ERROR = z.object({
  error: FAILURE.extend({ requestId: z.string() }),
});

export const pageSchema = <Item extends z.ZodType>(item: Item): z.ZodType =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });
