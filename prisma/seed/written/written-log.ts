import type { AppliedGoalOperation } from "@goaltrace/core/goals";
import type { EntryDraft, LedgerLine } from "@goaltrace/core/log";
import type { Blob } from "@goaltrace/core/ports";
import { sha256 } from "./sha256.ts";
import { attemptFailed, callStarted } from "./written-calls.ts";

/** An entry of a written log with its time in milliseconds since the epoch. */
export type TimedDraft = { readonly at: number; readonly draft: EntryDraft };

/** A tool call with its result. `does` is its line in lists; `seconds` defaults to 0.2. */
export type WrittenCall = {
  readonly name: string;
  readonly input: object;
  readonly does: string;
  readonly output?: string;
  readonly outcome?: "ok" | "error";
  readonly seconds?: number;
  /** A person approved it after this many seconds, for which the run waited. */
  readonly approvedAfter?: number;
};

/**
 * One model turn with its calls, which run one after the other, or all at once if they are `together`. `refused` are attempts that the
 * provider refused before it.
 */
export type WrittenStep = {
  readonly text: string;
  readonly calls?: readonly WrittenCall[];
  readonly seconds?: number;
  readonly cost?: number;
  readonly input?: number;
  readonly output?: number;
  readonly refused?: number;
  readonly together?: boolean;
};

/** Writes the entries of a run after its first two, each when the work before it is done. */
export type WrittenLog = {
  readonly drafts: readonly TimedDraft[];
  readonly blobs: readonly Blob[];
  plan(parentId: string, goals: readonly (readonly [id: string, title: string])[]): void;
  focus(goalId: string): void;
  /** Returns the sequences of the results of its calls. */
  step(goalId: string, step: WrittenStep): readonly number[];
  done(goalId: string, summary: string): void;
  close(goalId: string, status: "failed" | "abandoned", reason: string): void;
  /** Ends the log with a call that waits for a person's approval. */
  askApproval(goalId: string, text: string, call: WrittenCall): void;
  /** Marks the last calls of a goal as a loop. */
  loop(goalId: string, count: number, evidence: string): void;
  compact(goalId: string, compaction: WrittenCompaction): void;
  /** Ends the log with a pause by a person. */
  pause(reason: string): void;
  /** Ends the run at its limit of steps: those it has taken. */
  stopAtLimit(): void;
  /** Ends the run as completed. */
  finish(summary: string): void;
};

/** A summary of the messages so far: tokens before and after it, and what became of the facts in them. */
type WrittenCompaction = {
  readonly before: number;
  readonly after: number;
  readonly seconds?: number;
  readonly ledger?: readonly LedgerLine[];
};

const CACHED = 0.88;
const DEFAULT_SECONDS = 2;
const DEFAULT_TOOL_SECONDS = 0.2;
const TOKENS_PER_RESULT = 180;
/** The tokens other than the summary at the front of a compacted request. */
const HEAD = 340;

/** The person's message and `trace.started` come before. */
const FIRST_SEQUENCE = 3;

