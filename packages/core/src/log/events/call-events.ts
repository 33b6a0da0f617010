import { z } from "zod";
import { oneLine } from "../describe.ts";
import { ERASED_BLOB, ERASED_TEXT, eraseBlob, eraseFailure } from "../erased.ts";
import { finishReasonSchema, usageSchema } from "../message-schema.ts";
import { openObject, type Stored } from "../open-object.ts";
import { failureSchema } from "../trace-schema.ts";
import type { TracePhase, TraceTotals } from "../trace.ts";
import { defineEvent, nothingToErase } from "./define-event.ts";

const callId = z.string();

const purposeSchema = z.enum([
  "step",
  "final",
  "route",
  "plan",
  "replan",
  "solve",
  "critique",
  "check",
  "lesson",
  "summary",
  "recall",
  "title",
]);
export type CallPurpose = z.output<typeof purposeSchema>;

/** Instructions for rebuilding a request byte for byte: content-addressed blobs for text from outside the log, log ranges for the rest. */
const requestSchema = openObject({
  renderer: z.number(),
  model: z.string(),
  quirks: z.string(),
  /** Joined with blank lines, they form the system message. */
  systemBlobs: z.array(z.string()),
  toolsBlob: z.string().nullable(),
  tailBlob: z.string().nullable(),
  /** Inclusive ranges of sequences in the resolved log (shared prefix included). */
  ranges: z.array(z.tuple([z.number(), z.number()])),
  /**
   * Since renderer 2: sequence of the newest event that changed the view (`context.cleared`, `compaction.finished`) before this request, 0
   * for none. Results cleared up to that event appear as placeholders, after the newest summary.
   */
  view: z.number().optional(),
  /** The literal JSON text of the remaining body fields. */
  parameters: z.string(),
  sha256: z.string(),
});
export type RequestReference = Stored<typeof requestSchema>;

