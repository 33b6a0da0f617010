import type { Message } from "./message.ts";

/** One breach of the pairing law, at the sequence where it shows. */
export type PairingViolation = {
  readonly kind: "duplicate_call" | "missing_result" | "result_without_call" | "duplicate_result";
  readonly sequence: number;
  readonly toolCallId: string;
};

/**
 * Checks the pairing law on messages as they would be sent: every result stands between the assistant message that issued its call
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
