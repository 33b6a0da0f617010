import { readTextAnswer } from "../context/text-protocol.ts";
import { withTextTools, wireQuirks } from "../context/wire-quirks.ts";
import type { Failure } from "../errors.ts";
import { describeAssistant } from "../log/describe.ts";
import type { AssistantMessage } from "../log/message.ts";
import type { CallPurpose } from "../log/run-event.ts";
import type { ModelAnswer, ModelClient } from "../ports/model-client.ts";
import { acceptCalls } from "./accept-calls.ts";
import { callInput, type CallShape } from "./call-input.ts";
import { callModel, type ModelCallResult } from "./call-model.ts";
import { compactForCall } from "./compact.ts";
import { costOf } from "./cost.ts";
import type { RunContext } from "./run-trace.ts";
import { startSummaryAhead } from "./summary-ahead.ts";
import { usageOf } from "./usage-of.ts";

/** One model call from assembled context to durable assistant message; fallback models in order when one can't answer (R4). */
export async function modelStep(
  context: RunContext,
  action: { readonly purpose: CallPurpose; readonly withTools: boolean },
): Promise<void> {
  const { stepper, writer, state } = context;
  let failure = stepper.failure ?? {
    code: "MODEL_NOT_CONFIGURED" as const,
    message: "No model is set for this run.",
    fix: "Choose a model in Settings, Models, or set OPENAI_API_KEY, OPENAI_BASE_URL and GOALTRACE_MODEL.",
  };
  let attempts = 0;
  const callId = context.ports.ids.next();
  for (const client of stepper.models) {
    const quirks = state.textModels.has(client.profile.reference)
      ? withTextTools(client.profile.quirks)
      : client.profile.quirks;
    const ask = { ...action, callId, client };
    let asked = await askModel(context, { ...ask, quirks, attemptsBefore: attempts });
    attempts += asked.attempts;
    if (asked.asText) {
      asked = await askModel(context, { ...ask, quirks: withTextTools(quirks), attemptsBefore: attempts });
      attempts += asked.attempts;
    }
    if (asked.failure === null) return;
    failure = asked.failure;
  }
  writer.stage({
    kind: "event",
    type: "call.failed",
    goalId: state.goals.focusId,
    data: { callId, failure, attempts },
  });
  await writer.flush();
}

type Ask = CallShape & {
  readonly callId: string;
  readonly attemptsBefore: number;
  /** The endpoint refused the length once, and what could be made shorter was. */
  readonly isShortened?: boolean;
};

/** Asks one model in one way and makes its answer durable; or tells why there is none, and how often it was asked. */
async function askModel(
  context: RunContext,
  ask: Ask,
): Promise<{ readonly failure: Failure | null; readonly attempts: number; readonly asText: boolean }> {
  const { writer, state, ports } = context;
  const { callId, client, attemptsBefore, purpose } = ask;
  if (ask.isShortened !== true) await compactForCall(context, ask, { reason: "threshold", focus: null });
  // Staged before the answer's own request, so that whoever looks at the newest call sees the answer come.
  const sendAhead = ask.isShortened === true ? null : startSummaryAhead(context, ask);
  const prepared = prepare(context, ask);
  if (!prepared.ok) return { failure: prepared.failure, attempts: 0, asText: false };
  await writer.flush();
  sendAhead?.();
  const isText = wireQuirks(ask.quirks).toolCalls === "text";
  const result = await callModel({
    client,
    callId,
    attemptsBefore,
    body: prepared.body,
    hasNativeTools: !isText && ask.withTools,
    traceId: context.trace.id,
    goalId: state.goals.focusId,
    signal: context.signal,
    ports,
    redactor: context.environment.redactor,
    writer,
    emit: context.emit,
  });
  if (result.kind === "failed") {
    // The endpoint knows its window better than the settings do (C4): once more with less.
    const isShorter =
      result.failure.code === "CONTEXT_TOO_LONG" &&
      ask.isShortened !== true &&
      (await compactForCall(context, ask, { reason: "too_long", focus: null }));
    if (!isShorter) return result;
    const again = await askModel(context, {
      ...ask,
      isShortened: true,
      attemptsBefore: attemptsBefore + result.attempts,
    });
    return { ...again, attempts: again.attempts + result.attempts };
  }
  const read =
    result.kind === "answered" && isText ? { ...result, answer: readTextAnswer(result.answer) } : result;
  stageAnswer(context, { result: read, callId, client, purpose, estimatedInput: prepared.inputTokens });
  await writer.flush();
  return { failure: null, attempts: 0, asText: false };
}

