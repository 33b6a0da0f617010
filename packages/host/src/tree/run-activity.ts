import { describeCall, type Entry } from "@goaltrace/core/log";

/** The work of a run at the end of its log: it runs a tool, or its model answers. `since` is in milliseconds since the epoch. */
export type RunActivity =
  /** `target` is the first argument, on one line; empty without one. */
  | { readonly kind: "tool"; readonly tool: string; readonly target: string; readonly since: number }
  | { readonly kind: "model"; readonly since: number };

/**
 * Returns what the run does after the last of these entries, which are the end of its log; null while it does neither. Of several running
 * calls, the one that began last.
 */
export function runActivity(entries: readonly Entry[]): RunActivity | null {
  const ended = new Set<string>();
  let running: { readonly id: string; readonly tool: string; readonly since: number } | null = null;
  for (const entry of entries.toReversed()) {
    if (entry.kind === "message" && entry.role === "tool") ended.add(entry.toolCallId);
    if (entry.kind === "event" && entry.type === "call.started") return { kind: "model", since: entry.at };
    if (entry.kind === "event" && entry.type === "tool.started") {
      const { toolCallId: id, toolName: tool } = entry.data;
      if (running === null && !ended.has(id)) running = { id, tool, since: entry.at };
    }
    if (entry.kind !== "message" || entry.role !== "assistant") continue;
    if (running === null) return null;
    const { id, tool, since } = running;
    const call = entry.toolCalls.find((candidate) => candidate.id === id);
    const target = call === undefined ? "" : describeCall(call).slice(tool.length + 1, -1);
    return { kind: "tool", tool, target, since };
  }
  return running === null ? null : { kind: "tool", tool: running.tool, target: "", since: running.since };
}
