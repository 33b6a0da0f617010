import type { Entry } from "./entry.ts";
import type { Message, ToolCall } from "./message.ts";

/** One breach of the pairing law (M3), at the sequence where it shows. */
export type PairingViolation = {
  readonly kind: "duplicate_call" | "missing_result" | "result_without_call" | "duplicate_result";
  readonly sequence: number;
  readonly toolCallId: string;
};

/** A call that was issued and has no result yet, with the assistant message that issued it. */
export type OpenToolCall = {
  readonly call: ToolCall;
  readonly messageId: string;
  readonly sequence: number;
  readonly goalId: string;
};

/** The calls of a log that have no result, in the order they were issued. What a resumed run has to settle first (R26). */
export function missingResults(entries: readonly Entry[]): readonly OpenToolCall[] {
  const open = new Map<string, OpenToolCall>();
  for (const entry of entries) {
    if (entry.kind !== "message") continue;
    if (entry.role === "tool") open.delete(entry.toolCallId);
    if (entry.role !== "assistant") continue;
    for (const call of entry.toolCalls) {
      open.set(call.id, { call, messageId: entry.id, sequence: entry.sequence, goalId: entry.goalId });
    }
  }
  return [...open.values()];
}

/**
 * Checks the pairing law on messages as they would be sent (M3): every result stands between the assistant message that issued its call
 * and the next message of another kind, and every issued call has exactly one. Empty means the request is valid.
 */
export function checkPairing(messages: readonly Message[]): readonly PairingViolation[] {
  const violations: PairingViolation[] = [];
  const issued = new Set<string>();
  const answered = new Set<string>();
  let open = new Map<string, number>();
  const close = (): void => {
    for (const [toolCallId, sequence] of open)
      violations.push({ kind: "missing_result", sequence, toolCallId });
    open = new Map();
  };
  for (const message of messages) {
    if (message.role === "tool") {
      const { toolCallId, sequence } = message;
      if (!open.delete(toolCallId)) {
        violations.push({
          kind: answered.has(toolCallId) ? "duplicate_result" : "result_without_call",
          sequence,
          toolCallId,
        });
      }
      answered.add(toolCallId);
      continue;
    }
    close();
    if (message.role !== "assistant") continue;
    for (const call of message.toolCalls) {
      if (issued.has(call.id))
        violations.push({ kind: "duplicate_call", sequence: message.sequence, toolCallId: call.id });
      issued.add(call.id);
      open.set(call.id, message.sequence);
    }
  }
  close();
  return violations;
}
