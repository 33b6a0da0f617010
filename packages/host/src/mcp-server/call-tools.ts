import { GoaltraceError } from "@goaltrace/core";
import { readCall, readRequest, readTrace } from "@goaltrace/core/reading";
import { z } from "zod";
import { FAILURE, TIME } from "../api/run-schemas.ts";
import { SEQUENCE } from "./log-tools.ts";
import { defineMcpTool, READS } from "./mcp-tool.ts";
import { TEXT_OFFSET, TEXT_PAGE_OUTPUT, textPage } from "./text-page.ts";
import { TRACE_ID } from "./trace-tools.ts";

const OF_CALL = SEQUENCE.describe(
  "Sequence of the model's answer, of a result that it asked for, or of an event of the call.",
);
const CALL_INPUT = { traceId: TRACE_ID, sequence: OF_CALL } as const;

/** Parts of a context that a call lists; the rest is counted. */
const LISTED_SEGMENTS = 100;

export const readModelCall = defineMcpTool({
  name: "read_model_call",
  title: "Read a model call",
  description:
    "Reads one call of a model: its model, attempts, tokens, cost and time, and what its context consisted of. The text of its answer is in the log.",
  right: "read",
  annotations: READS,
  input: CALL_INPUT,
  output: {
    purpose: z.string(),
    step: z.number().int(),
    startedSequence: z.number().int(),
    startedAt: TIME,
    model: z.string(),
    attempts: z.array(
      z.object({
        attempt: z.number().int(),
        model: z.string(),
        durationMs: z.number(),
        failure: FAILURE.nullable(),
      }),
    ),
    answer: z
      .object({
        sequence: z.number().int(),
        model: z.string(),
        finishReason: z.string(),
        inputTokens: z.number(),
        outputTokens: z.number(),
        cachedTokens: z.number(),
        reasoningTokens: z.number(),
        estimated: z.boolean().describe("Whether the tokens are estimates."),
        cost: z.number().nullable().describe("In US dollars; null when the price is unknown."),
        durationMs: z.number(),
        firstTokenMs: z.number().nullable(),
      })
      .nullable()
      .describe("Null while the call runs and when it failed."),
    failure: FAILURE.nullable(),
    context: z.object({
      totalTokens: z.number(),
      window: z.number(),
      segments: z
        .array(
          z.object({
            kind: z.string(),
            tokens: z.number(),
            firstSequence: z.number().nullable(),
            lastSequence: z.number().nullable(),
          }),
        )
        .describe(`Parts of the context in order; at most ${LISTED_SEGMENTS}.`),
      segmentCount: z.number().int(),
    }),
  },
  handle: async ({ services, scope }, { traceId, sequence }) => {
    const reader = { traces: services.stores.traces, scope };
    const call = await readCall(reader, await readTrace(reader, traceId), sequence);
    if (call === undefined) throw noCall(sequence);
    const { story, totalTokens } = call;
    const { purpose, step, startedSequence, startedAt, request, report, answer, failure } = story;
    return {
      ...{ purpose, step, startedSequence, startedAt, model: request.model, failure },
      attempts: story.attempts.map(({ attempt, model, durationMs, failure: reason }) => ({
        ...{ attempt, model, durationMs, failure: reason },
      })),
      answer: answer === null ? null : { ...answer, ...answer.usage },
      context: {
        ...{ totalTokens, window: report.window, segmentCount: report.segments.length },
        segments: report.segments
          .slice(0, LISTED_SEGMENTS)
          .map(({ kind, tokens, firstSequence, lastSequence }) => ({
            ...{ kind, tokens, firstSequence, lastSequence },
          })),
      },
    };
  },
});

export const readModelRequest = defineMcpTool({
  name: "read_model_request",
  title: "Read the exact request of a model call",
  description:
    "Rebuilds the exact JSON that a model call sent to its provider, as text in pages. `verified` is false when parts were erased since.",
  right: "read",
  annotations: READS,
  input: { ...CALL_INPUT, offset: TEXT_OFFSET },
  output: { ...TEXT_PAGE_OUTPUT, sha256: z.string(), verified: z.boolean() },
  handle: async ({ services, scope }, { traceId, sequence, offset }) => {
    const { traces, blobs } = services.stores;
    const reader = { traces, blobs, scope };
    const { body, sha256, verified } = await readRequest(reader, await readTrace(reader, traceId), sequence);
    return { ...textPage(body, offset), sha256, verified };
  },
});

function noCall(sequence: number): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `Entry ${sequence} does not belong to a model call.`,
    fix: "Pass the sequence of an answer of the model or of a tool result, as read_log lists them.",
  });
}
