import type { Message } from "./message.ts";

/** One violation of the pairing law, at the sequence where it becomes visible. */
export type PairingViolation = {
  readonly kind: "duplicate_call" | "missing_result" | "result_without_call" | "duplicate_result";
  readonly sequence: number;
  readonly toolCallId: string;
};

/**
 * Checks the pairing law on messages in request order: each issued call has exactly one result, placed between its assistant message and
 * the next message of another kind. Returns an empty list for a valid request.
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
