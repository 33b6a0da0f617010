import { describe, expect, it } from "vitest";
import { resultsPrompt } from "../prompts/generated/results.ts";
import { TEST_TIME, type LogBuilder } from "../testing/builders.ts";
import { createLoopRun, type LoopRun } from "../testing/loop-run.ts";
import { endInterrupted, endRun } from "./end-run.ts";
import { parkRun } from "./park-run.ts";
import { releaseRun } from "./release-run.ts";

const failure = { code: "LIMIT_REACHED", message: "m", fix: "f" } as const;
const twoCalls = (log: LogBuilder): void => {
  log.goals({ op: "focused", goalId: "root" });
  log.assistant({ text: "Working.", calls: [{ id: "a" }, { id: "b", name: "write" }] });
  log.event({ type: "tool.started", data: { toolCallId: "b", toolName: "write", effect: "effectful" } });
};
const skipped = (toolCallId: string, toolName: string, result: Record<string, unknown>): unknown => ({
  ...{ kind: "message", role: "tool", goalId: "root", toolCallId, toolName, trust: "workspace" },
  ...{ durationMs: 0, ...result },
});
const canceled = (output: string): Record<string, unknown> => ({
  ...{ outcome: "cancelled", title: "cancelled", output, tokens: output.length },
  description: "cancelled: cancelled",
});
const finishedEvent = (data: Record<string, unknown>): unknown => ({
  ...{ kind: "event", type: "trace.finished", goalId: "root", data },
});

describe("endRun", () => {
  it("reports for every open call whether it ran, and records the end with the last answer as summary", async () => {
    const run = await createLoopRun({ log: twoCalls });
    expect(await endRun(run.context, { status: "failed", failure })).toEqual({ kind: "finished" });
    expect(await run.written()).toEqual([
      skipped("a", "read_file", canceled(resultsPrompt.runEnded)),
      skipped("b", "write", canceled(resultsPrompt.stopped)),
      finishedEvent({ status: "failed", failure, summary: "Working." }),
    ]);
    expect(run.commits).toHaveLength(1);
  });

  it("cuts the summary at 2,000 characters and has none without an answer", async () => {
    const summaryOf = async (write: (log: LogBuilder) => void): Promise<unknown> => {
      const run = await createLoopRun({ log: write });
      await endRun(run.context, { status: "completed", failure: null });
      return (await run.written()).at(-1);
    };
    const ended = (summary: string | null): unknown =>
      finishedEvent({ status: "completed", failure: null, summary });
    const long = "a".repeat(2_001);
    expect(await summaryOf((log) => void log.assistant({ text: long }))).toEqual(ended(long.slice(1)));
    expect(await summaryOf((log) => void log.assistant({ text: "" }))).toEqual(ended(null));
    expect(await summaryOf((log) => void log.user("Do it"))).toEqual(ended(null));
  });
});

describe("endInterrupted", () => {
  it("records that the outcome of started calls is unknown and that the others did not run", async () => {
    const run = await createLoopRun({ log: twoCalls });
    expect(await endInterrupted(run.context, failure)).toEqual({ kind: "finished" });
    const output = resultsPrompt.interrupted;
    const result = { outcome: "interrupted", title: "outcome unknown", output, tokens: output.length };
    expect(await run.written()).toEqual([
      skipped("a", "read_file", canceled(resultsPrompt.runEnded)),
      skipped("b", "write", { ...result, description: "interrupted: outcome unknown" }),
      finishedEvent({ status: "interrupted", failure, summary: "Working." }),
    ]);
    expect(run.commits).toHaveLength(1);
  });
});

describe("releaseRun", () => {
  it("records that the run waits for another worker", async () => {
    const run = await createLoopRun();
    expect(await releaseRun(run.context)).toEqual({ kind: "released" });
    expect(await run.written()).toEqual([
      {
        ...{ kind: "event", type: "trace.status_changed", goalId: "root" },
        data: { status: "running", waitingFor: "worker" },
      },
    ]);
    expect(run.commits).toHaveLength(1);
  });
});

describe("parkRun", () => {
  const waited = (wakeAt?: number) => (log: LogBuilder) =>
    void log.event({
      type: "trace.status_changed",
      data: { status: "waiting", waitingFor: "budget", ...(wakeAt === undefined ? {} : { wakeAt }) },
    });
  const park = async (run: LoopRun, wakeAt: number | null): Promise<unknown> => {
    expect(await parkRun(run.context, { kind: "wait", for: "budget", wakeAt })).toEqual({ kind: "parked" });
    return (await run.written())[0];
  };
  const waiting = (data: Record<string, unknown>): unknown => ({
    ...{ kind: "event", type: "trace.status_changed", goalId: "root" },
    data: { status: "waiting", waitingFor: "budget", ...data },
  });

  it("records the reason and, if there is one, the time at which the run continues", async () => {
    const run = await createLoopRun();
    expect(await park(run, null)).toEqual(waiting({}));
    expect(run.commits).toHaveLength(1);
    expect(await park(await createLoopRun(), 7)).toEqual(waiting({ wakeAt: 7 }));
  });

  it("refuses to repeat a wait whose time has passed, because the run would wake forever", async () => {
    // The wait is the only entry of its log, one second after the start.
    const now = TEST_TIME + 1_000;
    const run = await createLoopRun({ log: waited(now) });
    await expect(parkRun(run.context, { kind: "wait", for: "budget", wakeAt: now })).rejects.toMatchObject({
      code: "INTERNAL",
      message: "The strategy repeated a wait whose time has passed (budget).",
      fix: "This is a bug in the strategy; report it with the log.",
    });
    expect(await run.written()).toEqual([]);
  });

  it("accepts the same wait again while its time has not come, and any other wait", async () => {
    const now = TEST_TIME + 1_000;
    expect(await park(await createLoopRun({ log: waited(now + 1) }), now + 1)).toEqual(
      waiting({ wakeAt: now + 1 }),
    );
    expect(await park(await createLoopRun({ log: waited(now) }), now - 1)).toEqual(
      waiting({ wakeAt: now - 1 }),
    );
    expect(await park(await createLoopRun({ log: waited() }), null)).toEqual(waiting({}));
    const other = await createLoopRun({ log: waited(now) });
    expect(await parkRun(other.context, { kind: "wait", for: "pause", wakeAt: now })).toEqual({
      kind: "parked",
    });
  });
});
