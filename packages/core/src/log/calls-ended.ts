import type { Entry } from "./entry.ts";

/**
 * Returns the ids of the model and tool calls that these entries end; their streamed output is no longer needed. Returns "all" when a run
 * resumes or ends, because no call outlives its process.
 */
export function callsEndedBy(entries: readonly Entry[]): readonly string[] | "all" {
  const callIds: string[] = [];
  for (const entry of entries) {
    if (entry.kind === "message") {
      if (entry.role === "assistant") callIds.push(entry.callId);
      if (entry.role === "tool") callIds.push(entry.toolCallId);
    } else if (entry.kind === "event") {
      if (entry.type === "call.failed") callIds.push(entry.data.callId);
      if (entry.type === "trace.resumed" || entry.type === "trace.finished") return "all";
    }
  }
  return callIds;
}