/** Returns the log of a run that has only begun, at `startsAt` in milliseconds since the epoch. */
export function createWrittenLog({
  startsAt,
  model,
  personId,
}: {
  readonly startsAt: number;
  readonly model: string;
  /** The person whose run it is, who also decides. */
  readonly personId: string;
}): WrittenLog {
  const drafts: TimedDraft[] = [];
  const blobs: Blob[] = [];
  const callSequences: number[] = [];
  const children = new Map<string, number>();
  let at = startsAt;
  let number = 0;
  let summary = 0;
  const lastSequence = (): number => FIRST_SEQUENCE + drafts.length - 1;

  const add = (draft: EntryDraft): void => void drafts.push({ at: Math.round(at), draft });
  const change = (goalId: string, ...operations: readonly AppliedGoalOperation[]): void => {
    add({
      kind: "event",
      type: "goals.changed",
      goalId,
      data: { operations: [...operations], toolCallId: null },
    });
  };
  const status = (goalId: string, to: Ending, text: string | null): void => {
    const [summary, reason] = to === "abandoned" ? [null, text] : [text, null];
    const rest = { evidence: [], verified: null };
    change(goalId, { op: "status", goalId, status: to, summary, reason, ...rest });
  };
  const blob = (text: string): string => {
    const hash = sha256(text);
    blobs.push({ sha256: hash, mediaType: "text/plain", encoding: "utf8", text });
    return hash;
  };
  const turn = (goalId: string, step: WrittenStep): readonly string[] => {
    number += 1;
    const { text, calls = [], seconds = DEFAULT_SECONDS, cost = 0.002, refused = 0 } = step;
    const { input = 40_000, output = 120 } = step;
    const callId = `call-${number}`;
    add(callStarted(goalId, { callId, model, number, input, summary, last: lastSequence() }));
    for (let attempt = 1; attempt <= refused; attempt += 1) {
      at += 1_500;
      add(attemptFailed(goalId, { callId, model, attempt }));
    }
    at += seconds * 1000;
    const toolCalls = calls.map((call, index) => ({
      ...{ id: `tool-${number}-${index}`, name: call.name, arguments: JSON.stringify(call.input) },
    }));
    const durationMs = Math.round(seconds * 1000);
    const shared = {
      finishReason: calls.length > 0 ? ("tool_calls" as const) : ("stop" as const),
      usage: {
        ...{ inputTokens: input, outputTokens: output, cachedTokens: Math.round(input * CACHED) },
        ...{ reasoningTokens: 0, estimated: false },
      },
      ...{ cost, durationMs, firstTokenMs: Math.round(durationMs / 3) },
    };
    add({
      ...{ kind: "message", role: "assistant", goalId, callId, reasoning: "", model, text, toolCalls },
      ...{ ...shared, description: text },
    });
    const data = { callId, purpose: "step" as const, model, attempts: refused + 1, ...shared };
    add({ kind: "event", type: "call.finished", goalId, data });
    return toolCalls.map(({ id }) => id);
  };
  const waitFor = (waitingFor: "approval" | "pause"): void => {
    const data = { status: "waiting" as const, waitingFor };
    add({ kind: "event", type: "trace.status_changed", goalId: "root", data });
  };
  const start = (goalId: string, id: string, { name }: WrittenCall): void => {
    const effect = /^(read|grep|glob|list)/.test(name) ? "read_only" : "effectful";
    add({ kind: "event", type: "tool.started", goalId, data: { toolCallId: id, toolName: name, effect } });
  };
  const end = (goalId: string, id: string, call: WrittenCall): number => {
    const { name, does, output = does, outcome = "ok", seconds = DEFAULT_TOOL_SECONDS } = call;
    callSequences.push(lastSequence() + 1);
    add({
      ...{ kind: "message", role: "tool", goalId, toolCallId: id, toolName: name },
      ...{ outcome, title: does, output, durationMs: Math.round(seconds * 1000), tokens: TOKENS_PER_RESULT },
      description: outcome === "ok" ? does : `${outcome}: ${does}`,
    });
    return lastSequence();
  };
  const request = (goalId: string, call: WrittenCall, id: string): string => {
    const approvalId = `approval-${id}`;
    const data = {
      ...{ approvalId, toolCallId: id, toolName: call.name, definitionDigest: "" },
      ...{ argumentsDigest: sha256(JSON.stringify(call.input)), expiresAt: null },
      reason: "A rule asks before this command.",
    };
    add({ kind: "event", type: "approval.requested", goalId, data });
    waitFor("approval");
    return approvalId;
  };
  const approve = (goalId: string, call: WrittenCall, id: string): void => {
    const approvalId = request(goalId, call, id);
    at += (call.approvedAfter ?? 0) * 1000;
    const decided = { reason: null, editedArguments: null, ruleId: null };
    const data = { approvalId, toolCallId: id, decision: "approved" as const, personId, ...decided };
    add({ kind: "event", type: "approval.decided", goalId, data });
    const running = { status: "running" as const, waitingFor: null };
    add({ kind: "event", type: "trace.status_changed", goalId: "root", data: running });
  };
  const runOne = (goalId: string, id: string, call: WrittenCall): number => {
    if (call.approvedAfter !== undefined) approve(goalId, call, id);
    start(goalId, id, call);
    at += (call.seconds ?? DEFAULT_TOOL_SECONDS) * 1000;
    return end(goalId, id, call);
  };
  /** Results are recorded in the order of the calls: an early one waits for those before it. */
  const runTogether = (goalId: string, ids: readonly string[], calls: readonly WrittenCall[]): number[] => {
    const from = at;
    for (const [index, call] of calls.entries()) start(goalId, ids[index] ?? "", call);
    return calls.map((call, index) => {
      at = Math.max(at, from + (call.seconds ?? DEFAULT_TOOL_SECONDS) * 1000);
      return end(goalId, ids[index] ?? "", call);
    });
  };

  return {
    drafts,
    blobs,
    pause: (reason) => {
      add({
        kind: "event",
        type: "run.paused",
        goalId: "root",
        data: { signalId: null, personId: null, reason },
      });
      waitFor("pause");
    },
    stopAtLimit: () => {
      const steps = number;
      const limit = { limit: "steps" as const, used: steps, allowed: steps };
      add({ kind: "event", type: "limit.reached", goalId: "root", data: limit });
      const failure = {
        code: "LIMIT_REACHED" as const,
        message: `Stopped after ${steps} steps, the limit of this agent.`,
        fix: "Raise the limit of steps, or give the run a smaller task.",
      };
      const data = { status: "failed" as const, failure, summary: null };
      add({ kind: "event", type: "trace.finished", goalId: "root", data });
    },
    finish: (text) => {
      const data = { status: "completed" as const, failure: null, summary: text };
      add({ kind: "event", type: "trace.finished", goalId: "root", data });
    },
    plan: (parentId, goals) => {
      const operations = goals.map(([goalId, title]): AppliedGoalOperation => {
        const index = children.get(parentId) ?? 0;
        children.set(parentId, index + 1);
        const fields = { title, reason: null, acceptance: [], dependsOn: [] };
        return { op: "created", goalId, parentId, index, ...fields };
      });
      change(parentId, ...operations);
    },
    focus: (goalId) => {
      status(goalId, "in_progress", null);
      change(goalId, { op: "focused", goalId });
    },
    step: (goalId, step) => {
      const ids = turn(goalId, step);
      const { calls = [], together = false } = step;
      if (together) return runTogether(goalId, ids, calls);
      return calls.map((call, index) => runOne(goalId, ids[index] ?? "", call));
    },
    askApproval: (goalId, text, call) => {
      const [id = ""] = turn(goalId, { text, calls: [call] });
      request(goalId, call, id);
    },
    done: (goalId, result) => status(goalId, "completed", result),
    close: (goalId, to, reason) => status(goalId, to, reason),
    loop: (goalId, count, evidence) => {
      const sequences = callSequences.slice(-count);
      const data = { detector: "same_call" as const, action: "noted" as const, count, sequences, evidence };
      add({ kind: "event", type: "loop.detected", goalId, data });
    },
    compact: (goalId, { before, after, seconds = 4, ledger = [] }) => {
      const callId = `summary-${number}`;
      const used = {
        inputTokens: before,
        outputTokens: after - HEAD,
        cachedTokens: Math.round(before * CACHED),
      };
      const asks = { number, input: before, summary, last: lastSequence(), purpose: "summary" as const };
      add(callStarted(goalId, { callId, model, ...asks }));
      at += seconds * 1000;
      const durationMs = seconds * 1000;
      const finished = {
        ...{ callId, purpose: "summary" as const, model, attempts: 1, finishReason: "stop" as const },
        ...{ usage: { ...used, reasoningTokens: 0, estimated: false }, cost: 0.004 },
        ...{ durationMs, firstTokenMs: Math.round(durationMs / 3) },
      };
      add({ kind: "event", type: "call.finished", goalId, data: finished });
      summary = after - HEAD;
      const last = lastSequence();
      add({
        ...{ kind: "event", type: "compaction.finished", goalId },
        data: {
          ...{
            compactionId: `compaction-${number}`,
            reason: "threshold",
            layer: "summarise",
            source: "model",
          },
          ...{ focus: null, beforeTokens: before, afterTokens: after, ratio: after / before },
          ...{ messagesFolded: 40, fromSequence: 1, toSequence: last, archiveBlob: null },
          markerBlob: blob("Earlier messages are summarized below."),
          attachmentsBlob: blob("The plan and the open goals are repeated in every request."),
          summaryBlob: blob("The work so far, in the words of the model."),
          headTokens: { marker: 40, attachments: HEAD - 40, summary },
          ...{ ledger: [...ledger], cost: 0.004, callId },
        },
      });
    },
  };
}

type Ending = "in_progress" | "completed" | "failed" | "abandoned";
