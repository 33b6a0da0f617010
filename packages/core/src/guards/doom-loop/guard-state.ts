import type { Entry } from "../../log/entry.ts";
import { type EventHandlers, handleEvent } from "../../log/events/event-handlers.ts";
import type { Message } from "../../log/message.ts";
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

/** A logged detection, with the fields that identify its loop. */
export type Detection = RunEventPayloads["loop.detected"];

/** The guard's bounded memory, folded from this trace's entries. */
export type GuardState = {
  readonly records: CallRecord[];
  readonly texts: { readonly sequence: number; readonly text: string }[];
  readonly pending: Map<string, { readonly tool: string; readonly argumentsKey: string }>;
  readonly detections: (Detection & { readonly at: number })[];
};

const MAX_REMEMBERED = 48;

const EVENT_HANDLERS: EventHandlers<GuardState, void> = {
  "loop.detected": (state, { data, sequence }) => {
    state.detections.push({ ...data, at: sequence });
  },
};

/** Creates an empty guard state. */
export function createGuardState(): GuardState {
  return { records: [], texts: [], pending: new Map(), detections: [] };
}

/** Folds one entry into the guard state. */
export function observeEntry(state: GuardState, entry: Entry): void {
  if (entry.kind === "event") handleEvent(EVENT_HANDLERS, state, entry);
  else if (entry.kind === "message") observeMessage(state, entry);
}

function observeMessage(state: GuardState, message: Message): void {
  const { sequence } = message;
  if (message.role === "assistant") {
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
    pushBounded(state.records, {
      sequence,
      ...call,
      result: normalizeResult(message.output),
      error: message.outcome === "error",
      denied: message.outcome === "denied",
    });
  }
}

function pushBounded<T>(list: T[], item: T): void {
  list.push(item);
  if (list.length > MAX_REMEMBERED) list.shift();
}
