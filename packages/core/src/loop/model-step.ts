import { createAssembler, type Assembler, type ContextText } from "../context/assemble.ts";
import { renderTail } from "../context/tail.ts";
import type { Failure } from "../errors.ts";
import { loopNote } from "../guards/doom-loop/escalate.ts";
import { describeAssistant } from "../log/describe.ts";
import type { AssistantMessage, Message, Usage } from "../log/message.ts";
import type { CallPurpose } from "../log/run-event.ts";
import type { Trace } from "../log/trace.ts";
import type { ModelAnswer, ModelClient } from "../ports/model-client.ts";
import { acceptCalls } from "./accept-calls.ts";
import { callModel, type ModelCallResult } from "./call-model.ts";
import { costOf } from "./cost.ts";
import type { RunPorts } from "./ports.ts";
import type { RunContext } from "./run-trace.ts";
import { wireQuirks } from "../context/wire-quirks.ts";

type Texts = { readonly instructions: string; readonly project_context: string; readonly tools: string };

/** The models of a run with their views of the history. One view per way of rendering, each extended as messages come. */
export type ModelStepper = {
  add(message: Message): void;
  setTexts(texts: Texts): void;
  /** The first model that can be had, and the rest as fallbacks; or why there is none. */
  readonly models: readonly { readonly client: ModelClient; readonly assembler: Assembler }[];
  readonly failure: Failure | null;
  texts(): Texts;
};

/** Resolves the models of a trace and renders the history so far for each. */
export async function createModelStepper(options: {
  readonly trace: Trace;
  readonly ports: RunPorts;
  readonly messages: readonly Message[];
}): Promise<ModelStepper> {
  const { trace, ports } = options;
  const found = await Promise.all(
    trace.models.map(async (reference) => await ports.models.resolve(trace.workspaceId, reference)),
  );
  const blobs = await imageBlobs(options);
  const views = new Map<string, Assembler>();
  const models = found.flatMap((client) => {
    if (!("attempt" in client)) return [];
    const { sendReasoning } = wireQuirks(client.profile.quirks);
    const assembler =
      views.get(client.profile.quirks) ??
      createAssembler({ sendReasoning, blobText: (sha256) => blobs.get(sha256) }, ports.tokenizer);
    views.set(client.profile.quirks, assembler);
    return [{ client, assembler }];
  });
  for (const assembler of views.values()) for (const message of options.messages) assembler.add(message);
  const failure = found.find((client) => !("attempt" in client));
  let texts: Texts = { instructions: "", project_context: "", tools: "" };
  return {
    models,
    failure: failure === undefined || "attempt" in failure ? null : failure,
    add: (message) => {
      for (const assembler of views.values()) assembler.add(message);
    },
    setTexts: (next) => {
      texts = next;
    },
    texts: () => texts,
  };
}

async function imageBlobs(options: {
  readonly trace: Trace;
  readonly ports: RunPorts;
  readonly messages: readonly Message[];
}): Promise<Map<string, string>> {
  const hashes = options.messages.flatMap((message) =>
    message.role === "user" ? message.parts.flatMap((part) => (part.type === "text" ? [] : [part.blob])) : [],
  );
  if (hashes.length === 0) return new Map();
  const { workspaceId, personId } = options.trace;
  const blobs = await options.ports.blobs.getMany({ workspaceId, personId }, hashes);
  return new Map(blobs.map((blob) => [blob.sha256, blob.text]));
}

