import { GoaltraceError } from "../../errors.ts";
import type { AssembleInput } from "../../context/assemble.ts";
import { wireQuirks } from "../../context/wire-quirks.ts";
import type { EntryDraft } from "../../log/entry.ts";
import type { CallPurpose } from "../../log/run-event.ts";
import type { CallWaiting, Update } from "../../log/update.ts";
import { MAX_SUMMARY_ATTEMPTS } from "../../tunables.ts";
import { estimateSummary } from "../budget/estimate-call.ts";
import { reserveHelperCall } from "../budget/reserve-call.ts";
import { settleCall } from "../budget/settle-call.ts";
import { callInput } from "../context/call-input.ts";
import { linkAbort } from "../link-abort.ts";
import type { HelperCall } from "../pending-summary.ts";
import type { RunContext } from "../run-context.ts";
import { callCost } from "./call-cost.ts";
import { callModel, type ModelCallResult } from "./call-model.ts";
import type { CallShape } from "./call-shape.ts";
import { callUsage } from "./call-usage.ts";

/** Receives the entries of a call. */
type Drafts = { stage(draft: EntryDraft): unknown; flush(): Promise<void> };

/** The question of a helper call: the text of its tail, and the tokens that its answer may take. */
export type HelperQuestion = {
  readonly purpose: CallPurpose;
  readonly text: string;
  readonly answerTokens: number;
};

/**
 * Stages a request that appends a question to the history of the last call, so that the provider's cache serves it. It is logged like any
 * call. Returns null if the request would not fit, or if a budget leaves no room for it.
 */
export async function stageHelperCall(
  context: RunContext,
  call: CallShape,
  question: HelperQuestion,
): Promise<HelperCall | null> {
  const { writer, state, ports, history } = context;
  const { purpose, answerTokens } = question;
  const callId = ports.ids.next();
  const assembled = history.assembler(call.quirks).assemble(helperInput(context, call, question));
  if (!assembled.ok) return null;
  const { reference, report, body } = assembled;
  const input = report.totalTokens * history.view.scale;
  const estimate = estimateSummary(call.client, { input, output: answerTokens });
  if (!(await reserveHelperCall(context, { callId, estimate }))) return null;
  const goalId = state.goals.focusId;
  writer.stage({
    kind: "event",
    type: "call.started",
    goalId,
    data: { callId, purpose, step: state.steps + 1, request: reference, report },
  });
  return { callId, goalId, purpose, call, body, estimatedInput: report.totalTokens };
}

/**
 * Sends a request that is already durable. Failed attempts are staged in `drafts`. It is canceled after `totalMs`, after `silentMs` without a
 * word, and beyond `maxCharacters`. A wait for a quota counts toward neither time, and one for a full endpoint toward `totalMs`. Errors:
 * DATABASE_UNAVAILABLE.
 */
export async function sendHelperCall(
  context: Pick<RunContext, "trace" | "ports" | "environment">,
  request: HelperCall,
  to: {
    readonly drafts: Drafts;
    readonly signal: AbortSignal;
    readonly totalMs: number;
    readonly silentMs: number;
    readonly maxCharacters: number;
    /** Makes it a spare call of its endpoint, as `EndpointCaller` says. */
    readonly onNeeded?: () => void;
    /** Shows watchers that the run waits for a quota with this call. Default: the run does not wait for the call. */
    readonly emit?: (update: Update) => void;
  },
): Promise<ModelCallResult> {
  const whole = linkAbort(to.signal, to.totalMs);
  const linked = linkAbort(whole.signal, to.silentMs);
  let received = 0;
  let resumeWhole: (() => void) | null = null;
  const noteWaiting = (waiting: CallWaiting): void => {
    if (waiting.quota === undefined && resumeWhole === null) return;
    if (waiting.quota !== undefined) resumeWhole ??= whole.suspendLimit();
    else {
      resumeWhole?.();
      resumeWhole = null;
    }
    to.emit?.(waiting);
  };
  return await callModel({
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
    ...(to.onNeeded && { onNeeded: to.onNeeded }),
    ports: context.ports,
    redactor: context.environment.redactor,
    writer: to.drafts,
    emit: (update) => {
      // No one watches this stream; only its length matters here.
      if (update.kind === "delta") received += update.text.length;
      if (update.kind === "call_waiting") noteWaiting(update);
      linked.suspendLimit()();
      if (received > to.maxCharacters) linked.abort();
    },
  }).finally(() => {
    linked.release();
    whole.release();
  });
}

/** Makes it the failure of a call in the background that its quota cannot be counted: the run continues without its answer. */
export async function failUncounted(sent: Promise<ModelCallResult>): Promise<ModelCallResult> {
  return await sent.catch((thrown: unknown) => {
    if (!(thrown instanceof GoaltraceError && thrown.code === "DATABASE_UNAVAILABLE")) throw thrown;
    return {
      ...{ kind: "failed", failure: thrown.toFailure(), attempts: 0 },
      ...{ fallBackToTextTools: false, statedWindow: null },
    } as const;
  });
}

/** Stages the end of an answered call. Returns its cost in US dollars, null if unknown. */
export function stageHelperFinished(
  context: RunContext,
  { callId, goalId, call, estimatedInput, purpose }: HelperCall,
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
      ...{ callId, purpose, model: profile.reference, attempts, finishReason },
      ...{ usage, cost, durationMs, firstTokenMs },
      ...(waitedMs > 0 ? { waitedMs } : {}),
    },
  });
  settleCall(context, callId, { usage, cost, durationMs });
  return cost;
}

function helperInput(
  context: RunContext,
  call: CallShape,
  { purpose, text, answerTokens }: HelperQuestion,
): AssembleInput {
  const input = callInput(context, { ...call, purpose });
  const { parameters } = wireQuirks(call.quirks);
  return {
    ...input,
    answerTokens,
    // The tools stay, because they are part of the cached prefix.
    parameters: input.tools === null ? parameters : `{"tool_choice":"none",${parameters.slice(1)}`,
    tail: { text, blob: context.writer.stageBlob(text, "text/plain") },
  };
}