function prepare(
  context: RunContext,
  call: Ask,
):
  | { readonly ok: true; readonly body: string; readonly inputTokens: number }
  | { readonly ok: false; readonly failure: Failure } {
  const { state, writer, stepper } = context;
  const assembled = stepper.assembler(call.quirks).assemble(callInput(context, call));
  if (!assembled.ok) return assembled;
  writer.stage({
    kind: "event",
    type: "call.started",
    goalId: state.goals.focusId,
    data: {
      callId: call.callId,
      purpose: call.purpose,
      step: state.steps + 1,
      request: assembled.reference,
      report: assembled.report,
    },
  });
  return { ok: true, body: assembled.body, inputTokens: assembled.report.totalTokens };
}

type Answered = {
  readonly callId: string;
  readonly client: ModelClient;
  readonly purpose: CallPurpose;
  readonly estimatedInput: number;
};

function stageAnswer(
  context: RunContext,
  call: Answered & { readonly result: Exclude<ModelCallResult, { kind: "failed" }> },
): void {
  const { result } = call;
  if (result.kind === "cancelled") {
    const { text, reasoning } = result.partial;
    if (text === "") return;
    const answer: ModelAnswer = {
      text,
      reasoning,
      toolCalls: [],
      finishReason: "other",
      usage: null,
      firstTokenMs: null,
    };
    stageMessage(context, { ...call, answer, attempts: 1, durationMs: 0 });
    return;
  }
  const message = stageMessage(context, {
    ...call,
    answer: result.answer,
    attempts: result.attempts,
    durationMs: result.durationMs,
  });
  const goalId = context.state.goals.focusId;
  if (result.repetition !== null) {
    const before = context.state.guard.detections.some(
      (detection) => detection.detector === "stream_repetition",
    );
    context.writer.stage({
      kind: "event",
      type: "loop.detected",
      goalId,
      data: {
        detector: "stream_repetition",
        action: before ? "stopped" : "noted",
        count: 12,
        sequences: [message.sequence],
        evidence: result.repetition.slice(0, 160),
      },
    });
  } else if (result.answer.finishReason === "length" && result.answer.toolCalls.length === 0) {
    context.writer.stage({
      kind: "event",
      type: "limit.reached",
      goalId,
      data: { limit: "output", used: message.usage.outputTokens, allowed: message.usage.outputTokens },
    });
  }
}

function stageMessage(
  context: RunContext,
  call: Answered & { readonly answer: ModelAnswer; readonly attempts: number; readonly durationMs: number },
): AssistantMessage {
  const { state, writer, ports, environment } = context;
  const { answer, callId, client } = call;
  const goalId = state.goals.focusId;
  const { redact } = environment.redactor;
  // Masked before they are made valid: a mark in a name or an id would not be.
  const received = answer.toolCalls.map((item) => ({
    id: item.id === null ? null : redact(item.id),
    name: redact(item.name),
    arguments: redact(item.arguments),
  }));
  const { calls, repairs } = acceptCalls(answer.finishReason === "content_filter" ? [] : received, {
    tools: environment.tools,
    finishReason: answer.finishReason,
    knownIds: state.callIds,
    newId: () => ports.ids.next().replaceAll("-", ""),
  });
  const usage = usageOf(answer, { estimatedInput: call.estimatedInput, tokenizer: ports.tokenizer });
  const cost = costOf(usage, client.profile.price);
  const { attempts, durationMs } = call;
  const { finishReason, firstTokenMs } = answer;
  // Before descriptions are cut from them: half a key would not be known again.
  const text = redact(answer.text);
  const reasoning = redact(answer.reasoning);
  const entry = writer.stage({
    kind: "message",
    role: "assistant",
    goalId,
    callId,
    text,
    reasoning,
    toolCalls: calls,
    model: client.profile.reference,
    finishReason,
    usage,
    cost,
    durationMs,
    firstTokenMs,
    description: describeAssistant({ text, reasoning, toolCalls: calls }),
  });
  for (const repair of repairs)
    writer.stage({ kind: "event", type: "call.repaired", goalId, data: { callId, ...repair } });
  writer.stage({
    kind: "event",
    type: "call.finished",
    goalId,
    data: {
      callId,
      purpose: call.purpose,
      model: client.profile.reference,
      attempts,
      finishReason,
      usage,
      cost,
      durationMs,
      firstTokenMs,
    },
  });
  return assertAssistant(entry);
}

function assertAssistant(entry: ReturnType<RunContext["writer"]["stage"]>): AssistantMessage {
  if (entry.kind === "message" && entry.role === "assistant") return entry;
  throw new Error("the writer changed the kind of an entry");
}
