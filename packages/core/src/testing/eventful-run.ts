import type { Entry } from "../log/entry.ts";
import type { Trace } from "../log/trace.ts";
import type { Blob, BlobStore } from "../ports/blob-store.ts";
import type { TraceStore } from "../ports/trace-store.ts";
import { buildLog, buildTrace, testRequest } from "./builders.ts";
import { closeGoal, createGoals } from "./goal-operations.ts";

const SCOPE = { workspaceId: "workspace", personId: "person" };

/** Content with a fake hash: nothing in these tests recomputes it. */
const blob = (digit: string, text: string): Blob => ({
  ...{ sha256: digit.repeat(64), mediaType: "text/plain", encoding: "utf8", text },
});
const BLOBS = {
  instructions: blob("a", "Work carefully.\nSay what you did."),
  spilled: blob("b", "heron ".repeat(40)),
  marker: blob("c", "[Earlier messages were folded.]"),
  attachments: blob("d", "Plan: 1 Count the herons"),
  summary: blob("e", "Two herons were counted."),
};

/** A run with entries of most kinds, and its second turn, which continues it. */
export type EventfulRun = {
  readonly scope: typeof SCOPE;
  readonly first: Trace;
  readonly second: Trace;
  /** The resolved log of the second turn. */
  readonly entries: readonly Entry[];
  readonly blobs: readonly Blob[];
};

/**
 * Stores two turns: goals opened, focused and closed, a retried call, a failed tool, a spilled result, a loop, a compaction, a resume and a
 * limit. `filler` adds that many progress events to the first turn. Deterministic.
 */
export async function storeEventfulRun(
  stores: { readonly traces: Pick<TraceStore, "create">; readonly blobs: Pick<BlobStore, "put"> },
  filler = 0,
): Promise<EventfulRun> {
  const first = firstTurn(filler);
  const origin = { kind: "continues", traceId: "first", sequence: first.length } as const;
  const second = secondTurn(first.length + 1);
  const blobs = Object.values(BLOBS);
  for (const stored of blobs) await stores.blobs.put(SCOPE, stored);
  const traces = {
    first: buildTrace({ id: "first", ...SCOPE, task: "Count the birds" }, first),
    second: buildTrace({ id: "second", ...SCOPE, origin, task: "And the ducks?" }, second),
  };
  await stores.traces.create(SCOPE, traces.first, first, []);
  await stores.traces.create(SCOPE, traces.second, second, []);
  return { scope: SCOPE, ...traces, entries: [...first, ...second], blobs };
}

function firstTurn(filler: number): readonly Entry[] {
  const log = buildLog({ traceId: "first" });
  const failure = { code: "MODEL_UNAVAILABLE", message: "Overloaded.", fix: "Wait." } as const;
  log.user("Count the birds");
  const instructions = { blob: BLOBS.instructions.sha256, tokens: 8, source: "preset" } as const;
  log.event({ type: "context.set", data: { slot: "instructions", ...instructions } });
  startCall(log, "call-1");
  const attempt = { attempt: 1, model: "test-model", retryAfterMs: null, durationMs: 20 } as const;
  log.event({ type: "call.attempt_failed", data: { callId: "call-1", failure, ...attempt } });
  log.assistant({ text: "I plan first.", calls: [{ id: "plan", name: "goal" }] });
  log.goals(
    ...createGoals("root", [
      ["herons", "Count the herons"],
      ["ducks", "Count the ducks"],
    ]),
    { op: "focused", goalId: "herons" },
  );
  log.tool("plan", { toolName: "goal", output: "Two goals." });
  log.assistant({ calls: [{ id: "look" }, { id: "list", name: "list_files" }] });
  const effect = "read_only";
  log.event({ type: "tool.started", data: { toolCallId: "look", toolName: "read_file", effect } });
  for (let index = 0; index < filler; index += 1)
    log.event({ type: "tool.progressed", data: { toolCallId: "look", text: `line ${index}` } });
  const size = { characters: 240, shownCharacters: 12, tokens: 40 };
  log.event({
    type: "result.spilled",
    data: { toolCallId: "look", toolName: "read_file", blob: BLOBS.spilled.sha256, ...size },
  });
  log.tool("look", { output: "heron heron …" });
  log.tool("list", { toolName: "list_files", outcome: "error", output: "No such folder." });
  const evidence = "list_files failed in the same way three times";
  log.event({
    type: "loop.detected",
    data: { detector: "same_error", action: "noted", count: 3, sequences: [10], evidence },
  });
  log.goals(closeGoal("herons", "Two herons."), { op: "focused", goalId: "ducks" });
  return log.entries;
}

function secondTurn(from: number): readonly Entry[] {
  const log = buildLog({ traceId: "second", first: from });
  log.user("And the ducks?");
  log.event({ type: "trace.resumed", data: { journal: [], resumeCount: 1, reason: "lease expired" } });
  compact(log);
  log.goals({ op: "focused", goalId: "ducks" });
  startCall(log, "call-2");
  log.assistant({ text: "There are no ducks." });
  log.event({ type: "limit.reached", data: { limit: "steps", used: 50, allowed: 50 } });
  const failed = { op: "status", goalId: "ducks", status: "failed", summary: "None found." } as const;
  log.goals({ ...failed, reason: null }, { op: "focused", goalId: "root" });
  const data = { status: "completed", failure: null, summary: "Two herons, no ducks." } as const;
  log.event({ type: "trace.finished", data });
  return log.entries;
}

type Log = ReturnType<typeof buildLog>;

function startCall(log: Log, callId: string): void {
  const request = { ...testRequest, systemBlobs: [BLOBS.instructions.sha256] };
  const report = { segments: [], totalTokens: 80, exact: false, window: 1_000, dropped: [] };
  log.event({ type: "call.started", data: { callId, purpose: "step", step: 1, request, report } });
}

function compact(log: Log): void {
  log.event({
    type: "compaction.finished",
    data: {
      ...{ compactionId: "compaction", reason: "threshold", layer: "summarise", source: "model" },
      ...{ focus: null, beforeTokens: 900, afterTokens: 300, ratio: 1 / 3, messagesFolded: 5 },
      ...{ fromSequence: 1, toSequence: 7, archiveBlob: null, cost: 0.01, callId: "summary" },
      markerBlob: BLOBS.marker.sha256,
      attachmentsBlob: BLOBS.attachments.sha256,
      summaryBlob: BLOBS.summary.sha256,
      headTokens: { marker: 1, attachments: 1, summary: 1 },
      ledger: [],
    },
  });
}
