import { keepInWindow, type CompactionEffects, type WrittenSummary } from "../compaction/keep-in-window.ts";
import type { AssembleInput } from "../context/assemble.ts";
import { wireQuirks } from "../context/wire-quirks.ts";
import type { CompactionReason } from "../log/run-event.ts";
import { renderPrompt } from "../prompts/parse.ts";
import { summarisePrompt } from "../prompts/generated/summarise.ts";
import { SUMMARY_ATTEMPTS, SUMMARY_CHARACTERS, SUMMARY_TIME_LIMIT_MS, SUMMARY_TOKENS } from "../tunables.ts";
import { callInput, type CallShape, fixedTokens } from "./call-input.ts";
import { callModel, type ModelCallResult } from "./call-model.ts";
import { costOf } from "./cost.ts";
import { followAbort } from "./follow-abort.ts";
import type { RunContext } from "./run-trace.ts";
import { usageOf } from "./usage-of.ts";

/** Why a compaction is looked into now, and what a person wants it to keep in view. */
export type CompactionRequest = { readonly reason: CompactionReason; readonly focus: string | null };

/**
 * Keeps the history inside the window of the model that is about to be asked (C1–C7). True when the view changed. What it stages becomes
 * durable with the next commit, all of it or nothing: a process that dies between the summary's call and its storing leaves a call that
 * nobody uses, and the next one summarises again.
 */
export async function compactForCall(
  context: RunContext,
  call: CallShape,
  request: CompactionRequest,
): Promise<boolean> {
  const { state, stepper } = context;
  const view = stepper.history;
  const input = callInput(context, call);
  const thresholds = context.trace.agent.limits.compaction;
  return await keepInWindow(
    {
      ...request,
      view,
      window: input.window,
      fixedTokens: fixedTokens(input, context),
      ...(thresholds === undefined ? {} : { overrides: thresholds }),
      state: { goals: state.goals, todos: state.todos },
      earlier: view.head === null ? "" : (stepper.blobText(view.head.summaryBlob) ?? ""),
    },
    effectsOf(context, call),
  );
}

function effectsOf(context: RunContext, call: CallShape): CompactionEffects {
  const { writer, state, ports, stepper } = context;
  return {
    stage: (event) => void writer.stage({ kind: "event", goalId: state.goals.focusId, ...event }),
    stageBlob: (text) => {
      const sha256 = writer.stageBlob(text, "text/markdown");
      stepper.rememberBlob(sha256, text);
      return sha256;
    },
    sha256: (text) => ports.hash.sha256(text),
    newId: () => ports.ids.next(),
    ask: async (request) => await askForSummary(context, call, request),
  };
}

/** Asks for a summary behind the very history that the last call sent, so that the provider's cache serves it; logged as any call. */
async function askForSummary(
  context: RunContext,
  call: CallShape,
  request: { readonly focus: string | null; readonly maxTokens: number },
): Promise<WrittenSummary | null> {
  const { writer, state, ports, stepper } = context;
  const callId = ports.ids.next();
  const input = summaryInput(context, call, request);
  const assembled = stepper.assembler(call.quirks).assemble(input);
  if (!assembled.ok) return null;
  const { reference, report, body } = assembled;
  const goalId = state.goals.focusId;
  const step = state.steps + 1;
  writer.stage({
    kind: "event",
    type: "call.started",
    goalId,
    data: { callId, purpose: "summary", step, request: reference, report },
  });
  await writer.flush();
  const limited = followAbort(context.signal, SUMMARY_TIME_LIMIT_MS);
  let received = 0;
  const result = await callModel({
    client: call.client,
    callId,
    attemptsBefore: 0,
    mostAttempts: SUMMARY_ATTEMPTS,
    body,
    hasNativeTools: false,
    traceId: context.trace.id,
    goalId,
    signal: limited.signal,
    ports,
    writer,
    emit: (update) => {
      // Nobody reads along; only its length matters here.
      if (update.kind === "delta") received += update.text.length;
      if (received > SUMMARY_CHARACTERS) limited.abort();
    },
  });
  limited.release();
  return writtenFrom(context, { call, callId, result, estimatedInput: report.totalTokens });
}

function summaryInput(
  context: RunContext,
  call: CallShape,
  request: { readonly focus: string | null; readonly maxTokens: number },
): AssembleInput {
  const input = callInput(context, { ...call, purpose: "summary" });
  const focus = request.focus === null ? "" : `It was asked to keep above all: ${request.focus}`;
  const text = renderPrompt(
    { role: "user", text: summarisePrompt.user },
    { focus, tokens: String(Math.min(request.maxTokens, SUMMARY_TOKENS)) },
    "summarise.prompt",
  ).trim();
  const { parameters } = wireQuirks(call.quirks);
  return {
    ...input,
    // The tools stay, because they are part of the prefix that the provider knows.
    parameters: input.tools === null ? parameters : `{"tool_choice":"none",${parameters.slice(1)}`,
    tail: { text, blob: context.writer.stageBlob(text, "text/plain") },
  };
}

function writtenFrom(
  context: RunContext,
  asked: {
    readonly call: CallShape;
    readonly callId: string;
    readonly result: ModelCallResult;
    readonly estimatedInput: number;
  },
): WrittenSummary {
  const { writer, state, ports } = context;
  const { call, callId, result } = asked;
  switch (result.kind) {
    case "cancelled":
      return { ok: false, problem: "endless", message: "The summary did not come to an end.", callId };
    case "failed":
      return { ok: false, problem: "failed", message: result.failure.message, callId };
    case "answered": {
      const { profile } = call.client;
      const text = ports.redactor.redact(result.answer.text);
      const usage = usageOf(result.answer, {
        estimatedInput: asked.estimatedInput,
        tokenizer: ports.tokenizer,
      });
      const cost = costOf(usage, profile.price);
      writer.stage({
        kind: "event",
        type: "call.finished",
        goalId: state.goals.focusId,
        data: {
          callId,
          purpose: "summary",
          model: profile.reference,
          attempts: result.attempts,
          finishReason: result.answer.finishReason,
          usage,
          cost,
          durationMs: result.durationMs,
          firstTokenMs: result.answer.firstTokenMs,
        },
      });
      return result.repetition === null
        ? { ok: true, text, callId, cost }
        : { ok: false, problem: "endless", message: "The summary repeated itself.", callId };
    }
  }
}
