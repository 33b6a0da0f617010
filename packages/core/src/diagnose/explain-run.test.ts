import { describe, expect, it } from "vitest";
import type { Failure } from "../errors.ts";
import type { Entry } from "../log/entry.ts";
import { emptyProjection, projectEntry } from "../log/project.ts";
import { deriveGraph } from "../graph/derive-graph.ts";
import { edgeMarks } from "../graph/edge-marks.ts";
import { toOutline } from "../log/to-outline.ts";
import { buildLog, type LogBuilder } from "../testing/builders.ts";
import { createOverview } from "./run-overview.ts";
import type { Diagnosis } from "./explain-run.ts";
import type { Finding } from "./finding.ts";

const unavailable: Failure = {
  code: "MODEL_UNAVAILABLE",
  message: "The endpoint answered 503.",
  fix: "Try again later.",
};

function diagnose(entries: readonly Entry[]): Diagnosis {
  const overview = createOverview();
  for (const entry of entries) overview.add(entry);
  return overview.overview().diagnosis;
}

function find<Kind extends Finding["kind"]>(
  log: LogBuilder,
  kind: Kind,
): Extract<Finding, { kind: Kind }> | undefined {
  return diagnose(log.entries).findings.find(
    (finding): finding is Extract<Finding, { kind: Kind }> => finding.kind === kind,
  );
}

function finish(
  log: LogBuilder,
  status: "completed" | "failed" | "cancelled" | "interrupted",
  failure: Failure | null = null,
): void {
  log.event({ type: "trace.finished", data: { status, failure, summary: null } });
}

/** A turn with one call and its result; returns the result's sequence. */
function call(log: LogBuilder, result: Parameters<LogBuilder["tool"]>[1] = {}): number {
  const turn = log.assistant({ calls: [{ name: result.toolName ?? "read_file" }] });
  return log.tool(turn.toolCalls[0]?.id ?? "", result).sequence;
}

