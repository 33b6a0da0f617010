import type { Entry } from "../log/entry.ts";
import { ERASED_TEXT } from "../log/erased.ts";
import type { Observation } from "./distill.ts";

/** The run whose own entries are read, with the message that began it. */
export type ObservedRun = { readonly traceId: string; readonly entries: readonly Entry[] };

/**
 * Finds the observations in the log of an ended run: lessons after which the same tool succeeded, and calls that a person denied or changed with a
 * reason. Erased texts teach nothing.
 */
export function observeLog({ traceId, entries }: ObservedRun): readonly Observation[] {
  const { task, taskSequence } = findTask(entries);
  const tools = toolsByCall(entries);
  return entries.flatMap((entry): readonly Observation[] => {
    if (entry.kind !== "event") return [];
    const { sequence } = entry;
    const place = { traceId, sequence, task, taskSequence };
    if (entry.type === "lesson.learned") {
      const toolName = tools.get(entry.data.toolCallId ?? "") ?? null;
      const { text } = entry.data;
      if (toolName === null || text === ERASED_TEXT || !succeedsAfter(entries, sequence, toolName)) return [];
      return [{ ...place, kind: "lesson", toolName, text }];
    }
    if (entry.type === "approval.decided") {
      const { decision, editedArguments, reason, toolCallId } = entry.data;
      const isCorrection = decision === "denied" || editedArguments !== null;
      if (!isCorrection || reason === null || reason === ERASED_TEXT) return [];
      return [{ ...place, kind: "correction", toolName: tools.get(toolCallId) ?? null, text: reason }];
    }
    return [];
  });
}

/** Returns the message of a person that a run works on. */
export function findTask(entries: readonly Entry[]): {
  readonly task: string;
  readonly taskSequence: number | null;
} {
  for (const entry of entries) {
    if (entry.kind !== "message" || entry.role !== "user" || entry.author !== "person") continue;
    const task = entry.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    return task === ERASED_TEXT ? { task: "", taskSequence: null } : { task, taskSequence: entry.sequence };
  }
  return { task: "", taskSequence: null };
}

function toolsByCall(entries: readonly Entry[]): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap((entry) =>
      entry.kind === "message" && entry.role === "assistant"
        ? entry.toolCalls.map(({ id, name }) => [id, name] as const)
        : [],
    ),
  );
}

function succeedsAfter(entries: readonly Entry[], sequence: number, toolName: string): boolean {
  return entries.some(
    (entry) =>
      entry.kind === "message" &&
      entry.role === "tool" &&
      entry.sequence > sequence &&
      entry.toolName === toolName &&
      entry.outcome === "ok",
  );
}
