import { z } from "zod";
import { openObject } from "./open-object.ts";
import type { Trust } from "./trust.ts";

// Objects are loose: fields added by a later version survive a round trip.

/** Fields common to every entry. */
export const entryBaseSchema = openObject({
  id: z.string(),
  traceId: z.string(),
  sequence: z.number().int().positive(),
  version: z.number().int().positive(),
  at: z.number(),
  goalId: z.string(),
});

export const finishReasonSchema = z.enum(["stop", "tool_calls", "length", "content_filter", "other"]);

const count = z.number().nonnegative();

export const usageSchema = openObject({
  inputTokens: count,
  outputTokens: count,
  cachedTokens: count,
  reasoningTokens: count,
  estimated: z.boolean(),
});

const contentPartSchema = z.discriminatedUnion("type", [
  openObject({ type: z.literal("text"), text: z.string() }),
  openObject({ type: z.literal("image"), mediaType: z.string(), blob: z.string() }),
  openObject({ type: z.literal("file"), name: z.string(), mediaType: z.string(), blob: z.string() }),
]);

const toolCallSchema = openObject({
  id: z.string(),
  name: z.string(),
  arguments: z.string(),
  /** The parts that the model wrote otherwise. The name `use_tool` means that it made the call through that tool. */
  received: openObject({
    id: z.string().optional(),
    name: z.string().optional(),
    arguments: z.string().optional(),
  }).optional(),
  problem: openObject({
    kind: z.enum(["unknown_tool", "not_json", "not_an_object", "schema", "cut"]),
    message: z.string(),
  }).optional(),
});

export const trustSchema = z.enum(["person", "workspace", "untrusted"]) satisfies z.ZodType<Trust>;

const messageBase = entryBaseSchema.extend({ kind: z.literal("message"), description: z.string() });

/** A message of any role. */
export const messageSchema = z.discriminatedUnion("role", [
  messageBase.extend({
    role: z.literal("user"),
    parts: z.array(contentPartSchema),
    author: z.enum(["person", "runtime", "agent"]),
    signalId: z.string().optional(),
    tokens: count,
  }),
  messageBase.extend({
    role: z.literal("assistant"),
    callId: z.string(),
    text: z.string(),
    reasoning: z.string(),
    toolCalls: z.array(toolCallSchema),
    model: z.string(),
    finishReason: finishReasonSchema,
    usage: usageSchema,
    cost: z.number().nullable(),
    durationMs: z.number(),
    firstTokenMs: z.number().nullable(),
  }),
  messageBase.extend({
    role: z.literal("tool"),
    toolCallId: z.string(),
    toolName: z.string(),
    outcome: z.enum(["ok", "error", "denied", "cancelled", "interrupted"]),
    refusal: z.enum(["person", "expired", "no_approver", "rule", "no_right"]).optional(),
    title: z.string(),
    output: z.string(),
    longTermMemory: z.string().optional(),
    parts: z.array(contentPartSchema).optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    trust: trustSchema.optional(),
    durationMs: z.number(),
    tokens: count,
  }),
]);
