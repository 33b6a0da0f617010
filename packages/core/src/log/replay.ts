import type { Entry } from "./entry.ts";
import type { AssistantMessage, ToolMessage } from "./message.ts";
import type { RequestReference } from "./run-event.ts";

/** What a recorded run answers instead of a model and its tools, by position: the n-th model call, and results by tool call id. */
export type Recording = {
  readonly calls: readonly RecordedCall[];
  readonly results: ReadonlyMap<string, ToolMessage>;
};

/** One model call of the record: the request's reference and the answer, null when it never came. */
export type RecordedCall = {
  readonly sequence: number;
  readonly callId: string;
  readonly request: RequestReference;
  readonly answer: AssistantMessage | null;
};

/** Where and why a replay left the record. `position` counts from 0. */
export type Divergence = {
  readonly position: number;
  readonly what: "request" | "answer" | "tool_call" | "result" | "length";
  readonly recorded: string;
  readonly replayed: string;
};

/** Collects what a replay needs from a log. */
export function recordingOf(entries: readonly Entry[]): Recording {
  const calls: RecordedCall[] = [];
  const byCall = new Map<string, number>();
  const results = new Map<string, ToolMessage>();
  for (const entry of entries) {
    if (entry.kind === "event" && entry.type === "call.started") {
      byCall.set(entry.data.callId, calls.length);
      calls.push({
        sequence: entry.sequence,
        callId: entry.data.callId,
        request: entry.data.request,
        answer: null,
      });
    }
    if (entry.kind !== "message") continue;
    if (entry.role === "tool") results.set(entry.toolCallId, entry);
    const position = entry.role === "assistant" ? byCall.get(entry.callId) : undefined;
    const call = position === undefined ? undefined : calls[position];
    if (entry.role === "assistant" && position !== undefined && call !== undefined)
      calls[position] = { ...call, answer: entry };
  }
  return { calls, results };
}

/**
 * Compares a replay with its record, call by call: what was sent, what was answered, and the results of the calls that it issued. Gives the
 * first difference, null when there is none. A replay that is still shorter than the record has not diverged; one that is longer has.
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
    const found = compareCall({ position, expected, actual, recorded, replayed });
    if (found !== null) return found;
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
    if (before?.name !== now?.name || before?.arguments !== now?.arguments) {
      return { position, what: "tool_call", recorded: callText(before), replayed: callText(now) };
    }
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
