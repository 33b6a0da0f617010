import { z } from "zod";
import { compactionEventSchemas } from "./compaction-event-schema.ts";
import { event } from "./event-schema.ts";
import { finishReasonSchema, usageSchema } from "./message-schema.ts";
import {
  agentSchema,
  failureSchema,
  originSchema,
  phaseSchema,
  statusSchema,
  waitingForSchema,
} from "./trace-schema.ts";

const nullableText = z.string().nullable();
const toolCallId = z.string();
const callId = z.string();

const purposeSchema = z.enum(["step", "final", "route", "plan", "critique", "summary", "recall", "title"]);

const goalOperationSchema = z.discriminatedUnion("op", [
  z.looseObject({
    op: z.literal("created"),
    goalId: z.string(),
    parentId: z.string(),
    index: z.number(),
    title: z.string(),
    reason: nullableText,
    acceptance: z.array(z.string()),
    dependsOn: z.array(z.string()),
  }),
  z.looseObject({ op: z.literal("changed"), goalId: z.string(), title: z.string(), reason: nullableText }),
  z.looseObject({
    op: z.literal("status"),
    goalId: z.string(),
    status: z.enum(["pending", "in_progress", "completed", "failed", "abandoned"]),
    summary: nullableText,
    reason: nullableText,
  }),
  z.looseObject({ op: z.literal("focused"), goalId: z.string() }),
]);

const requestSchema = z.looseObject({
  renderer: z.number(),
  model: z.string(),
  quirks: z.string(),
  systemBlobs: z.array(z.string()),
  toolsBlob: nullableText,
  tailBlob: nullableText,
  ranges: z.array(z.tuple([z.number(), z.number()])),
  view: z.number().optional(),
  parameters: z.string(),
  sha256: z.string(),
});

const segmentKindSchema = z.enum([
  "instructions",
  "core_skill",
  "profile",
  "project_context",
  "tools",
  "index",
  "summary",
  "attachments",
  "user",
  "assistant",
  "tool_result",
  "recalled",
  "tail",
]);

const reportSchema = z.looseObject({
  segments: z.array(
    z.looseObject({
      kind: segmentKindSchema,
      source: z.string(),
      tokens: z.number(),
      firstSequence: z.number().nullable(),
      lastSequence: z.number().nullable(),
      cached: z.boolean(),
    }),
  ),
  cacheBreak: z
    .looseObject({
      kind: segmentKindSchema,
      source: z.string(),
      reason: z.enum(["cleared", "summarised"]),
      tokens: z.number(),
    })
    .nullable()
    .optional(),
  totalTokens: z.number(),
  exact: z.boolean(),
  window: z.number(),
  dropped: z.array(z.looseObject({ source: z.string(), reason: z.string() })),
});

const journalLineSchema = z.looseObject({
  toolCallId,
  toolName: z.string(),
  state: z.enum(["not_started", "committed", "unknown"]),
  resolution: z.enum(["rerun", "kept", "interrupted"]),
});

const repairSchema = z.enum([
  "fence_removed",
  "double_encoded",
  "empty_arguments",
  "duplicate_id",
  "missing_id",
  "trailing_text",
]);

/** A run event of any type this version knows. */
export const runEventSchema = z.discriminatedUnion("type", [
  event("trace.started", {
    agent: agentSchema,
    models: z.array(z.string()),
    task: z.string(),
    origin: originSchema.nullable(),
    projectFolder: nullableText,
  }),
  event("trace.status_changed", { status: statusSchema, waitingFor: waitingForSchema.nullable() }),
  event("trace.phase_changed", { phase: phaseSchema }),
  event("trace.resumed", {
    journal: z.array(journalLineSchema),
    resumeCount: z.number(),
    reason: z.string(),
  }),
  event("trace.finished", {
    status: z.enum(["completed", "failed", "cancelled", "interrupted"]),
    failure: failureSchema.nullable(),
    summary: nullableText,
  }),
  event("route.decided", {
    route: z.enum(["DIRECT", "SIMPLE_TOOL", "PLAN_REQUIRED"]),
    by: z.enum(["rule", "model", "agent"]),
    reason: z.string(),
  }),
  event("goals.changed", { operations: z.array(goalOperationSchema), toolCallId: nullableText }),
  event("todos.changed", {
    todos: z.array(
      z.looseObject({
        id: z.string(),
        text: z.string(),
        status: z.enum(["pending", "in_progress", "completed"]),
      }),
    ),
  }),
  event("context.set", {
    slot: z.enum(["instructions", "tools", "project_context"]),
    blob: z.string(),
    tokens: z.number(),
    source: z.string(),
    layers: z
      .array(
        z.object({
          path: z.string(),
          characters: z.number(),
          shownCharacters: z.number(),
          tokens: z.number(),
        }),
      )
      .optional(),
  }),
  event("call.started", {
    callId,
    purpose: purposeSchema,
    step: z.number(),
    request: requestSchema,
    report: reportSchema,
  }),
  event("call.attempt_failed", {
    callId,
    attempt: z.number(),
    model: z.string(),
    failure: failureSchema,
    retryAfterMs: z.number().nullable(),
    durationMs: z.number(),
    fallback: z.literal("text_tools").optional(),
  }),
  event("call.finished", {
    callId,
    purpose: purposeSchema,
    model: z.string(),
    attempts: z.number(),
    finishReason: finishReasonSchema,
    usage: usageSchema,
    cost: z.number().nullable(),
    durationMs: z.number(),
    firstTokenMs: z.number().nullable(),
  }),
  event("call.failed", { callId, failure: failureSchema, attempts: z.number() }),
  event("call.repaired", { callId, toolCallId, repair: repairSchema, before: z.string() }),
  event("tool.started", {
    toolCallId,
    toolName: z.string(),
    effect: z.enum(["read_only", "idempotent", "effectful"]),
  }),
  event("tool.progressed", { toolCallId, text: z.string() }),
  event("file.changed", {
    toolCallId,
    path: z.string(),
    beforeBlob: nullableText,
    afterBlob: z.string(),
    withheld: z.array(z.enum(["before", "after"])).optional(),
    added: z.number(),
    removed: z.number(),
  }),
  event("loop.detected", {
    detector: z.enum(["same_call", "cycle", "same_error", "no_progress", "same_text", "stream_repetition"]),
    action: z.enum(["noted", "denied", "stopped", "polling"]),
    count: z.number(),
    sequences: z.array(z.number()),
    evidence: z.string(),
  }),
  ...compactionEventSchemas,
  event("limit.reached", {
    limit: z.enum(["steps", "tokens", "duration", "output"]),
    used: z.number(),
    allowed: z.number(),
  }),
  event("signal.received", {
    signalId: z.string(),
    signal: z.literal("cancel"),
    personId: nullableText,
    reason: nullableText,
  }),
]);
