import type { Entry } from "../../log/entry.ts";
import { type EventHandlers, handleEvent } from "../../log/events/event-handlers.ts";
import type { Message } from "../../log/message.ts";
import { READ_RESULT_TOOL } from "../../log/tool-names.ts";
import type { RunEventPayloads } from "../../log/run-event.ts";
import { canonicalArguments, normalizeResult } from "./canonical.ts";

/** One finished tool call in the form that the detectors compare. */
export type CallRecord = {
  readonly sequence: number;
  readonly tool: string;
  readonly argumentsKey: string;
  readonly result: string;
  readonly error: boolean;
  /** True if the guard denied the call. Such records are not evidence of a new loop. */
  readonly denied: boolean;
};

/** The finished calls of one answer, as one text, and their sequences. */
type StepRecord = { readonly key: string; readonly sequences: readonly number[] };

/** One request for a part of an original. `step` counts the answers before it. */
type ReadRecord = { readonly key: string; readonly sequence: number; readonly step: number };

/** A logged detection, with the fields that identify its loop. */
export type Detection = RunEventPayloads["loop.detected"];

/** The guard's bounded memory, folded from this trace's entries. */
export type GuardState = {
  readonly records: CallRecord[];
  readonly texts: { readonly sequence: number; readonly text: string }[];
  readonly pending: Map<string, { readonly tool: string; readonly argumentsKey: string }>;
  readonly detections: (Detection & { readonly at: number })[];
  /** The newest steps with more than one call, and null for every other answer. */
  readonly steps: (StepRecord | null)[];
  readonly reads: ReadRecord[];
  answers: number;
};

const MAX_REMEMBERED = 48;
/** More reads than `SAME_PAGE_STEPS` steps of many parallel calls contain. */
const MAX_REMEMBERED_READS = 1_000;

const EVENT_HANDLERS: EventHandlers<GuardState, void> = {
  "loop.detected": (state, { data, sequence }) => {
    state.detections.push({ ...data, at: sequence });
  },
};

/** Creates an empty guard state. */
export function createGuardState(): GuardState {
  return {
    ...{ records: [], texts: [], pending: new Map(), detections: [] },
    ...{ steps: [], reads: [], answers: 0 },
  };
}

/** Forgets everything, so that only what follows can be a loop. Open calls stay known. */
export function forgetLoops(state: GuardState): void {
  for (const list of [state.records, state.texts, state.detections, state.steps, state.reads])
    list.length = 0;
}

/** Folds one entry into the guard state. */
export function observeEntry(state: GuardState, entry: Entry): void {
  if (entry.kind === "event") handleEvent(EVENT_HANDLERS, state, entry);
  else if (entry.kind === "message") observeMessage(state, entry);
}

function observeMessage(state: GuardState, message: Message): void {
  const { sequence } = message;
  if (message.role === "assistant") {
    state.answers += 1;
    pushBounded(state.steps, message.toolCalls.length > 1 ? { key: "", sequences: [] } : null);
    for (const call of message.toolCalls)
      state.pending.set(call.id, {
        tool: call.name,
        argumentsKey: canonicalArguments(call.received?.arguments ?? call.arguments),
      });
    if (message.text !== "") pushBounded(state.texts, { sequence, text: message.text });
  } else if (message.role === "tool") {
    const call = state.pending.get(message.toolCallId);
    if (call === undefined) return;
    state.pending.delete(message.toolCallId);
    const record: CallRecord = {
      sequence,
      ...call,
      result: normalizeResult(message.output),
      error: message.outcome === "error",
      denied: message.outcome === "denied",
    };
    pushBounded(state.records, record);
    observeStep(state, record);
    if (call.tool === READ_RESULT_TOOL && message.outcome === "ok")
      pushBounded(
        state.reads,
        { key: call.argumentsKey, sequence, step: state.answers },
        MAX_REMEMBERED_READS,
      );
  }
}

/** Adds a call to its step. Only hashes are remembered, because a step may have a hundred calls. */
function observeStep({ steps }: GuardState, record: CallRecord): void {
  const step = steps.pop();
  if (step === undefined || step === null || record.denied) return void steps.push(null);
  const call = `${record.tool} ${String(shortHash(record.argumentsKey))} ${String(shortHash(record.result))}`;
  steps.push({ key: `${step.key}\n${call}`, sequences: [...step.sequences, record.sequence] });
}

/** FNV-1a, 32 bits. */
function shortHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

function pushBounded<T>(list: T[], item: T, most = MAX_REMEMBERED): void {
  list.push(item);
  if (list.length > most) list.shift();
}
