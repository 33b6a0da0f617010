import type { AppliedGoalOperation } from "../goals/goal.ts";
import type { Entry } from "./entry.ts";
import type { DoomLoopAction, DoomLoopDetector } from "./run-event.ts";

/**
 * One entry without its payload: what goal tree, graph and lists need, at most about 150 bytes per message on the wire. Short keys
 * because thousands travel at once: q sequence, t time, g goal, k kind.
 */
export type SkeletonEntry = { readonly q: number; readonly t: number; readonly g: string } & (
  | { readonly k: "user"; readonly d: string; readonly n: number }
  | {
      readonly k: "assistant";
      readonly d: string;
      readonly i: number;
      readonly o: number;
      readonly c: number | null;
      readonly m: number;
      readonly calls: readonly string[];
    }
  | {
      readonly k: "tool";
      readonly d: string;
      readonly call: string;
      readonly name: string;
      readonly s: "ok" | "error" | "denied" | "cancelled" | "interrupted";
      readonly n: number;
      readonly m: number;
    }
  | { readonly k: "started"; readonly call: string; readonly name: string }
  | { readonly k: "goals"; readonly ops: readonly AppliedGoalOperation[] }
  | {
      readonly k: "loop";
      readonly detector: DoomLoopDetector;
      readonly action: DoomLoopAction;
      readonly count: number;
      readonly from: number;
    }
  | { readonly k: "retry"; readonly attempt: number; readonly d: string }
  | { readonly k: "error"; readonly d: string }
  | { readonly k: "limit"; readonly d: string }
  | {
      readonly k: "compacted";
      readonly layer: "clear" | "summarise";
      /** Results cleared, or messages folded. */
      readonly n: number;
      /** Tokens of the view. */
      readonly before: number;
      readonly after: number;
    }
  | { readonly k: "resumed"; readonly unknown: number }
  | { readonly k: "calling"; readonly call: string }
  | { readonly k: "begin"; readonly d: string }
  | {
      readonly k: "end";
      readonly status: "completed" | "failed" | "cancelled" | "interrupted";
      readonly d: string;
    }
  | { readonly k: "other"; readonly d: string }
);

/**
 * Version of what `skeletonOf` makes of an entry. Stores keep slim forms beside the entries with this number and derive those of any other
 * number anew: whatever changes what `skeletonOf` returns raises it.
 */
export const SKELETON_VERSION = 1;

/** Drops the payload of an entry; null for entries that no view draws. */
export function skeletonOf(entry: Entry): SkeletonEntry | null {
  const base = { q: entry.sequence, t: entry.at, g: entry.goalId };
  if (entry.kind === "unknown") return { ...base, k: "other", d: entry.type };
  if (entry.kind === "message") {
    switch (entry.role) {
      case "user":
        return { ...base, k: "user", d: entry.description, n: entry.tokens };
      case "assistant":
        return {
          ...base,
          k: "assistant",
          d: entry.description,
          i: entry.usage.inputTokens,
          o: entry.usage.outputTokens,
          c: entry.cost,
          m: entry.durationMs,
          calls: entry.toolCalls.map((call) => call.id),
        };
      case "tool":
        return {
          ...base,
          k: "tool",
          d: entry.description,
          call: entry.toolCallId,
          name: entry.toolName,
          s: entry.outcome,
          n: entry.tokens,
          m: entry.durationMs,
        };
    }
  }
  switch (entry.type) {
    case "trace.started":
      return { ...base, k: "begin", d: entry.data.task.slice(0, 120) };
    case "trace.finished":
      return {
        ...base,
        k: "end",
        status: entry.data.status,
        d: entry.data.failure?.message ?? entry.data.summary?.slice(0, 120) ?? "",
      };
    case "trace.resumed":
      return {
        ...base,
        k: "resumed",
        unknown: entry.data.journal.filter((line) => line.state === "unknown").length,
      };
    case "goals.changed":
      return { ...base, k: "goals", ops: entry.data.operations };
    case "tool.started":
      return { ...base, k: "started", call: entry.data.toolCallId, name: entry.data.toolName };
    case "loop.detected":
      return {
        ...base,
        k: "loop",
        detector: entry.data.detector,
        action: entry.data.action,
        count: entry.data.count,
        from: entry.data.sequences[0] ?? entry.sequence,
      };
    case "call.attempt_failed":
      return { ...base, k: "retry", attempt: entry.data.attempt, d: entry.data.failure.message };
    case "call.failed":
      return { ...base, k: "error", d: entry.data.failure.message };
    case "call.started":
      return { ...base, k: "calling", call: entry.data.callId };
    case "context.cleared":
      return {
        ...base,
        k: "compacted",
        layer: "clear",
        n: entry.data.sequences.length,
        before: entry.data.beforeTokens,
        after: entry.data.afterTokens,
      };
    case "compaction.finished":
      return {
        ...base,
        k: "compacted",
        layer: "summarise",
        n: entry.data.messagesFolded,
        before: entry.data.beforeTokens,
        after: entry.data.afterTokens,
      };
    case "compaction.failed":
      return { ...base, k: "other", d: entry.type };
    case "limit.reached":
      return { ...base, k: "limit", d: entry.data.limit };
    case "trace.status_changed":
    case "trace.phase_changed":
    case "route.decided":
    case "todos.changed":
    case "context.set":
    case "call.finished":
    case "call.repaired":
    case "tool.progressed":
    case "file.changed":
    case "signal.received":
    case "result.spilled":
    case "compaction.started":
    case "compaction.prepared":
    case "compaction.discarded":
    case "compaction.pinned":
      return null;
  }
}
