import { createHash } from "node:crypto";
import type { RunEventPayloads } from "@goaltrace/core/log";
import type { Blob } from "@goaltrace/core/ports";
import { testAgent, testUsage } from "@goaltrace/core/testing";

type EventForms = { readonly [T in keyof RunEventPayloads]?: readonly RunEventPayloads[T][] };

const text = (content: string): Blob => ({
  sha256: createHash("sha256").update(content).digest("hex"),
  mediaType: "text/plain",
  encoding: "utf8",
  text: content,
});
const failure = { code: "MODEL_UNAVAILABLE", message: "Bad gateway (502).", fix: "Try again." } as const;
const [marker, attachments, summary, archive] = ["The marker", "The plan", "The summary", "The archive"].map(
  text,
) as [Blob, Blob, Blob, Blob];
const [before, after] = ["one\n", "two\n"].map(text) as [Blob, Blob];
const UNCHECKED = { evidence: [], verified: null } as const;
const segment = { source: "instructions", tokens: 10, firstSequence: null, lastSequence: null, cached: true };
const SEGMENTS = [
  ...["instructions", "core_skill", "profile", "project_context", "tools", "index", "summary", "attachments"],
  ...["user", "assistant", "tool_result", "recalled", "tail"],
] as const;
const compacted = {
  compactionId: "compaction",
  layer: "summarise",
  beforeTokens: 9_000,
  afterTokens: 3_000,
  ratio: 1 / 3,
  messagesFolded: 4,
  fromSequence: 1,
  toSequence: 4,
  markerBlob: marker.sha256,
  attachmentsBlob: attachments.sha256,
  summaryBlob: summary.sha256,
  headTokens: { marker: 3, attachments: 3, summary: 3 },
} as const;

