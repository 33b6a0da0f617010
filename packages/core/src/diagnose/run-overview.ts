import type { Entry } from "../log/entry.ts";
import { createDiagnosis, observeForDiagnosis } from "./diagnosis-state.ts";
import { type Diagnosis, explainRun } from "./explain-run.ts";

/** One change of a file by a tool of this run. */
export type FileWrite = {
  readonly sequence: number;
  readonly goalId: string;
  readonly toolName: string;
  readonly created: boolean;
  readonly added: number;
  readonly removed: number;
};
/** A file and its changes, oldest first. */
export type WrittenFile = { readonly path: string; readonly writes: readonly FileWrite[] };

/** A model call with its cost. Null cost means that the model has no price. */
export type CallCost = {
  readonly sequence: number;
  readonly description: string;
  readonly cost: number | null;
  readonly tokens: number;
  readonly durationMs: number;
};

/** A summary of a whole run. */
export type RunOverview = {
  readonly diagnosis: Diagnosis;
  readonly files: readonly WrittenFile[];
  /** The most expensive model calls; by tokens when nothing has a price. */
  readonly expensive: readonly CallCost[];
  /** The last entry that was read. */
  readonly lastSequence: number;
};

/** Number of most expensive calls to report. */
const MAX_EXPENSIVE_CALLS = 5;

/** Creates a fold of log entries into an overview. Memory grows with calls and writes, never with their content. */
export function createOverview(): { add(entry: Entry): void; overview(): RunOverview } {
  const diagnosis = createDiagnosis();
  const files = new Map<string, FileWrite[]>();
  const tools = new Map<string, { readonly toolName: string; readonly paths: string[] }>();
  let expensive: CallCost[] = [];
  let lastSequence = 0;

  const addWrite = (entry: Extract<Entry, { type: "file.changed" }>): void => {
    if (entry.kind !== "event") return;
    const { path, toolCallId, beforeBlob, added, removed } = entry.data;
    const write = {
      sequence: entry.sequence,
      goalId: entry.goalId,
      toolName: tools.get(toolCallId)?.toolName ?? "",
      created: beforeBlob === null,
      added,
      removed,
    };
    const existing = files.get(path);
    if (existing === undefined) files.set(path, [write]);
    else existing.push(write);
    tools.get(toolCallId)?.paths.push(path);
  };
  /** A change is recorded while its tool runs; the useful entry is the tool's result, which comes later. */
  const pointToResult = (toolCallId: string, sequence: number): void => {
    for (const path of tools.get(toolCallId)?.paths ?? []) {
      const writes = files.get(path) ?? [];
      const last = writes.at(-1);
      if (last !== undefined) writes[writes.length - 1] = { ...last, sequence };
    }
    tools.delete(toolCallId);
  };

  return {
    add(entry) {
      lastSequence = entry.sequence;
      observeForDiagnosis(diagnosis, entry);
      if (entry.kind === "event" && entry.type === "tool.started")
        tools.set(entry.data.toolCallId, { toolName: entry.data.toolName, paths: [] });
      else if (entry.kind === "event" && entry.type === "file.changed") addWrite(entry);
      else if (entry.kind === "message" && entry.role === "tool")
        pointToResult(entry.toolCallId, entry.sequence);
      else if (entry.kind === "message" && entry.role === "assistant") {
        const { sequence, description, cost, usage, durationMs } = entry;
        const tokens = usage.inputTokens + usage.outputTokens;
        expensive = [...expensive, { sequence, description, cost, tokens, durationMs }]
          .sort((a, b) => (b.cost ?? 0) - (a.cost ?? 0) || b.tokens - a.tokens)
          .slice(0, MAX_EXPENSIVE_CALLS);
      }
    },
    overview: () => ({
      diagnosis: explainRun(diagnosis),
      files: [...files].map(([path, writes]) => ({ path, writes })),
      expensive,
      lastSequence,
    }),
  };
}
