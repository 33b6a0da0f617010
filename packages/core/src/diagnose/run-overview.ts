import { isAnswerCall } from "../log/answer-call.ts";
import type { Entry } from "../log/entry.ts";
import type { EventOf } from "../log/events/event-handlers.ts";
import type { CallPurpose } from "../log/run-event.ts";
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

/** A model call with its cost. Null cost means that the model has no price. `purpose` is that of a helper call; null for a step. */
export type CallCost = {
  readonly sequence: number;
  readonly description: string;
  readonly purpose: CallPurpose | null;
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
  /** The people who decided about calls that waited for them, in order. */
  readonly decisions: readonly { readonly toolCallId: string; readonly personId: string }[];
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
  const questions = new Map<string, string>();
  const decisions: { readonly toolCallId: string; readonly personId: string }[] = [];
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

  const addCost = (call: CallCost): void => {
    expensive = [...expensive, call]
      .sort((a, b) => (b.cost ?? 0) - (a.cost ?? 0) || b.tokens - a.tokens)
      .slice(0, MAX_EXPENSIVE_CALLS);
  };
  const addDecision = (entry: Entry): void => {
    if (entry.kind !== "event") return;
    if (entry.type === "question.asked" && entry.data.toolCallId !== null)
      questions.set(entry.data.questionId, entry.data.toolCallId);
    const decided =
      entry.type === "approval.decided"
        ? entry.data
        : entry.type === "question.answered"
          ? { toolCallId: questions.get(entry.data.questionId), personId: entry.data.personId }
          : null;
    if (decided?.toolCallId != null && decided.personId !== null)
      decisions.push({ toolCallId: decided.toolCallId, personId: decided.personId });
  };
  const addHelper = ({ sequence, data }: EventOf<"call.finished">): void => {
    const { purpose, usage, cost, durationMs } = data;
    if (isAnswerCall(purpose)) return;
    const tokens = usage.inputTokens + usage.outputTokens;
    addCost({ sequence, description: "", purpose, cost, tokens, durationMs });
  };

  return {
    add(entry) {
      lastSequence = entry.sequence;
      observeForDiagnosis(diagnosis, entry);
      addDecision(entry);
      if (entry.kind === "event" && entry.type === "tool.started")
        tools.set(entry.data.toolCallId, { toolName: entry.data.toolName, paths: [] });
      else if (entry.kind === "event" && entry.type === "file.changed") addWrite(entry);
      else if (entry.kind === "message" && entry.role === "tool")
        pointToResult(entry.toolCallId, entry.sequence);
      else if (entry.kind === "message" && entry.role === "assistant") {
        const { sequence, description, cost, usage, durationMs } = entry;
        const tokens = usage.inputTokens + usage.outputTokens;
        // The answer of a helper call is a message without a call of its own.
        if (tokens > 0) addCost({ sequence, description, purpose: null, cost, tokens, durationMs });
      } else if (entry.kind === "event" && entry.type === "call.finished") addHelper(entry);
    },
    overview: () => ({
      diagnosis: explainRun(diagnosis),
      files: [...files].map(([path, writes]) => ({ path, writes })),
      expensive,
      decisions,
      lastSequence,
    }),
  };
}
