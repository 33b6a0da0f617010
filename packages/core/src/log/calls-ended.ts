import type { Entry } from "./entry.ts";

/**
 * Ids of the model and tool calls whose outcome these entries hold: what was streamed of them has had its day. "all" when a run resumes
 * or ends, because no call lives longer than its process.
 */
export function callsEndedBy(entries: readonly Entry[]): readonly string[] | "all" {
  const callIds: string[] = [];
  for (const entry of entries) {
    if (entry.kind === "message" && entry.role === "assistant") callIds.push(entry.callId);
    if (entry.kind === "message" && entry.role === "tool") callIds.push(entry.toolCallId);
    if (entry.kind !== "event") continue;
    if (entry.type === "call.failed") callIds.push(entry.data.callId);
    if (entry.type === "trace.resumed" || entry.type === "trace.finished") return "all";
  }
  return callIds;
}
