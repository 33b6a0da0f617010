import { describeAssistant } from "../../log/describe.ts";
import type { Usage } from "../../log/message.ts";
import type { CallPurpose } from "../../log/run-event.ts";
import type { ModelAnswer, ModelClient } from "../../ports/model-client.ts";
import { stageLoop } from "../requests/stage-loop.ts";
import type { RunContext } from "../run-context.ts";
import { settleCall } from "../budget/settle-call.ts";
import { acceptCalls } from "./accept-calls.ts";
import type { ModelCallResult } from "./call-model.ts";
import { callCost } from "./call-cost.ts";
import { callUsage } from "./call-usage.ts";

type AnsweredCall = {
  readonly callId: string;
  readonly client: ModelClient;
  readonly purpose: CallPurpose;
  readonly estimatedInput: number;
};

/** Stages the assistant message of an answer, or of the part streamed before a cancel, together with its events. */
export function recordAnswer(
  context: RunContext,
  call: AnsweredCall & { readonly result: Exclude<ModelCallResult, { kind: "failed" }> },
): void {
  const { result } = call;
  if (result.kind === "cancelled") {
    const { text, reasoning } = result.partial;
    if (text === "") {
      settleCall(context, null, null);
      return;
    }
    const answer: ModelAnswer = {
      text,
      reasoning,
      toolCalls: [],
      finishReason: "other",
      usage: null,
      firstTokenMs: null,
    };
    stageMessage(context, { ...call, answer, attempts: 1, durationMs: 0, waitedMs: 0 });
    return;
  }
  const message = stageMessage(context, {
    ...call,
    answer: result.answer,
    attempts: result.attempts,
    durationMs: result.durationMs,
    waitedMs: result.waitedMs,
  });
  const goalId = context.state.goals.focusId;
  if (result.repetition !== null) {
    const isRepeated = context.state.guard.detections.some(
      (detection) => detection.detector === "stream_repetition",
    );
    stageLoop(context, {
      detector: "stream_repetition",
      action: isRepeated ? "stopped" : "noted",
      count: 12,
      sequences: [message.sequence],
      evidence: result.repetition.slice(0, 160),
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
  call: AnsweredCall & {
    readonly answer: ModelAnswer;
    readonly attempts: number;
    readonly durationMs: number;
    readonly waitedMs: number;
  },
): { readonly sequence: number; readonly usage: Usage } {
  const { state, writer, ports, environment } = context;
  const { answer, callId, client } = call;
  const goalId = state.goals.focusId;
  const { redact } = environment.redactor;
  // Mask before validation, because a mask in a name or id would make it invalid.
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
  const usage = callUsage(answer, { estimatedInput: call.estimatedInput, tokenizer: ports.tokenizer });
  const cost = callCost(usage, client.profile.price);
  const { attempts, durationMs, waitedMs } = call;
  const { finishReason, firstTokenMs } = answer;
  // Mask before the description is cut from the text, because half a key would not be recognized.
  const text = redact(answer.text);
  const reasoning = redact(answer.reasoning);
  const { sequence } = writer.stage({
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
      ...((answer.unreadablePieces ?? 0) > 0 ? { unreadablePieces: answer.unreadablePieces } : {}),
      ...(waitedMs > 0 ? { waitedMs } : {}),
    },
  });
  settleCall(context, null, { usage, cost, durationMs });
  return { sequence, usage };
}
