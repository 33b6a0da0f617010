import type { SummaryAnswer } from "../../compaction/keep-in-window.ts";
import type { AssembleInput } from "../../context/assemble.ts";
import { wireQuirks } from "../../context/wire-quirks.ts";
import type { EntryDraft } from "../../log/entry.ts";
import { summarisePrompt } from "../../prompts/generated/summarise.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import {
  MAX_SUMMARY_ATTEMPTS,
  MAX_SUMMARY_CHARACTERS,
  MAX_SUMMARY_TOKENS,
  MAX_SUMMARY_WINDOW_SHARE,
} from "../../tunables.ts";
import { estimateSummary } from "../budget/estimate-call.ts";
import { reserveHelperCall } from "../budget/reserve-call.ts";
import { settleCall } from "../budget/settle-call.ts";
import { callInput } from "../context/call-input.ts";
import { linkAbort } from "../link-abort.ts";
import type { SummaryCall } from "../pending-summary.ts";
import type { RunContext } from "../run-context.ts";
import { callModel, type ModelCallResult } from "./call-model.ts";
import type { CallShape } from "./call-shape.ts";
import { callCost } from "./call-cost.ts";
import { callUsage } from "./call-usage.ts";

/** Receives the entries of a call. */
type Drafts = { stage(draft: EntryDraft): unknown; flush(): Promise<void> };

/**
 * Stages a summary request that appends to the history of the last call, so that the provider's cache serves it. It is logged like any call.
 * Returns null if the request would not fit, or if a budget leaves no room for it.
 */
export async function stageSummaryCall(
  context: RunContext,
  call: CallShape,
  request: { readonly focus: string | null; readonly maxTokens: number },
): Promise<SummaryCall | null> {
  const { writer, state, ports, history } = context;
  const callId = ports.ids.next();
  const assembled = history.assembler(call.quirks).assemble(summaryInput(context, call, request));
  if (!assembled.ok) return null;
  const { reference, report, body } = assembled;
  const input = report.totalTokens * history.view.scale;
  const estimate = estimateSummary(call.client, { input, output: MAX_SUMMARY_TOKENS });
  if (!(await reserveHelperCall(context, { callId, estimate }))) return null;
  const goalId = state.goals.focusId;
  const step = state.steps + 1;
  writer.stage({
    kind: "event",
    type: "call.started",
    goalId,
    data: { callId, purpose: "summary", step, request: reference, report },
  });
  return { callId, goalId, call, body, estimatedInput: report.totalTokens };
}

/**
 * Sends a summary request that is already durable. Failed attempts are staged in `drafts`. It is canceled after `totalMs`, and after `silentMs`
 * without a word.
 */
export async function sendSummaryCall(
  context: Pick<RunContext, "trace" | "ports" | "environment">,
  request: SummaryCall,
  to: {
    readonly drafts: Drafts;
    readonly signal: AbortSignal;
    readonly totalMs: number;
    readonly silentMs: number;
  },
): Promise<ModelCallResult> {
  const whole = linkAbort(to.signal, to.totalMs);
  const linked = linkAbort(whole.signal, to.silentMs);
  let received = 0;
  const result = await callModel({
    client: request.call.client,
    callId: request.callId,
    attemptsBefore: 0,
    maxAttempts: MAX_SUMMARY_ATTEMPTS,
    body: request.body,
    hasNativeTools: false,
    trace: context.trace,
    goalId: request.goalId,
    signal: linked.signal,
    suspendLimit: linked.suspendLimit,
    ports: context.ports,
    redactor: context.environment.redactor,
    writer: to.drafts,
    emit: (update) => {
      // No one watches a summary stream; only its length matters here.
      if (update.kind === "delta") received += update.text.length;
      linked.suspendLimit()();
      if (received > MAX_SUMMARY_CHARACTERS) linked.abort();
    },
  });
  linked.release();
  whole.release();
  return result;
}

/** Converts the result of a summary call into a summary answer and stages `call.finished`. */
export function stageSummaryAnswer(
  context: RunContext,
  request: SummaryCall,
  result: ModelCallResult,
): SummaryAnswer {
  const { callId } = request;
  if (result.kind !== "answered") settleCall(context, callId, null);
  switch (result.kind) {
    case "cancelled":
      return {
        ok: false,
        problem: "endless",
        message: "The summary exceeded its length or time limit.",
        callId,
      };
    case "failed":
      return { ok: false, problem: "failed", message: result.failure.message, callId };
    case "answered": {
      const cost = stageFinished(context, request, result);
      const text = context.environment.redactor.redact(result.answer.text);
      return result.repetition === null
        ? { ok: true, text, callId, cost }
        : { ok: false, problem: "endless", message: "The summary repeated itself.", callId };
    }
  }
}

function stageFinished(
  context: RunContext,
  { callId, goalId, call, estimatedInput }: SummaryCall,
  { answer, attempts, durationMs, waitedMs }: Extract<ModelCallResult, { kind: "answered" }>,
): number | null {
  const { writer, ports } = context;
  const { profile } = call.client;
  const usage = callUsage(answer, { estimatedInput, tokenizer: ports.tokenizer });
  const cost = callCost(usage, profile.price);
  const { finishReason, firstTokenMs } = answer;
  writer.stage({
    kind: "event",
    type: "call.finished",
    goalId,
    data: {
      ...{ callId, purpose: "summary", model: profile.reference, attempts, finishReason },
      ...{ usage, cost, durationMs, firstTokenMs },
      ...(waitedMs > 0 ? { waitedMs } : {}),
    },
  });
  settleCall(context, callId, { usage, cost, durationMs });
  return cost;
}

function summaryInput(
  context: RunContext,
  call: CallShape,
  request: { readonly focus: string | null; readonly maxTokens: number },
): AssembleInput {
  const input = callInput(context, { ...call, purpose: "summary" });
  // A summary is shorter than an answer may be, so its request can fit when no other request does.
  const answerTokens = Math.min(
    request.maxTokens,
    MAX_SUMMARY_TOKENS,
    Math.floor(input.window * MAX_SUMMARY_WINDOW_SHARE),
  );
  const focus = request.focus === null ? "" : fillPrompt(summarisePrompt.focus, { focus: request.focus });
  const text = fillPrompt(summarisePrompt.user, { focus, tokens: String(answerTokens) }).trim();
  const { parameters } = wireQuirks(call.quirks);
  return {
    ...input,
    answerTokens,
    // The tools stay, because they are part of the cached prefix.
    parameters: input.tools === null ? parameters : `{"tool_choice":"none",${parameters.slice(1)}`,
    tail: { text, blob: context.writer.stageBlob(text, "text/plain") },
  };
}
