import type { AssembleInput, ContextText } from "../../context/assemble.ts";
import { childLabel } from "../../context/child-texts.ts";
import { renderTail } from "../../context/tail.ts";
import { wireQuirks } from "../../context/wire-quirks.ts";
import type { RequestPart } from "../../compaction/largest-part.ts";
import { loopNote } from "../../guards/doom-loop/escalate.ts";
import { oneLine } from "../../log/describe.ts";
import { unfinishedChildren } from "../children/child-state.ts";
import { CONTEXT_SLOTS } from "../../log/context-slots.ts";
import { finalNotePrompt } from "../../prompts/generated/final-note.ts";
import { hiddenValues } from "../plan/plan-state.ts";
import { SHOWN_LESSONS, SHOWN_VALUE_CHARACTERS } from "../plan/tunables.ts";
import { contextWindow } from "../model/learn-window.ts";
import type { CallShape } from "../model/call-shape.ts";
import type { RunContext } from "../run-context.ts";

/** Returns the parts of a request outside its history: context texts, tools, tail. Stages the blobs that the request references. */
export function callInput(context: RunContext, call: CallShape): AssembleInput {
  const { state, writer, ports, trace, texts } = context;
  const { profile } = call.client;
  const quirks = wireQuirks(call.quirks);
  const note = loopNote(state.guard);
  const notes = [
    ...(note === null ? [] : [note]),
    ...(call.note === undefined ? [] : [call.note]),
    ...(call.purpose === "final" && call.note === undefined ? [finalNotePrompt.user] : []),
  ];
  const tail = renderTail({
    goals: state.goals,
    renumbered: new Set(state.goalNumbers.changed.keys()),
    compactedGoals: state.compactedGoals,
    todos: state.todos,
    agents: workingAgents(context),
    pins: newPins(context),
    lessons: state.planning.lessons.slice(-SHOWN_LESSONS).map(({ text }) => text),
    values: hiddenValues(state.planning).map(({ name, text }) => ({ name, text: shownValue(text) })),
    notes,
    stepsLeft: trace.agent.limits.maxSteps - state.steps,
    tokenizer: ports.tokenizer,
  });
  const loaded = contextTexts(context);
  const tools = call.withTools ? (loaded.find((item) => item.kind === "tools") ?? null) : null;
  const textTools = quirks.toolCalls === "text" && tools !== null ? texts.textTools() : null;
  const toolsAsText: ContextText[] =
    textTools === null
      ? []
      : [{ kind: "tools", ...textTools, blob: writer.stageBlob(textTools.text, "text/markdown") }];
  return {
    model: profile.wireName,
    window: contextWindow(state, call.client),
    quirks: call.quirks,
    system: [...loaded.filter((item) => item.kind !== "tools"), ...toolsAsText],
    tools: quirks.toolCalls === "native" ? tools : null,
    ...(tools === null ? {} : reducedTools(state.context.get("tools"))),
    tail: tail === null ? null : { text: tail, blob: writer.stageBlob(tail, "text/plain") },
    parameters: quirks.parameters,
    sentUpTo: state.sentUpTo,
    changedAt: state.contextChangedAt,
    sha256: (text) => ports.hash.sha256(text),
  };
}

/** Returns the parts of a request outside its history. */
export function fixedParts(
  { system, tools, tail }: AssembleInput,
  context: RunContext,
): readonly RequestPart[] {
  const tailTokens = tail === null ? 0 : context.ports.tokenizer.count(tail.text);
  const texts = [...system, ...(tools === null ? [] : [tools])];
  return [...texts.map(({ kind, tokens }) => ({ kind, tokens })), { kind: "tail", tokens: tailTokens }];
}

/** A value is a result, which `read_result` gives in full. */
function shownValue(text: string): string {
  return text.length <= SHOWN_VALUE_CHARACTERS ? text : `${text.slice(0, SHOWN_VALUE_CHARACTERS)}…`;
}

/** The agents that have not ended, with what each of them waits for: no compaction may make the model forget or repeat them. */
function workingAgents({ state, childWork }: RunContext): readonly string[] {
  return unfinishedChildren(state.children).map(({ spawned }) => {
    const wait = childWork.waiting.get(spawned.childTraceId);
    const does = wait === undefined ? "working" : `waiting for ${wait.for ?? "a signal"}`;
    return `[${childLabel(spawned)}] ${does}: ${oneLine(spawned.prompt)}`;
  });
}

/** The pins since the last summary. The tail shows them until the next summary includes them. */
function newPins(context: RunContext): readonly string[] {
  const { pins, head } = context.history.view;
  return pins.filter((pin) => pin.sequence > (head?.sequence ?? 0)).map((pin) => pin.text);
}

function reducedTools(
  set: ReturnType<RunContext["state"]["context"]["get"]>,
): Pick<AssembleInput, "reducedTools"> {
  const { shortTools = [], namedTools = [] } = set ?? {};
  if (shortTools.length + namedTools.length === 0) return {};
  return { reducedTools: { short: shortTools.length, named: namedTools.length } };
}

function contextTexts({ state, texts }: RunContext): ContextText[] {
  return CONTEXT_SLOTS.flatMap((kind) => {
    const set = state.context.get(kind);
    const text = texts.get(kind);
    return set === undefined || text === "" ? [] : [{ kind, text, blob: set.blob, tokens: set.tokens }];
  });
}
