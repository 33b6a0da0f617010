import { describe, expect, it } from "vitest";
import { GoaltraceError, type GoaltraceErrorCode } from "../errors.ts";
import { createKeyRedactor } from "../adapters/system/key-redactor.ts";
import type { EntryDraft } from "../log/entry.ts";
import type { KnownSignal } from "../signals/signal.ts";
import { testAgent, type LogBuilder } from "../testing/builders.ts";
import { NO_FAMILY } from "../testing/no-family.ts";
import { createLoopRun } from "../testing/loop-run.ts";
import { answered, createScriptedModel } from "../testing/scripted-model.ts";
import { react } from "../strategies/react.ts";
import type { RunControl } from "./run-context.ts";
import type { RunOutcome } from "./run-outcome.ts";
import { isRethrown } from "./rethrown.ts";
import { runTrace } from "./run-trace.ts";
import type { StrategyAction } from "./strategy.ts";

type Played = {
  readonly outcome: RunOutcome;
  readonly written: readonly EntryDraft[];
  readonly errors: readonly unknown[];
};

const KEY = "sk-live-0123456789abcdef";
const agent = { ...testAgent, instructions: "" };
const limitedTo = (maxSteps: number): typeof agent => ({ ...agent, limits: { ...agent.limits, maxSteps } });
const types = ({ written }: Played): unknown[] =>
  written.map((entry) => (entry.kind === "event" ? entry.type : entry.role));
const step: StrategyAction = { kind: "call_model", purpose: "step", withTools: true };
const done: StrategyAction = { kind: "finish", status: "completed", failure: null };

/** Runs a trace whose model answers "Done." as often as needed. */
async function play(
  control: Partial<RunControl> & { readonly actions?: readonly StrategyAction[] } = {},
  options: Parameters<typeof createLoopRun>[0] & { readonly isCanceled?: boolean } = {},
): Promise<Played> {
  const errors: unknown[] = [];
  const run = await createLoopRun({
    clients: [createScriptedModel([answered(), answered(), answered()])],
    ...options,
    trace: { agent, ...options.trace },
    environment: { redactor: createKeyRedactor({ key: [KEY] }), ...options.environment },
  });
  if (options.isCanceled === true) run.cancel();
  const { trace, fence, ports, environment, signal, emit, readPages } = run.context;
  const logger = { ...ports.logger, error: (...line: unknown[]) => void errors.push(line) };
  const actions = [...(control.actions ?? [])];
  const entries = await run.stores.traces.entries(trace, trace.id, { after: 0 });
  const outcome = await runTrace(
    {
      ...{ trace, fence, environment, signal, emit, readPages, entries, depth: 0, family: NO_FAMILY },
      ports: { ...ports, logger },
    },
    {
      strategy: control.actions === undefined ? react : { name: "list", next: () => actions.shift() ?? done },
      isRefused: false,
      previousHolder: "released",
      setAside: () => null,
      release: new AbortController().signal,
      cancelReason: () => ({ signalId: "", personId: null, reason: "enough" }),
      drainSignals: () => [],
      checkSignals: async () => undefined,
      untilSignal: async () => undefined,
      ...control,
    },
  );
  return { outcome, errors, written: await run.written() };
}

const START = ["trace.started", "trace.status_changed"];
const CALL = ["call.started", "assistant", "call.finished"];