describe("explainRun", () => {
  it("finds nothing in a run that completed without problems", () => {
    const log = buildLog();
    log.user("Hello");
    log.assistant({ text: "Hello" });
    finish(log, "completed");
    expect(diagnose(log.entries)).toEqual({ status: "completed", findings: [], errors: 0 });
  });

  it("reports who canceled and why, from the signal", () => {
    const log = buildLog();
    const signal = log.event({
      type: "signal.received",
      data: { signalId: "s", signal: "cancel", personId: "ann", payload: { reason: "wrong folder" } },
    });
    finish(log, "cancelled");
    expect(find(log, "end")).toMatchObject({
      cause: { kind: "cancelled", personId: "ann", reason: "wrong folder" },
      causedAt: signal.sequence,
    });
  });

  it("reports the limit that ended a run, not an earlier output limit", () => {
    const log = buildLog();
    log.event({ type: "limit.reached", data: { limit: "output", used: 10, allowed: 10 } });
    const steps = log.event({ type: "limit.reached", data: { limit: "steps", used: 50, allowed: 50 } });
    finish(log, "failed", { code: "LIMIT_REACHED", message: "Out of steps.", fix: "Raise the limit." });
    expect(find(log, "end")).toMatchObject({
      cause: { kind: "limit", limit: "steps" },
      causedAt: steps.sequence,
    });
  });

  it("reports the model call that failed and its first failed attempt as the start of the problem", () => {
    const log = buildLog();
    log.user("Go");
    const attempt = log.event({
      type: "call.attempt_failed",
      data: { callId: "c", attempt: 1, model: "m", failure: unavailable, retryAfterMs: 500, durationMs: 20 },
    });
    const failed = log.event({
      type: "call.failed",
      data: { callId: "c", failure: unavailable, attempts: 1 },
    });
    finish(log, "failed", unavailable);
    expect(find(log, "end")).toMatchObject({
      cause: { kind: "model", attempts: 1 },
      causedAt: failed.sequence,
    });
    expect(find(log, "first_wrong")).toMatchObject({
      what: "model_error",
      sequence: attempt.sequence,
      fix: unavailable.fix,
      before: [{ sequence: 1, text: "Go" }],
    });
  });

  it("sums retries by reason with the time they cost", () => {
    const log = buildLog();
    for (const [attempt, wait] of [
      [1, 500],
      [2, null],
    ] as const) {
      log.event({
        type: "call.attempt_failed",
        data: { callId: "c", attempt, model: "m", failure: unavailable, retryAfterMs: wait, durationMs: 20 },
      });
    }
    expect(find(log, "retries")).toMatchObject({
      count: 2,
      lostMs: 540,
      reasons: [{ failure: unavailable, sequences: [1, 2] }],
    });
  });

  it("reports a loop once with its strictest action, its calls and their cost", () => {
    const log = buildLog();
    const sequences = [call(log), call(log), call(log)];
    const loop = { detector: "same_call", evidence: "read_file {}", sequences } as const;
    log.event({ type: "loop.detected", data: { ...loop, action: "noted", count: 3 } });
    const again = call(log);
    const detected = log.event({
      type: "loop.detected",
      data: { ...loop, sequences: [...sequences, again], action: "stopped", count: 4 },
    });
    finish(log, "failed", { code: "DOOM_LOOP", message: "Loop.", fix: "Say it otherwise." });
    const loopFinding = find(log, "loop");
    expect(loopFinding).toMatchObject({ action: "stopped", count: 4, sequences: [...sequences, again] });
    expect(loopFinding?.cost).toBeCloseTo(0.004);
    expect(find(log, "end")?.cause).toEqual({ kind: "loop" });
    expect(find(log, "first_wrong")).toMatchObject({ what: "loop", sequence: sequences[0] });
    expect(detected.sequence).toBeGreaterThan(loopFinding?.sequence ?? 0);
  });

  it("counts and prices a loop as the storyboard does", () => {
    const log = buildLog();
    const detect = (count: number, sequences: readonly number[], action: "noted" | "denied"): void => {
      const loop = { detector: "same_call", evidence: `read_file ${count}`, action, count } as const;
      log.event({ type: "loop.detected", data: { ...loop, sequences: [...sequences] } });
    };
    const sequences = [call(log), call(log), call(log)];
    detect(3, sequences, "noted");
    log.assistant({ text: "It must be there." });
    sequences.push(call(log));
    detect(4, sequences.slice(1), "denied");
    call(log);
    const graph = deriveGraph(
      "",
      log.entries.flatMap((entry) => toOutline(entry) ?? []),
    );
    const edge = graph.edges.get("root");
    const mark = edge === undefined ? null : edgeMarks(graph, edge).loop;
    const loops = diagnose(log.entries).findings.filter(({ kind }) => kind === "loop");
    expect(loops).toMatchObject([{ count: 4, cost: mark?.cost, sequences }]);
    expect(mark?.count).toBe(4);
    expect(mark?.cost).toBeCloseTo(0.005);
  });

  it("counts polling neither as an error nor as the start of the problem", () => {
    const log = buildLog();
    const sequences = [call(log), call(log), call(log)];
    log.event({
      type: "loop.detected",
      data: { detector: "same_call", action: "polling", count: 3, sequences, evidence: "poll" },
    });
    finish(log, "completed");
    expect(diagnose(log.entries).errors).toBe(0);
    expect(find(log, "first_wrong")).toBeUndefined();
  });

  it("counts the same errors as the totals of the run, without loops and interrupted calls", () => {
    const log = buildLog();
    const sequences = [call(log, { outcome: "error" }), call(log), call(log)];
    call(log, { outcome: "interrupted" });
    log.event({
      type: "loop.detected",
      data: { detector: "same_call", action: "noted", count: 3, sequences, evidence: "read" },
    });
    log.event({ type: "call.failed", data: { callId: "m", failure: unavailable, attempts: 3 } });
    finish(log, "completed");
    const { totals } = log.entries.reduce(projectEntry, emptyProjection());
    expect([diagnose(log.entries).errors, totals.errors]).toEqual([2, 2]);
  });

  it("names the results of goals that are still failed before what stopped the run", () => {
    const log = buildLog();
    const close = (goalId: string, status: "completed" | "failed", summary: string): number =>
      log.event({
        type: "goals.changed",
        data: {
          toolCallId: null,
          operations: [{ op: "status", goalId, status, summary, reason: null, evidence: [], verified: null }],
        },
      }).sequence;
    const check = close("check", "failed", "41 invoices changed");
    close("repaired", "failed", "No access");
    close("repaired", "completed", "Access granted");
    const undo = close("undo", "failed", "No backup");
    close("apply", "failed", "41 invoices changed");
    log.event({ type: "limit.reached", data: { limit: "steps", used: 60, allowed: 60 } });
    finish(log, "failed", { code: "LIMIT_REACHED", message: "60 steps.", fix: "Raise the limit." });
    const kinds = diagnose(log.entries).findings.map(({ kind }) => kind);
    expect(kinds.slice(0, 2)).toEqual(["failed_goals", "end"]);
    expect(find(log, "failed_goals")?.goals).toEqual([
      { sequence: check, goalId: "check", text: "41 invoices changed" },
      { sequence: undo, goalId: "undo", text: "No backup" },
    ]);
  });

  it("lists denied calls and calls with unknown outcome, each with its entry", () => {
    const log = buildLog();
    const denied = call(log, { outcome: "denied", output: "Not run.", toolName: "write_file" });
    const unknown = call(log, { outcome: "interrupted", toolName: "bash_command" });
    expect(find(log, "denied")?.calls).toMatchObject([{ sequence: denied, toolName: "write_file" }]);
    expect(find(log, "interrupted_calls")?.calls).toMatchObject([
      { sequence: unknown, toolName: "bash_command" },
    ]);
  });

  it("reports a resume with its effect journal", () => {
    const log = buildLog();
    const journal = [
      { toolCallId: "t", toolName: "write_file", state: "unknown", resolution: "interrupted" },
    ] as const;
    log.event({ type: "trace.resumed", data: { journal, resumeCount: 1, reason: "the process stopped" } });
    expect(find(log, "resumed")).toMatchObject({ journal, reason: "the process stopped" });
  });

  it("groups tool errors by tool and points to the first with its preceding entries", () => {
    const log = buildLog();
    log.user("Go");
    const first = call(log, { outcome: "error", output: "no such file", toolName: "read_file" });
    call(log, { outcome: "error", output: "no such file", toolName: "grep_content" });
    call(log, { outcome: "error", output: "no such file", toolName: "grep_content" });
    finish(log, "completed");
    expect(find(log, "tool_errors")).toMatchObject({
      count: 3,
      tools: [{ toolName: "grep_content" }, { toolName: "read_file" }],
    });
    expect(find(log, "first_wrong")).toMatchObject({ what: "tool_error", sequence: first });
    expect(find(log, "first_wrong")?.before.map((place) => place.sequence)).toEqual([1, 2]);
    expect(diagnose(log.entries).errors).toBe(3);
    expect(find(log, "end")).toBeUndefined();
  });

  it("separates an error after which the run continued from the one that ended it", () => {
    const refused: Failure = {
      code: "MODEL_REFUSED_KEY",
      message: "403: no access.",
      fix: "Ask for access.",
    };
    const run = (after: (log: LogBuilder) => void): LogBuilder => {
      const log = buildLog();
      call(log, { outcome: "error", output: "outside the folder", toolName: "write_file" });
      after(log);
      log.event({ type: "call.failed", data: { callId: "c", failure: refused, attempts: 1 } });
      finish(log, "failed", refused);
      return log;
    };
    const recovered = run((log) => void call(log));
    expect(find(recovered, "first_wrong")).toMatchObject({ what: "tool_error", recovered: true });
    expect(find(recovered, "end")?.cause).toEqual({ kind: "model", attempts: 1 });
    expect(
      find(
        run(() => undefined),
        "first_wrong",
      ),
    ).toMatchObject({ recovered: false });
    const goal = run((log) => {
      call(log);
      const left = { goalId: "g", status: "failed", summary: "left broken", reason: null } as const;
      log.event({
        type: "goals.changed",
        data: {
          toolCallId: null,
          operations: [{ op: "status", ...left, evidence: [], verified: null }],
        },
      });
    });
    expect(find(goal, "first_wrong")).toMatchObject({ recovered: false });
  });

  it("calls an error repaired only if a later call of the same tool about the same target succeeded", () => {
    const read = (log: LogBuilder, path: string, outcome: "ok" | "error"): void => {
      const turn = log.assistant({
        calls: [{ name: "read_file", arguments: JSON.stringify({ path, limit: log.entries.length }) }],
      });
      log.tool(turn.toolCalls[0]?.id ?? "", { outcome, output: path, toolName: "read_file" });
    };
    const log = buildLog();
    for (const path of ["seven.csv", "eight.csv"]) read(log, path, "error");
    for (const path of ["eight.csv", "nine.csv"]) read(log, path, "ok");
    finish(log, "completed");
    expect(find(log, "first_wrong")).toMatchObject({ recovered: true, repaired: false });
    const places = find(log, "tool_errors")?.tools[0]?.places ?? [];
    expect(places.map(({ text, repaired }) => [text, repaired])).toEqual([
      ["seven.csv", false],
      ["eight.csv", true],
    ]);
  });

  it("counts how the equal calls of a loop ended, denied ones included", () => {
    const log = buildLog();
    const read = (path: string, outcome: "error" | "denied"): number => {
      const turn = log.assistant({ calls: [{ name: "read_file", arguments: JSON.stringify({ path }) }] });
      return log.tool(turn.toolCalls[0]?.id ?? "", { outcome, toolName: "read_file" }).sequence;
    };
    read("other.json", "error");
    const sequences = [1, 2, 3].map(() => read("summary.json", "error"));
    const looped = { detector: "same_call", count: 3, sequences, evidence: "read_file" } as const;
    log.event({ type: "loop.detected", data: { ...looped, action: "denied" } });
    for (const _ of [1, 2]) read("summary.json", "denied");
    finish(log, "failed", unavailable);
    expect(find(log, "loop")?.calls).toEqual({ succeeded: 0, failed: 3, denied: 2 });
  });

  it("does not report the error that ended the run as recovered", () => {
    const log = buildLog();
    log.event({ type: "call.failed", data: { callId: "c", failure: unavailable, attempts: 1 } });
    call(log);
    finish(log, "failed", unavailable);
    expect(find(log, "first_wrong")).toMatchObject({ what: "model_error", recovered: false });
  });

  it("counts calls that could not run as problems", () => {
    const log = buildLog();
    log.assistant({
      calls: [{ name: "nope", problem: { kind: "unknown_tool", message: "There is no tool nope." } }],
    });
    expect(find(log, "first_wrong")).toMatchObject({
      what: "bad_call",
      text: "nope: There is no tool nope.",
    });
  });

  it("diagnoses only the last turn of a continued log", () => {
    const log = buildLog();
    call(log, { outcome: "error", output: "broken" });
    finish(log, "failed", unavailable);
    log.user("Again");
    log.assistant({ text: "Done" });
    finish(log, "completed");
    expect(diagnose(log.entries)).toEqual({ status: "completed", findings: [], errors: 0 });
  });
});
