import { type Trace, WAITING_REASONS } from "@goaltrace/core/log";
import { z } from "zod";

/**
 * Runs and their requests as programs read them, over REST and MCP. Only additive changes are allowed: other people's scripts depend on them. Times are
 * milliseconds.
 */

export const TIME = z.number().int().describe("Unix time in milliseconds.");
export const ID = z.string().min(1).max(100);
export const CURSOR = z
  .string()
  .max(500)
  .optional()
  .describe("`nextCursor` of the previous page. Omit it for the first page.");
export const LIMIT = z.coerce
  .number()
  .int()
  .min(1)
  .max(100)
  .default(50)
  .describe("Maximum number of items per page, from 1 to 100. Defaults to 50.");

export const STATUS = z.enum([
  ...(["queued", "running", "waiting", "completed", "failed", "cancelled", "interrupted"] as const),
]);

const WAITING_FOR = z
  .enum(WAITING_REASONS)
  .nullable()
  .describe("The reason why the run is `waiting`; null for other statuses.");

export const PERSON = z.object({ id: z.string(), name: z.string() });

export const REQUEST = z.object({
  id: z.string(),
  traceId: z.string(),
  kind: z.enum(["approval", "question", "effect"]),
  state: z
    .enum([
      ...(["open", "sent", "approved", "denied", "expired", "answered", "dismissed", "withdrawn"] as const),
      ...(["happened", "run_again", "left"] as const),
    ])
    .describe(
      "`sent`: decided, but the run has not read the decision yet; `withdrawn`: the run ended first; `happened`, `run_again` and `left`: reports on an unknown effect.",
    ),
  title: z.string(),
  askedAt: TIME,
  expiresAt: TIME.nullable(),
  closedAt: TIME.nullable(),
  decidedBy: PERSON.nullable(),
  person: PERSON.describe("Who started the run."),
  conversation: z.object({ id: z.string(), title: z.string() }).nullable(),
  agent: z.string(),
  ancestors: z
    .array(z.object({ traceId: z.string(), agent: z.string(), task: z.string() }))
    .describe(
      "The runs above a sub-agent that asks, the root first, each with the first line of its task; empty for a root.",
    ),
  task: z
    .string()
    .nullable()
    .describe(
      "The first line of the task of a sub-agent that asks, to distinguish those of one agent; null for a root.",
    ),
  folder: z.string().nullable(),
  sequence: z.number().int().nullable(),
  goalId: z.string().nullable(),
  approval: z
    .object({
      toolCallId: z.string(),
      tool: z.string(),
      arguments: z.string().describe("The arguments as the text of a JSON object."),
      step: z.number().int().nullable(),
      reason: z.string().describe("Why a person must decide."),
      parts: z
        .array(z.string())
        .readonly()
        .describe(
          "The parts of a compound call that ask, such as one of several commands; empty when the whole call asks.",
        ),
      cause: z.string().nullable().describe("`rule`, `mode` or `protected`."),
      ruleId: z.string().nullable(),
    })
    .nullable()
    .describe("Null for other requests."),
  question: z
    .object({ text: z.string(), choices: z.array(z.string()) })
    .nullable()
    .describe("Null for other requests."),
  effect: z
    .object({
      toolCallId: z.string(),
      tool: z.string(),
      arguments: z.string().describe("The arguments as the text of a JSON object."),
    })
    .nullable()
    .describe("The call whose process died while it ran. Null for other requests."),
});

export const FAILURE = z.object({ code: z.string(), message: z.string(), fix: z.string() });

export const TRACE = z.object({
  id: z.string(),
  conversationId: z.string().nullable(),
  rootId: z.string(),
  parentId: z.string().nullable(),
  status: STATUS,
  waitingFor: WAITING_FOR,
  task: z.string(),
  agent: z.string(),
  models: z.array(z.string()),
  tags: z.array(z.string()),
  lastSequence: z.number().int(),
  summary: z.string().nullable(),
  failure: FAILURE.nullable(),
  createdAt: TIME,
  startedAt: TIME.nullable(),
  endedAt: TIME.nullable(),
  totals: z.object({
    messages: z.number().int(),
    modelCalls: z.number().int(),
    toolCalls: z.number().int(),
    errors: z.number().int(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    cachedTokens: z.number(),
    reasoningTokens: z.number(),
    cost: z.number().nullable().describe("In US dollars; null when a price is unknown."),
    durationMs: z.number(),
  }),
});

/** Converts a trace to its REST representation. */
export function toRestTrace(trace: Trace): z.input<typeof TRACE> {
  const { id, conversationId, rootId, parentId, status, waitingFor, task, lastSequence, summary, failure } =
    trace;
  const { createdAt, startedAt, endedAt, totals } = trace;
  return {
    ...{ id, conversationId, rootId, parentId, status, waitingFor, task, agent: trace.agent.name },
    ...{ models: [...trace.models], tags: [...trace.tags], lastSequence, summary, failure },
    ...{ createdAt, startedAt, endedAt, totals: { ...totals } },
  };
}