describe("runTrace", () => {
  it("repeats steps until the strategy finishes", async () => {
    const run = await play();
    expect(run.outcome).toEqual({ kind: "finished" });
    expect(types(run)).toEqual([...START, ...CALL, "trace.finished"]);
  });

  it("ends a run that is over without another entry", async () => {
    const run = await play({}, { trace: { agent, status: "completed" } });
    expect([run.outcome, run.written]).toEqual([{ kind: "finished" }, []]);
  });

  it("parks a run that waits", async () => {
    const run = await play({ actions: [{ kind: "wait", for: "question", wakeAt: null }] });
    expect(run.outcome).toEqual({ kind: "parked" });
    expect(run.written.at(-1)).toMatchObject({ data: { status: "waiting", waitingFor: "question" } });
  });

  it("releases a run before its next step, but lets it finish or wait", async () => {
    const release = AbortSignal.abort();
    expect((await play({ release, actions: [step] })).outcome).toEqual({ kind: "released" });
    expect((await play({ release, actions: [{ kind: "run_tools" }] })).outcome).toEqual({ kind: "released" });
    expect((await play({ release, actions: [done] })).outcome).toEqual({ kind: "finished" });
    const wait = { kind: "wait", for: "question", wakeAt: null } as const;
    expect((await play({ release, actions: [wait] })).outcome).toEqual({ kind: "parked" });
  });

  it("handles signals before each step and pauses the run with them", async () => {
    const pause: KnownSignal = {
      ...{ id: "1", traceId: "trace", personId: null, at: 1, kind: "pause", payload: {} },
    };
    const run = await play({ actions: [step], drainSignals: () => [pause] });
    expect(run.outcome).toEqual({ kind: "parked" });
    expect(types(run)).toEqual([...START, "signal.received", "run.paused", "trace.status_changed"]);
    expect(run.written.at(-1)).toEqual({
      ...{ kind: "event", type: "trace.status_changed", goalId: "root" },
      data: { status: "waiting", waitingFor: "pause" },
    });
    const finishing = await play({ actions: [done], drainSignals: () => [pause] });
    expect(finishing.outcome).toEqual({ kind: "finished" });
  });

  it("ends a canceled run instead of letting it wait, and records who canceled it", async () => {
    const wait = { kind: "wait", for: "question", wakeAt: null } as const;
    const run = await play({ actions: [wait] }, { isCanceled: true });
    expect(run.outcome).toEqual({ kind: "finished" });
    expect(types(run)).toEqual([...START, "signal.received", "trace.finished"]);
    expect(run.written.at(-1)).toMatchObject({ data: { status: "cancelled", failure: null } });
    const completed = await play({ actions: [done] }, { isCanceled: true });
    expect(completed.written.at(-1)).toMatchObject({ data: { status: "completed" } });
    const paused = await play(
      {
        actions: [wait],
        drainSignals: () => [
          { ...{ id: "1", traceId: "trace", personId: null, at: 1 }, kind: "pause", payload: {} },
        ],
      },
      { isCanceled: true },
    );
    expect(paused.outcome).toEqual({ kind: "finished" });
  });

  it("checks the limits before a step, but not before the final call", async () => {
    const twoSteps = await play({ actions: [step, step, step, done] }, { trace: { agent: limitedTo(2) } });
    expect(types(twoSteps)).toEqual([...START, ...CALL, ...CALL, "limit.reached", "trace.finished"]);
    const final: StrategyAction = { kind: "call_model", purpose: "final", withTools: false };
    const last = await play({ actions: [step, final, done] }, { trace: { agent: limitedTo(1) } });
    expect(types(last)).toEqual([...START, ...CALL, ...CALL, "trace.finished"]);
  });

  it("checks the guards after each batch of tools", async () => {
    const oneCall = answered({ toolCalls: [{ id: "a", name: "gone", arguments: "{}" }] });
    const run = await play(
      { actions: [step, { kind: "run_tools" }, done] },
      { clients: [createScriptedModel([oneCall])], trace: { agent: limitedTo(1) } },
    );
    expect(types(run)).toEqual([...START, ...CALL, "tool", "limit.reached", "trace.finished"]);
  });

  it("compacts on request before a call", async () => {
    const compact: KnownSignal = {
      ...{ id: "1", traceId: "trace", personId: null, at: 1, kind: "compact", payload: { focus: null } },
    };
    const log = (built: LogBuilder): void => {
      for (let count = 0; count < 3; count += 1) {
        built.user("x".repeat(4_000));
        built.assistant({ text: "y".repeat(4_000) });
      }
    };
    const run = await play(
      { actions: [step, done], drainSignals: () => [compact] },
      { log, clients: [createScriptedModel([answered({ text: "A summary." }), answered()])] },
    );
    expect(types(run)).toContain("compaction.finished");
  });

  it("ends the run as failed after an unexpected error and reports the error without secrets", async () => {
    const broken = {
      name: "broken",
      next: () => {
        throw new Error(`no ${KEY}`);
      },
    };
    const run = await play({ strategy: broken });
    expect(run.outcome).toEqual({ kind: "finished" });
    expect(run.errors).toEqual([
      ["run failed with an unexpected error", { traceId: "trace", error: "Error: no [redacted:key#1]" }],
    ]);
    expect(run.written.at(-1)).toMatchObject({
      ...{ type: "trace.finished", data: { status: "failed", failure: { code: "INTERNAL" } } },
    });
  });

  it.each(["LEASE_LOST", "SEQUENCE_CONFLICT", "DATABASE_UNAVAILABLE"] as const)(
    "throws %s and leaves the run to the next claim",
    async (code) => {
      const thrown = new GoaltraceError({ code, message: "m", fix: "f" });
      const strategy = {
        name: "broken",
        next: () => {
          throw thrown;
        },
      };
      await expect(play({ strategy })).rejects.toBe(thrown);
    },
  );

  it("recognizes errors that leave the run intact by their code alone", () => {
    const error = (code: GoaltraceErrorCode): unknown => new GoaltraceError({ code, message: "m", fix: "f" });
    expect(isRethrown(error("LEASE_LOST"))).toBe(true);
    expect(isRethrown(error("INTERNAL"))).toBe(false);
    expect(isRethrown({ code: "LEASE_LOST" })).toBe(false);
    expect(isRethrown(new Error("LEASE_LOST"))).toBe(false);
  });
});
