import type { AppliedGoalOperation } from "../goals/goal.ts";
import type { Entry } from "./entry.ts";
import type { Message } from "./message.ts";
import type { RunEvent } from "./run-event.ts";

/** What stands where content was erased. */
export const ERASED_TEXT = "[erased]";

/**
 * What is left of an entry whose content a person had erased (M19): number, ids, outcome and counts stay, so that sequences, pairing and
 * totals hold; every word and every name of content goes. Erasing twice changes nothing.
 */
export function tombstoneOf(entry: Entry): Entry {
  switch (entry.kind) {
    case "message":
      return eraseMessage(entry);
    case "event":
      return eraseEvent(entry);
    case "unknown": {
      const { id, traceId, sequence, version, at, goalId, type } = entry;
      return {
        ...entry,
        raw: { id, traceId, sequence, version, at, goalId, kind: "event", type, erased: true },
      };
    }
  }
}

/**
 * True when `other` holds content of `entry` elsewhere and has to be erased with it: a result that was spilled lies whole in the blob that
 * its `result.spilled` names.
 */
export function isErasedWith(entry: Entry, other: Entry): boolean {
  return (
    entry.kind === "message" &&
    entry.role === "tool" &&
    other.kind === "event" &&
    other.type === "result.spilled" &&
    other.data.toolCallId === entry.toolCallId
  );
}

function eraseMessage(message: Message): Message {
  switch (message.role) {
    case "user":
      return { ...message, parts: [{ type: "text", text: ERASED_TEXT }], description: ERASED_TEXT };
    case "assistant":
      return {
        ...message,
        text: message.toolCalls.length === 0 ? ERASED_TEXT : "",
        reasoning: "",
        toolCalls: message.toolCalls.map(({ id, name }) => ({ id, name, arguments: "{}" })),
        description: ERASED_TEXT,
      };
    case "tool": {
      const { longTermMemory: _memory, parts: _parts, metadata: _metadata, ...rest } = message;
      return { ...rest, title: ERASED_TEXT, output: ERASED_TEXT, description: ERASED_TEXT };
    }
  }
}

function eraseEvent(event: RunEvent): RunEvent {
  switch (event.type) {
    case "trace.started":
      return {
        ...event,
        data: { ...event.data, task: ERASED_TEXT, agent: { ...event.data.agent, instructions: ERASED_TEXT } },
      };
    case "trace.resumed":
      return { ...event, data: { ...event.data, reason: ERASED_TEXT } };
    case "trace.finished":
      return {
        ...event,
        data: {
          ...event.data,
          summary: eraseText(event.data.summary),
          failure: eraseFailure(event.data.failure),
        },
      };
    case "route.decided":
      return { ...event, data: { ...event.data, reason: ERASED_TEXT } };
    case "goals.changed":
      return { ...event, data: { ...event.data, operations: event.data.operations.map(eraseOperation) } };
    case "todos.changed":
      return { ...event, data: { todos: event.data.todos.map((todo) => ({ ...todo, text: ERASED_TEXT })) } };
    case "call.attempt_failed":
      return { ...event, data: { ...event.data, failure: { ...event.data.failure, message: ERASED_TEXT } } };
    case "call.failed":
      return { ...event, data: { ...event.data, failure: { ...event.data.failure, message: ERASED_TEXT } } };
    case "call.repaired":
      return { ...event, data: { ...event.data, before: ERASED_TEXT } };
    case "tool.progressed":
      return { ...event, data: { ...event.data, text: ERASED_TEXT } };
    case "file.changed":
      return { ...event, data: { ...event.data, path: ERASED_TEXT } };
    case "loop.detected":
      return { ...event, data: { ...event.data, evidence: ERASED_TEXT } };
    case "result.spilled":
      return { ...event, data: { ...event.data, blob: "" } };
    case "compaction.started":
      return { ...event, data: { ...event.data, focus: eraseText(event.data.focus) } };
    case "compaction.finished":
      return {
        ...event,
        data: {
          ...event.data,
          focus: eraseText(event.data.focus),
          markerBlob: "",
          attachmentsBlob: "",
          summaryBlob: "",
          archiveBlob: null,
          ledger: event.data.ledger.map(({ now: _now, ...line }) => ({ ...line, text: ERASED_TEXT })),
        },
      };
    case "compaction.prepared":
      return { ...event, data: { ...event.data, textBlob: "" } };
    case "compaction.failed":
      return { ...event, data: { ...event.data, message: ERASED_TEXT } };
    case "compaction.pinned":
      return { ...event, data: { ...event.data, text: ERASED_TEXT } };
    case "signal.received":
      return { ...event, data: { ...event.data, reason: eraseText(event.data.reason) } };
    case "trace.status_changed":
    case "trace.phase_changed":
    case "context.set":
    case "call.started":
    case "call.finished":
    case "tool.started":
    case "context.cleared":
    case "compaction.discarded":
    case "limit.reached":
      return event;
  }
}

function eraseOperation(operation: AppliedGoalOperation): AppliedGoalOperation {
  switch (operation.op) {
    case "created":
      return {
        ...operation,
        title: ERASED_TEXT,
        reason: eraseText(operation.reason),
        acceptance: operation.acceptance.map(() => ERASED_TEXT),
      };
    case "changed":
      return { ...operation, title: ERASED_TEXT, reason: eraseText(operation.reason) };
    case "status":
      return { ...operation, summary: eraseText(operation.summary), reason: eraseText(operation.reason) };
    case "focused":
      return operation;
  }
}

function eraseText(text: string | null): string | null {
  return text === null ? null : ERASED_TEXT;
}

function eraseFailure<Kind extends { readonly message: string }>(failure: Kind | null): Kind | null {
  return failure === null ? null : { ...failure, message: ERASED_TEXT };
}
