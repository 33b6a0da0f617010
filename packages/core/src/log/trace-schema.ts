import { z } from "zod";
import { openObject } from "./open-object.ts";
import { AGENT_ROUTES, WAITING_REASONS } from "./trace.ts";

const nullableText = z.string().nullable();

export const statusSchema = z.enum([
  "queued",
  "running",
  "waiting",
  "completed",
  "failed",
  "cancelled",
  "interrupted",
]);
export const waitingForSchema = z.enum(WAITING_REASONS);
export const phaseSchema = z.enum([
  "idle",
  "routing",
  "planning",
  "executing",
  "reflecting",
  "checking",
  "learning",
  "replanning",
  "responding",
]);

const amount = z.number().optional();
const budgetSchema = openObject({ usd: amount, tokens: amount, ms: amount, steps: amount });

/** A failure as stored. Codes of a later version are read as INTERNAL; message and fix are kept. */
export const failureSchema = openObject({
  code: z
    .enum([
      "MODEL_NOT_CONFIGURED",
      "MODEL_REFUSED_KEY",
      "MODEL_NOT_FOUND",
      "MODEL_QUOTA_EXHAUSTED",
      "MODEL_RATE_LIMITED",
      "MODEL_UNAVAILABLE",
      "MODEL_REQUEST_INVALID",
      "MODEL_CONTENT_FILTERED",
      "MODEL_EMPTY_ANSWER",
      "CONTEXT_TOO_LONG",
      "LIMIT_REACHED",
      "DOOM_LOOP",
      "CRASH_LOOP",
      "LEASE_LOST",
      "SEQUENCE_CONFLICT",
      "NOT_FOUND",
      "NOT_ALLOWED",
      "NOT_SIGNED_IN",
      "INVALID_INPUT",
      "CONFLICT",
      "RATE_LIMITED",
      "QUOTA_EXCEEDED",
      "DATABASE_UNAVAILABLE",
      "CONFIGURATION_INVALID",
      "REPLAY_DIVERGED",
      "CANCELLED",
      "INTERNAL",
    ])
    .catch("INTERNAL"),
  message: z.string(),
  fix: z.string(),
});

export const originSchema = openObject({
  kind: z.enum(["continues", "forks"]),
  traceId: z.string(),
  sequence: z.number().int().nonnegative(),
});

export const limitsSchema = openObject({
  maxSteps: z.number(),
  maxTokens: z.number().nullable(),
  maxDurationMs: z.number().nullable(),
  compaction: openObject({
    clearAbove: z.number().optional(),
    clearFrees: z.number().optional(),
    clearLastsSteps: z.number().optional(),
    prepareAbove: z.number().optional(),
    summariseAbove: z.number().optional(),
  }).optional(),
});

export const agentSchema = openObject({
  name: z.string(),
  instructions: z.string(),
  strategy: z.string(),
  route: z.enum(AGENT_ROUTES).optional(),
  tools: z.union([z.array(z.string()), z.literal("all")]),
  limits: limitsSchema,
  memory: z.enum(["none", "read"]).optional(),
  definition: openObject({
    layer: z.enum(["workspace", "project"]),
    version: z.number().nullable(),
    basis: z.string().optional(),
  }).optional(),
});

/** A whole trace, header and projection. */
export const traceSchema = openObject({
  id: z.string(),
  workspaceId: z.string(),
  personId: z.string(),
  conversationId: nullableText,
  rootId: z.string(),
  parentId: nullableText,
  spawnedBy: openObject({ messageId: z.string(), toolCallId: z.string() }).nullable(),
  origin: originSchema.nullable(),
  mode: z.enum(["call", "agent"]),
  agent: agentSchema,
  models: z.array(z.string()),
  task: z.string(),
  context: z.record(z.string(), z.unknown()),
  tags: z.array(z.string()),
  projectFolder: nullableText,
  permission: openObject({ approver: z.enum(["people", "nobody"]), allow: z.array(z.string()) }).optional(),
  budget: budgetSchema.optional(),
  createdAt: z.number(),
  status: statusSchema,
  waitingFor: waitingForSchema.nullable(),
  wakeAt: z.number().optional(),
  phase: phaseSchema,
  currentGoalId: nullableText,
  lastSequence: z.number().int().nonnegative(),
  lastMessage: z.string(),
  summary: nullableText,
  failure: failureSchema.nullable(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  totals: openObject({
    messages: z.number(),
    modelCalls: z.number(),
    toolCalls: z.number(),
    errors: z.number(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    cachedTokens: z.number(),
    reasoningTokens: z.number(),
    cost: z.number().nullable(),
    durationMs: z.number(),
    waitedMs: z.number().optional(),
  }),
});