/** Each event type in each of its forms: every member of its unions, with optional fields present and absent. */
export const EVENT_FORMS: EventForms = {
  "trace.started": [
    {
      agent: {
        ...testAgent,
        tools: ["calculator"],
        limits: {
          ...testAgent.limits,
          compaction: {
            clearAbove: 1_000,
            clearFrees: 100,
            clearLastsSteps: 3,
            prepareAbove: 2_000,
            summariseAbove: 3_000,
          },
        },
      },
      models: ["fixture/model-1", "fixture/model-2"],
      task: "Every event there is",
      origin: { kind: "forks", traceId: "another", sequence: 3 },
      projectFolder: "/srv/project",
    },
  ],
  "trace.status_changed": [
    ...(["approval", "question", "pause", "budget", "children", "worker", "folder", null] as const).map(
      (waitingFor) => ({ status: "waiting" as const, waitingFor }),
    ),
    ...(["queued", "running"] as const).map((status) => ({ status, waitingFor: null })),
  ],
  "trace.phase_changed": (
    ["idle", "routing", "planning", "executing", "reflecting", "replanning", "responding"] as const
  ).map((phase) => ({ phase })),
  "trace.resumed": [
    {
      journal: [
        { toolCallId: "a", toolName: "read_file", state: "not_started", resolution: "rerun" },
        { toolCallId: "b", toolName: "edit_file", state: "committed", resolution: "kept" },
        { toolCallId: "c", toolName: "edit_file", state: "unknown", resolution: "interrupted" },
      ],
      resumeCount: 1,
      reason: "the process that ran it stopped",
    },
    ...(["handed_over", "released", "lost", "died"] as const).map((cause) => ({
      ...{ journal: [], resumeCount: 0, reason: "resumed", cause },
    })),
  ],
  "route.decided": [
    { route: "DIRECT", by: "rule", reason: "A greeting", callId: null, cost: 0 },
    { route: "SIMPLE_TOOL", by: "model", reason: "One lookup", callId: "call-route", cost: 0.001 },
    { route: "PLAN_REQUIRED", by: "agent", reason: "Several files", callId: null, cost: null },
  ],
  "goals.changed": [
    {
      operations: [
        {
          op: "created",
          goalId: "g1",
          parentId: "root",
          index: 0,
          title: "First",
          reason: "It was asked for",
          acceptance: ["It is named"],
          dependsOn: [],
        },
        {
          op: "created",
          goalId: "g2",
          parentId: "g1",
          index: 0,
          title: "Second",
          reason: null,
          acceptance: [],
          dependsOn: ["g1"],
        },
        { op: "changed", goalId: "g2", title: "Second, renamed", reason: null },
        { op: "changed", goalId: "g2", title: "Second, again", reason: "Clearer" },
        { op: "status", goalId: "g2", status: "in_progress", summary: null, reason: null, ...UNCHECKED },
        { op: "focused", goalId: "g2" },
      ],
      toolCallId: null,
    },
    {
      operations: [
        {
          op: "status",
          goalId: "g2",
          status: "completed",
          summary: "Done",
          reason: null,
          evidence: [3, 4],
          verified: true,
        },
        {
          op: "status",
          goalId: "g1",
          status: "abandoned",
          summary: null,
          reason: "Not needed",
          ...UNCHECKED,
        },
        {
          op: "status",
          goalId: "g1",
          status: "failed",
          summary: null,
          reason: null,
          evidence: [3],
          verified: false,
        },
        { op: "status", goalId: "g1", status: "pending", summary: null, reason: null, ...UNCHECKED },
        { op: "focused", goalId: "root" },
      ],
      toolCallId: "a",
    },
  ],
  "todos.changed": [
    {
      todos: (["pending", "in_progress", "completed"] as const).map((status, index) => ({
        id: String(index),
        text: `Todo ${index}`,
        status,
      })),
    },
    { todos: [] },
  ],
  "context.set": [
    { slot: "instructions", blob: marker.sha256, tokens: 3, source: "agent" },
    { slot: "tools", blob: attachments.sha256, tokens: 3, source: "tools" },
    {
      slot: "project_context",
      blob: summary.sha256,
      tokens: 3,
      source: "AGENTS.md",
      layers: [{ path: "AGENTS.md", characters: 90, shownCharacters: 80, tokens: 20 }],
    },
  ],
  "call.started": (
    ["step", "final", "route", "plan", "critique", "check", "lesson", "summary", "recall", "title"] as const
  ).map((purpose, index) => ({
    callId: `call-${purpose}`,
    purpose,
    step: index + 1,
    request: {
      renderer: 1,
      model: "model-1",
      quirks: "default",
      systemBlobs: [marker.sha256],
      toolsBlob: index % 2 === 0 ? null : attachments.sha256,
      tailBlob: index % 2 === 0 ? summary.sha256 : null,
      ranges: [[1, 2]],
      ...(index % 2 === 0 ? {} : { view: 0 }),
      parameters: '"stream":true',
      sha256: archive.sha256,
    },
    report: {
      segments: SEGMENTS.map((kind, place) => ({ ...segment, kind, cached: place % 2 === 0 })),
      ...(index === 0
        ? {}
        : {
            cacheBreak:
              index === 1
                ? null
                : {
                    kind: "summary" as const,
                    source: "compaction",
                    reason: index === 2 ? ("cleared" as const) : ("summarised" as const),
                    tokens: 40,
                  },
          }),
      totalTokens: 130,
      exact: index % 2 === 0,
      window: 64_000,
      dropped: [{ source: "AGENTS.md", reason: "too long" }],
    },
  })),
  "call.attempt_failed": [
    { callId: "call-step", attempt: 1, model: "model-1", failure, retryAfterMs: 500, durationMs: 20 },
    {
      callId: "call-step",
      attempt: 2,
      model: "model-1",
      failure,
      retryAfterMs: null,
      durationMs: 20,
      fallback: "text_tools",
    },
  ],
  "call.finished": (["stop", "tool_calls", "length", "content_filter", "other"] as const).map(
    (finishReason, index) => ({
      callId: "call-step",
      purpose: "step",
      model: "fixture/model-1",
      attempts: 1,
      finishReason,
      usage: { ...testUsage, estimated: index % 2 === 0 },
      cost: index === 0 ? null : 0.0001 * index,
      durationMs: 900,
      firstTokenMs: index === 0 ? null : 100,
    }),
  ),
  "call.failed": [{ callId: "call-final", failure, attempts: 5 }],
  "call.repaired": (
    [
      "fence_removed",
      "double_encoded",
      "empty_arguments",
      "duplicate_id",
      "missing_id",
      "trailing_text",
    ] as const
  ).map((repair) => ({ callId: "call-step", toolCallId: "a", repair, before: "{}" })),
  "tool.started": (["read_only", "idempotent", "effectful"] as const).map((effect) => ({
    toolCallId: "a",
    toolName: "read_file",
    effect,
  })),
  "tool.progressed": [{ toolCallId: "a", text: "half of it" }],
  "file.changed": [
    {
      toolCallId: "a",
      path: "src/a.ts",
      beforeBlob: before.sha256,
      afterBlob: after.sha256,
      added: 1,
      removed: 1,
    },
    {
      toolCallId: "a",
      path: "src/b.ts",
      beforeBlob: null,
      afterBlob: after.sha256,
      withheld: ["before", "after"],
      added: 1,
      removed: 0,
    },
  ],
  "loop.detected": (
    ["same_call", "cycle", "same_error", "no_progress", "same_text", "stream_repetition"] as const
  ).map((detector, index) => ({
    detector,
    action: (["noted", "denied", "stopped", "polling"] as const)[index % 4] ?? "noted",
    count: 3,
    sequences: [1, 2],
    evidence: "read_file of the same path",
  })),
  "result.spilled": [
    {
      toolCallId: "a",
      toolName: "read_file",
      blob: archive.sha256,
      characters: 9_000,
      shownCharacters: 600,
      tokens: 200,
    },
  ],
  "context.cleared": (["threshold", "too_long", "asked"] as const).map((reason) => ({
    sequences: [3],
    reason,
    beforeTokens: 5_000,
    afterTokens: 4_000,
  })),
  "compaction.started": [
    { compactionId: "compaction", reason: "asked", focus: "numbers", beforeTokens: 9_000, window: 64_000 },
    { compactionId: "compaction", reason: "threshold", focus: null, beforeTokens: 9_000, window: 64_000 },
  ],
  "compaction.finished": [
    {
      ...compacted,
      reason: "asked",
      source: "model",
      focus: "numbers",
      archiveBlob: archive.sha256,
      ledger: [
        ...(["goal", "requirement", "decision", "file", "number"] as const).map((kind, index) => ({
          kind,
          text: `A ${kind}`,
          sequence: index + 1,
          state: "kept" as const,
        })),
        { kind: "number", text: "412 ms", sequence: 2, state: "reworded", now: "about 400 ms" },
        { kind: "file", text: "src/a.ts", sequence: 2, state: "dropped" },
      ],
      cost: 0.002,
      callId: "call-summary",
    },
    {
      ...compacted,
      reason: "too_long",
      source: "extractive",
      focus: null,
      archiveBlob: null,
      ledger: [],
      cost: 0,
      callId: null,
    },
    {
      ...compacted,
      reason: "threshold",
      source: "model",
      focus: null,
      archiveBlob: null,
      ledger: [],
      cost: null,
      callId: "call-summary",
    },
  ],
  "compaction.failed": (["failed", "empty", "not_smaller", "endless"] as const).map((problem, index) => ({
    compactionId: "compaction",
    problem,
    message: "It was none",
    failuresInRow: index + 1,
    logTokens: 900,
    callId: index === 0 ? null : "call-summary",
  })),
  "compaction.prepared": [
    { callId: "call-summary", toSequence: 3, textBlob: summary.sha256, tokens: 3, cost: 0.001 },
    { callId: "call-summary", toSequence: 3, textBlob: summary.sha256, tokens: 3, cost: null },
  ],
  "compaction.discarded": (["outgrown", "superseded", "stopped"] as const).map((why) => ({
    callId: "call-summary",
    why,
  })),
  "compaction.pinned": [
    { signalId: "s1", personId: "person", text: "Two decimals" },
    { signalId: "s2", personId: null, text: "No guesses" },
  ],
  "limit.reached": (["steps", "tokens", "duration", "output"] as const).map((limit) => ({
    limit,
    used: 6,
    allowed: 6,
  })),
  "signal.received": [
    { signalId: "s3", signal: "cancel", personId: "person", payload: { reason: "Wrong folder" } },
    { signalId: "s4", signal: "cancel", personId: null, payload: { reason: null } },
    { signalId: "s5", signal: "steer", personId: "person", payload: { text: "Use euros" } },
  ],
  "trace.finished": [{ status: "interrupted", failure, summary: "As far as it went" }],
};

/** The blobs referenced by the forms. */
export const EVENT_BLOBS: readonly Blob[] = [marker, attachments, summary, archive, before, after];