/** The kinds of parts of a request. */
export const segmentKindSchema = z.enum([
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

/** One part of a request and its source. Tokens are estimates, scaled when the provider reports a total. */
const segmentSchema = openObject({
  kind: segmentKindSchema,
  /** Blob hash, file path or message id. */
  source: z.string(),
  tokens: z.number(),
  firstSequence: z.number().nullable(),
  lastSequence: z.number().nullable(),
  cached: z.boolean(),
});
export type ContextSegment = Stored<typeof segmentSchema>;

/** The point at which a view change ended the prefix shared with the previous call. */
const cacheBreakSchema = openObject({
  kind: segmentKindSchema,
  source: z.string(),
  reason: z.enum(["cleared", "summarised"]),
  /** Tokens after the break that an earlier call had already paid for. */
  tokens: z.number(),
});
export type CacheBreak = Stored<typeof cacheBreakSchema>;

/** The composition of one call. */
const reportSchema = openObject({
  segments: z.array(segmentSchema),
  /** The first segment whose change invalidated the provider's cache, and its cost; null when the cache held. */
  cacheBreak: cacheBreakSchema.nullable().optional(),
  totalTokens: z.number(),
  exact: z.boolean(),
  window: z.number(),
  /** Omitted or folded parts, with reasons. */
  dropped: z.array(openObject({ source: z.string(), reason: z.string() })),
});
export type ContextReport = Stored<typeof reportSchema>;

const repairSchema = z.enum([
  "fence_removed",
  "double_encoded",
  "empty_arguments",
  "duplicate_id",
  "missing_id",
  "trailing_text",
]);

/** The phase of a run by the purpose of its call; other helper calls do not change it. Earlier logs have `critique` for checks and lessons too. */
const PHASES: { readonly [Purpose in CallPurpose]?: TracePhase } = {
  step: "executing",
  final: "responding",
  route: "routing",
  plan: "planning",
  replan: "replanning",
  solve: "responding",
  critique: "reflecting",
  check: "checking",
  lesson: "learning",
};

/** The purposes of the calls that end with a message, which records more than the end of the call. */
const HAS_MESSAGE: ReadonlySet<CallPurpose> = new Set(["step", "final"]);

/** Model calls: requests, attempts and answers. */
export const CALL_EVENTS = [
  defineEvent("call.started", {
    data: openObject({
      callId,
      purpose: purposeSchema,
      step: z.number(),
      request: requestSchema,
      report: reportSchema,
    }),
    erase: (data) => ({ ...data, request: eraseRequest(data.request), report: eraseReport(data.report) }),
    outline: ({ callId: call, purpose }) => ({
      k: "calling",
      call,
      ...(purpose === "step" ? {} : { p: purpose }),
    }),
    project: (projection, { purpose }) => ({ ...projection, phase: PHASES[purpose] ?? projection.phase }),
  }),
  defineEvent("call.attempt_failed", {
    data: openObject({
      callId,
      attempt: z.number(),
      model: z.string(),
      failure: failureSchema,
      retryAfterMs: z.number().nullable(),
      durationMs: z.number(),
      /** A change for the rest of the run besides the retry: tool calls of this model are written as text. */
      fallback: z.literal("text_tools").optional(),
    }),
    erase: (data) => ({ ...data, failure: eraseFailure(data.failure) }),
    outline: ({ attempt, failure, durationMs, retryAfterMs }) => ({
      ...{ k: "retry", attempt, d: failure.message, m: durationMs, w: retryAfterMs },
    }),
  }),
  defineEvent("call.finished", {
    data: openObject({
      callId,
      purpose: purposeSchema,
      model: z.string(),
      attempts: z.number(),
      finishReason: finishReasonSchema,
      usage: usageSchema,
      cost: z.number().nullable(),
      durationMs: z.number(),
      firstTokenMs: z.number().nullable(),
      /** Pieces of the stream that could not be read and are missing from the answer. Absent when there were none. */
      unreadablePieces: z.number().optional(),
      /** Time in which the call waited for places at its endpoint and for quotas, not part of `durationMs`. Absent when it did not wait. */
      waitedMs: z.number().optional(),
    }),
    erase: nothingToErase,
    outline: ({ callId: call, purpose, usage, cost, durationMs, waitedMs = 0 }) =>
      HAS_MESSAGE.has(purpose) && waitedMs === 0
        ? null
        : {
            ...{ k: "called", call, p: purpose, i: usage.inputTokens, o: usage.outputTokens },
            ...{ h: usage.cachedTokens, c: cost, m: durationMs },
            ...(waitedMs === 0 ? {} : { w: waitedMs }),
          },
    project: (projection, call) => ({ ...projection, totals: addCall(projection.totals, call) }),
  }),
  defineEvent("call.failed", {
    data: openObject({ callId, failure: failureSchema, attempts: z.number() }),
    erase: (data) => ({ ...data, failure: eraseFailure(data.failure) }),
    outline: ({ callId: call, failure }) => ({ k: "error", d: failure.message, call }),
    project: (projection) => ({
      ...projection,
      totals: { ...projection.totals, errors: projection.totals.errors + 1 },
    }),
  }),
  /** A helper call whose answer could not be used. `willRetry`: it is asked for again; otherwise the run continues without it. */
  defineEvent("call.rejected", {
    data: openObject({
      callId,
      purpose: purposeSchema,
      problem: z.string(),
      /** The answer, shortened; empty when there was none. */
      answer: z.string(),
      willRetry: z.boolean(),
    }),
    erase: (data) => ({ ...data, problem: ERASED_TEXT, answer: ERASED_TEXT }),
    outline: ({ callId: call, problem }) => ({ k: "rejected", call, d: oneLine(problem) }),
  }),
  defineEvent("call.repaired", {
    data: openObject({ callId, toolCallId: z.string(), repair: repairSchema, before: z.string() }),
    erase: (data) => ({ ...data, before: ERASED_TEXT }),
  }),
] as const;

/** A request with an erased part cannot be rebuilt. `sha256` stays: it identifies the request but names no blob. */
function eraseRequest(request: RequestReference): RequestReference {
  return {
    ...request,
    systemBlobs: request.systemBlobs.map(() => ERASED_BLOB),
    toolsBlob: eraseBlob(request.toolsBlob),
    tailBlob: eraseBlob(request.tailBlob),
    parameters: "{}",
  };
}

/** Sources may be file paths and blob names. */
function eraseReport(report: ContextReport): ContextReport {
  const source = ERASED_TEXT;
  const { cacheBreak } = report;
  return {
    ...report,
    segments: report.segments.map((segment) => ({ ...segment, source })),
    ...(cacheBreak && { cacheBreak: { ...cacheBreak, source } }),
    dropped: report.dropped.map((part) => ({ ...part, source, reason: ERASED_TEXT })),
  };
}

function addCall(
  totals: TraceTotals,
  call: {
    readonly usage: Pick<TraceTotals, "inputTokens" | "outputTokens" | "cachedTokens" | "reasoningTokens">;
    readonly cost: number | null;
  },
): TraceTotals {
  return {
    ...totals,
    modelCalls: totals.modelCalls + 1,
    inputTokens: totals.inputTokens + call.usage.inputTokens,
    outputTokens: totals.outputTokens + call.usage.outputTokens,
    cachedTokens: totals.cachedTokens + call.usage.cachedTokens,
    reasoningTokens: totals.reasoningTokens + call.usage.reasoningTokens,
    cost: totals.cost === null || call.cost === null ? null : totals.cost + call.cost,
  };
}
