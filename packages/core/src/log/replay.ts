import type { Entry } from "./entry.ts";
import type { EventOf } from "./events/event-handlers.ts";
import type { AssistantMessage, ToolMessage } from "./message.ts";
import type { RequestReference } from "./run-event.ts";

/** The recorded answers that replace a model and its tools: model calls by position, results by tool call id. */
export type Recording = {
  readonly calls: readonly RecordedCall[];
  readonly results: ReadonlyMap<string, ToolMessage>;
};

/** One recorded model call: the reference to its request and its answer, null when none arrived. */
export type RecordedCall = {
  readonly sequence: number;
  readonly callId: string;
  readonly request: RequestReference;
  readonly answer: AssistantMessage | null;
};

/** The first difference between a replay and its recording. `position` counts from 0. */
export type Divergence = {
  readonly position: number;
  readonly what: "request" | "answer" | "tool_call" | "result" | "length";
  readonly recorded: string;
  readonly replayed: string;
};

/** Extracts the recording for a replay from a log. */
export function toRecording(entries: readonly Entry[]): Recording {
  const started: EventOf<"call.started">[] = [];
  const answers = new Map<string, AssistantMessage>();
  const results = new Map<string, ToolMessage>();
  for (const entry of entries) {
    if (entry.kind === "event" && entry.type === "call.started") started.push(entry);
    if (entry.kind !== "message") continue;
    if (entry.role === "assistant") answers.set(entry.callId, entry);
    if (entry.role === "tool") results.set(entry.toolCallId, entry);
  }
  const calls = started.map(({ sequence, data: { callId, request } }) => ({
    sequence,
    callId,
    request,
    answer: answers.get(callId) ?? null,
  }));
  return { calls, results };
}

/**
 * Compares a replay with its recording call by call: requests, answers, and results of the calls they issued. Returns the first difference,
 * null when there is none. A replay that is still shorter than the recording has not diverged; a longer one has.
 */
export function compareReplay(recorded: Recording, replayed: Recording): Divergence | null {
  for (const [position, actual] of replayed.calls.entries()) {
    const expected = recorded.calls[position];
    if (expected === undefined) {
      return {
        position,
        what: "length",
        recorded: `${recorded.calls.length} model calls`,
        replayed: "one more model call",
      };
    }
    const divergence = compareCall({ position, expected, actual, recorded, replayed });
    if (divergence !== null) return divergence;
  }
  return null;
}

function compareCall(pair: {
  readonly position: number;
  readonly expected: RecordedCall;
  readonly actual: RecordedCall;
  readonly recorded: Recording;
  readonly replayed: Recording;
}): Divergence | null {
  const { position, expected, actual } = pair;
  if (expected.request.sha256 !== actual.request.sha256) {
    return { position, what: "request", recorded: expected.request.sha256, replayed: actual.request.sha256 };
  }
  if (expected.answer === null || actual.answer === null) return null;
  if (expected.answer.text !== actual.answer.text) {
    return {
      position,
      what: "answer",
      recorded: expected.answer.description,
      replayed: actual.answer.description,
    };
  }
  const calls = Math.max(expected.answer.toolCalls.length, actual.answer.toolCalls.length);
  for (let index = 0; index < calls; index += 1) {
    const before = expected.answer.toolCalls[index];
    const now = actual.answer.toolCalls[index];
    const [recorded, replayed] = [callText(before), callText(now)];
    if (recorded !== replayed) return { position, what: "tool_call", recorded, replayed };
    const result = before && pair.recorded.results.get(before.id);
    const again = now && pair.replayed.results.get(now.id);
    if (
      result !== undefined &&
      again !== undefined &&
      (result.output !== again.output || result.outcome !== again.outcome)
    ) {
      return { position, what: "result", recorded: result.description, replayed: again.description };
    }
  }
  return null;
}

function callText(call: { readonly name: string; readonly arguments: string } | undefined): string {
  return call === undefined ? "no call" : `${call.name}(${call.arguments})`;
}