const FINAL_NOTE =
  "This is the last call of this run and it has no tools. Sum up for the person what is done, what is left, and what you would do next. Don't claim what was not done.";

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
  for (const model of stepper.models) {
    const prepared = prepare(context, { ...action, ...model, callId });
    if (!prepared.ok) {
      failure = prepared.failure;
      continue;
    }
    await writer.flush();
    const result = await callModel({
      client: model.client,
      callId,
      attemptsBefore: attempts,
      body: prepared.body,
      traceId: context.trace.id,
      goalId: state.goals.focusId,
      signal: context.signal,
      ports: context.ports,
      writer,
      emit: context.emit,
    });
    if (result.kind === "failed") {
      failure = result.failure;
      attempts += result.attempts;
      continue;
    }
    stageAnswer(context, {
      result,
      callId,
      client: model.client,
      purpose: action.purpose,
      estimatedInput: prepared.inputTokens,
    });
    await writer.flush();
    return;
  }
  writer.stage({
    kind: "event",
    type: "call.failed",
    goalId: state.goals.focusId,
    data: { callId, failure, attempts },
  });
  await writer.flush();
}

function prepare(
  context: RunContext,
  call: {
    readonly purpose: CallPurpose;
    readonly withTools: boolean;
    readonly client: ModelClient;
    readonly assembler: Assembler;
    readonly callId: string;
  },
):
  | { readonly ok: true; readonly body: string; readonly inputTokens: number }
  | { readonly ok: false; readonly failure: Failure } {
  const { state, writer, ports, trace } = context;
  const { profile } = call.client;
  const quirks = wireQuirks(profile.quirks);
  const note = loopNote(state.guard);
  const notes = [...(note === null ? [] : [note]), ...(call.purpose === "final" ? [FINAL_NOTE] : [])];
  const tail = renderTail({
    goals: state.goals,
    todos: state.todos,
    notes,
    stepsLeft: trace.agent.limits.maxSteps - state.steps,
    tokenizer: ports.tokenizer,
  });
  const texts = contextTexts(context);
  const assembled = call.assembler.assemble({
    model: profile.wireName,
    window: profile.contextWindow,
    quirks: profile.quirks,
    system: texts.filter((item) => item.kind !== "tools"),
    tools: call.withTools ? (texts.find((item) => item.kind === "tools") ?? null) : null,
    tail: tail === null ? null : { text: tail, blob: writer.stageBlob(tail, "text/plain") },
    parameters: quirks.parameters,
    sentUpTo: state.sentUpTo,
    sha256: (text) => ports.hash.sha256(text),
  });
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

function contextTexts(context: RunContext): ContextText[] {
  const texts = context.stepper.texts();
  return (["instructions", "project_context", "tools"] as const).flatMap((kind) => {
    const set = context.state.context.get(kind);
    return set === undefined || texts[kind] === ""
      ? []
      : [{ kind, text: texts[kind], blob: set.blob, tokens: set.tokens }];
  });
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
  const { state, writer, ports } = context;
  const { answer, callId, client } = call;
  const goalId = state.goals.focusId;
  const { calls, repairs } = acceptCalls(answer.finishReason === "content_filter" ? [] : answer.toolCalls, {
    tools: ports.tools,
    finishReason: answer.finishReason,
    knownIds: state.callIds,
    newId: () => ports.ids.next().replaceAll("-", ""),
  });
  const usage: Usage = answer.usage ?? {
    inputTokens: call.estimatedInput,
    outputTokens:
      ports.tokenizer.count(answer.text) +
      calls.reduce((sum, item) => sum + ports.tokenizer.count(item.arguments), 0),
    cachedTokens: 0,
    reasoningTokens: ports.tokenizer.count(answer.reasoning),
    estimated: true,
  };
  const cost = costOf(usage, client.profile.price);
  const { attempts, durationMs } = call;
  const { finishReason, firstTokenMs } = answer;
  const text = ports.redactor.redact(answer.text);
  const entry = writer.stage({
    kind: "message",
    role: "assistant",
    goalId,
    callId,
    text,
    reasoning: ports.redactor.redact(answer.reasoning),
    toolCalls: calls,
    model: client.profile.reference,
    finishReason,
    usage,
    cost,
    durationMs,
    firstTokenMs,
    description: describeAssistant({ text, reasoning: answer.reasoning, toolCalls: calls }),
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
