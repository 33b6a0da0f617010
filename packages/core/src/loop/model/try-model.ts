import type { Assembled } from "../../context/assemble.ts";
import { readTextAnswer } from "../../context/text-protocol.ts";
import { wireQuirks } from "../../context/wire-quirks.ts";
import type { Failure } from "../../errors.ts";
import { startBackgroundSummary } from "../background-summary.ts";
import { callInput, fixedParts } from "../context/call-input.ts";
import { startRecallChoice } from "../context/choose-recall.ts";
import { compactHistory } from "../context/compact-history.ts";
import { loadContext } from "../context/load-context.ts";
import type { RunContext } from "../run-context.ts";
import { callModel } from "./call-model.ts";
import type { CallShape } from "./call-shape.ts";
import { MAX_LENGTH_REFUSALS } from "../../tunables.ts";
import { stageLearnedWindow } from "./learn-window.ts";
import { recordAnswer } from "./record-answer.ts";

/** A call of one model for one step. */
type StepCall = CallShape & {
  readonly callId: string;
  /** Attempts already made for this step by other models. */
  readonly attemptsBefore: number;
  /** How often the endpoint refused the request as too long; the history was compacted each time. Default: 0. */
  readonly refusals?: number;
};

/** A null failure means that the answer is durable. */
type TriedModel = {
  readonly failure: Failure | null;
  readonly attempts: number;
  /** True if the endpoint rejects native tools for this model and text tools have not been tried yet. */
  readonly fallBackToTextTools: boolean;
};

/** Calls one model with one request format and makes its answer durable. */
export async function tryModel(context: RunContext, call: StepCall): Promise<TriedModel> {
  const { writer, state, ports, environment, history } = context;
  const { callId, client, attemptsBefore, purpose } = call;
  const { refusals = 0 } = call;
  const isRetry = refusals > 0;
  if (!isRetry) await compactHistory(context, call, { reason: "threshold", focus: null });
  // Before anything is staged for the calls beside it, because a request that cannot be made leaves them without a run.
  const assembled = history.assembler(call.quirks).assemble(callInput(context, call));
  if (!assembled.ok) return { failure: assembled.failure, attempts: 0, fallBackToTextTools: false };
  // Staged before the answer's own request, so that the newest call in the log is the one that streams.
  const sendSummary = isRetry ? null : await startBackgroundSummary(context, call);
  const sendChoice = isRetry ? null : await startRecallChoice(context);
  stageStart(context, call, assembled);
  await writer.flush();
  sendSummary?.();
  const isText = wireQuirks(call.quirks).toolCalls === "text";
  const answering = callModel({
    client,
    callId,
    attemptsBefore,
    body: assembled.body,
    hasNativeTools: !isText && call.withTools,
    trace: context.trace,
    goalId: state.goals.focusId,
    signal: context.signal,
    ports,
    redactor: environment.redactor,
    writer,
    emit: context.emit,
  });
  // The answer has asked for its place at the endpoint by now, so that the choice does not take it first.
  sendChoice?.();
  const result = await answering;
  if (result.kind === "failed") {
    if (result.failure.code !== "CONTEXT_TOO_LONG" || refusals >= MAX_LENGTH_REFUSALS) return result;
    // The endpoint's window is smaller than assumed.
    const { statedWindow } = result;
    const learned = stageLearnedWindow(context, client, {
      callId,
      tokens: assembled.report.totalTokens,
      statedWindow,
    });
    await client.keepWindow?.(learned);
    // Tools and project context take shares of the window.
    const before = fixedTokens(context, call);
    await loadContext(context);
    const hasLessInFront = fixedTokens(context, call) < before;
    const isShorter = await compactHistory(context, call, { reason: "too_long", focus: null });
    if (!isShorter && !hasLessInFront) return result;
    const retried = await tryModel(context, {
      ...call,
      refusals: refusals + 1,
      attemptsBefore: attemptsBefore + result.attempts,
    });
    return { ...retried, attempts: retried.attempts + result.attempts };
  }
  // Without tools, the model was not instructed to write calls as text either.
  const mayContainCalls = isText && environment.tools.tools.length > 0;
  const answered =
    result.kind === "answered" && mayContainCalls
      ? { ...result, answer: readTextAnswer(result.answer) }
      : result;
  recordAnswer(context, {
    result: answered,
    callId,
    client,
    purpose,
    estimatedInput: assembled.report.totalTokens,
  });
  await writer.flush();
  return { failure: null, attempts: 0, fallBackToTextTools: false };
}

/** The tokens of a request in front of and behind its history. */
function fixedTokens(context: RunContext, call: StepCall): number {
  return fixedParts(callInput(context, call), context).reduce((sum, { tokens }) => sum + tokens, 0);
}

function stageStart(
  { state, writer }: RunContext,
  { callId, purpose }: StepCall,
  { reference, report }: Extract<Assembled, { readonly ok: true }>,
): void {
  writer.stage({
    kind: "event",
    type: "call.started",
    goalId: state.goals.focusId,
    data: { callId, purpose, step: state.steps + 1, request: reference, report },
  });
}
