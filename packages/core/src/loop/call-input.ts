import type { AssembleInput, ContextText } from "../context/assemble.ts";
import { renderTail } from "../context/tail.ts";
import { wireQuirks } from "../context/wire-quirks.ts";
import { loopNote } from "../guards/doom-loop/escalate.ts";
import type { CallPurpose } from "../log/run-event.ts";
import type { ModelClient } from "../ports/model-client.ts";
import type { RunContext } from "./run-trace.ts";

const FINAL_NOTE =
  "This is the last call of this run and it has no tools. Sum up for the person what is done, what is left, and what you would do next. Don't claim what was not done.";

/** How one model is asked: for what, with which tools, in which way of writing. */
export type CallShape = {
  readonly purpose: CallPurpose;
  readonly withTools: boolean;
  readonly client: ModelClient;
  /** The name of the quirks to ask with. */
  readonly quirks: string;
};

/** What a request is made of besides the history: texts from outside the log, tools, tail. Stages the blobs that the request names. */
export function callInput(context: RunContext, call: CallShape): AssembleInput {
  const { state, writer, ports, trace, stepper } = context;
  const { profile } = call.client;
  const quirks = wireQuirks(call.quirks);
  const note = loopNote(state.guard);
  const notes = [...(note === null ? [] : [note]), ...(call.purpose === "final" ? [FINAL_NOTE] : [])];
  const tail = renderTail({
    goals: state.goals,
    todos: state.todos,
    pins: newPins(context),
    notes,
    stepsLeft: trace.agent.limits.maxSteps - state.steps,
    tokenizer: ports.tokenizer,
  });
  const texts = contextTexts(context);
  const tools = call.withTools ? (texts.find((item) => item.kind === "tools") ?? null) : null;
  const inWriting = quirks.toolCalls === "text" && tools !== null ? stepper.textTools() : null;
  const written: ContextText[] =
    inWriting === null
      ? []
      : [{ kind: "tools", ...inWriting, blob: writer.stageBlob(inWriting.text, "text/markdown") }];
  return {
    model: profile.wireName,
    window: profile.contextWindow,
    quirks: call.quirks,
    system: [...texts.filter((item) => item.kind !== "tools"), ...written],
    tools: quirks.toolCalls === "native" ? tools : null,
    tail: tail === null ? null : { text: tail, blob: writer.stageBlob(tail, "text/plain") },
    parameters: quirks.parameters,
    sentUpTo: state.sentUpTo,
    sha256: (text) => ports.hash.sha256(text),
  };
}

/** Tokens of a request besides its history. */
export function fixedTokens(input: AssembleInput, context: RunContext): number {
  const texts = [...input.system, ...(input.tools === null ? [] : [input.tools])];
  const tail = input.tail === null ? 0 : context.ports.tokenizer.count(input.tail.text);
  return texts.reduce((sum, text) => sum + text.tokens, tail);
}

/** What a person pinned stands in the tail until the next summary carries it (C6b). */
function newPins(context: RunContext): readonly string[] {
  const { pins, head } = context.stepper.history;
  return pins.filter((pin) => pin.sequence > (head?.sequence ?? 0)).map((pin) => pin.text);
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
