import { describe, expect, it } from "vitest";
import type { KnownSignal, SignalBody } from "../signals/signal.ts";
import { createLoopRun, type LoopRun } from "../testing/loop-run.ts";
import { handleSignals, stageCancel } from "./handle-signals.ts";
import type { RunControl } from "./run-context.ts";
import { hasHandler, signalEvents } from "./signal-handlers.ts";

type Taken = { readonly traceId: string; readonly ids: readonly string[]; readonly commits: number };

const signal = (id: string, body: SignalBody, traceId = "trace"): KnownSignal => ({
  ...{ id, traceId, personId: "person", at: 1 },
  ...body,
});
const control = (signals: readonly KnownSignal[] = []): RunControl => ({
  strategy: { name: "none", next: () => ({ kind: "run_tools" }) },
  isRefused: false,
  previousHolder: "released",
  setAside: () => null,
  release: new AbortController().signal,
  cancelReason: () => ({ signalId: "from code", personId: null, reason: "enough" }),
  drainSignals: () => signals,
  checkSignals: async () => undefined,
  untilSignal: async () => undefined,
});
const received = (signalId: string, { kind, payload }: SignalBody): unknown => ({
  ...{ kind: "event", type: "signal.received", goalId: "root" },
  data: { signalId, signal: kind, personId: "person", payload },
});
const event = (type: string, data: Record<string, unknown>): unknown => ({
  ...{ kind: "event", type, goalId: "root", data: { personId: "person", ...data } },
});

/** A run that records which signals were taken, and how many commits preceded that. */
async function listeningRun(): Promise<LoopRun & { readonly taken: readonly Taken[] }> {
  const taken: Taken[] = [];
  const signals = {
    insert: async () => true,
    pending: async () => [],
    take: async (_scope: unknown, traceId: string, ids: readonly string[]) =>
      void taken.push({ traceId, ids, commits: run.commits.length }),
  };
  const run: LoopRun = await createLoopRun({ ports: { signals } });
  return { ...run, taken };
}

const compact: SignalBody = { kind: "compact", payload: { focus: "numbers" } };
const pin: SignalBody = { kind: "pin", payload: { text: "182 ms" } };
const pause: SignalBody = { kind: "pause", payload: {} };
const resume: SignalBody = { kind: "resume", payload: {} };
const cancel: SignalBody = { kind: "cancel", payload: { reason: "enough" } };
const foreign: SignalBody = { kind: "child_finished", payload: { traceId: "other", status: "completed" } };

describe("handleSignals", () => {
  it("records each signal with its consequences and takes all of them after the commit", async () => {
    const run = await listeningRun();
    await handleSignals(run.context, control([signal("1", compact), signal("2", pin), signal("3", pause)]));
    expect(run.taken).toEqual([{ traceId: "trace", ids: ["1", "2", "3"], commits: 1 }]);
    const requested = { by: "person", focus: "numbers", toolCallId: null, signalId: "1" };
    expect(await run.written()).toEqual([
      received("1", compact),
      event("compaction.requested", requested),
      received("2", pin),
      event("compaction.pinned", { signalId: "2", text: "182 ms" }),
      received("3", pause),
      event("run.paused", { signalId: "3", reason: null }),
    ]);
  });

  it("pauses a running run and resumes a paused one, and records a signal without effect", async () => {
    const run = await listeningRun();
    const all = [signal("1", resume), signal("2", pause), signal("3", pause), signal("4", resume)];
    await handleSignals(run.context, control(all));
    expect(await run.written()).toEqual([
      received("1", resume),
      received("2", pause),
      event("run.paused", { signalId: "2", reason: null }),
      received("3", pause),
      received("4", resume),
      event("run.resumed", { signalId: "4", reason: null }),
    ]);
  });

  it("records a cancel but leaves it pending until the run is over", async () => {
    const run = await listeningRun();
    await handleSignals(run.context, control([signal("1", cancel), signal("2", pause)]));
    expect(run.taken).toEqual([{ traceId: "trace", ids: ["2"], commits: 1 }]);
    expect(run.context.state.canceled).toEqual({ reason: "enough" });
    const alone = await listeningRun();
    await handleSignals(alone.context, control([signal("1", cancel)]));
    expect(alone.taken).toEqual([]);
    expect(await alone.written()).toEqual([received("1", cancel)]);
  });

  it("takes a signal again that the log has already received, without new entries", async () => {
    const run = await listeningRun();
    await handleSignals(run.context, control([signal("1", pin)]));
    await handleSignals(run.context, control([signal("1", pin)]));
    expect(run.taken.map(({ ids }) => ids)).toEqual([["1"], ["1"]]);
    expect(await run.written()).toHaveLength(2);
  });

  it("takes signals of an earlier turn from that turn", async () => {
    const run = await listeningRun();
    const all = [signal("1", pin, "earlier"), signal("2", pin), signal("3", pin, "earlier")];
    await handleSignals(run.context, control(all));
    expect(run.taken).toEqual([
      { traceId: "earlier", ids: ["1", "3"], commits: 1 },
      { traceId: "trace", ids: ["2"], commits: 1 },
    ]);
  });

  it("leaves signals pending that nothing handles, and commits nothing for them", async () => {
    const run = await listeningRun();
    run.context.writer.stage({ kind: "event", type: "todos.changed", goalId: "root", data: { todos: [] } });
    await handleSignals(run.context, control([signal("1", foreign)]));
    await handleSignals(run.context, control());
    expect(run.taken).toEqual([]);
    expect(run.commits).toEqual([]);
  });
});

describe("signal handlers", () => {
  it("exist for every signal that this version acts on and for no other", () => {
    const envelope = { id: "1", traceId: "trace", personId: null, at: 1 };
    for (const body of [compact, pin, pause, resume, cancel])
      expect(hasHandler(signal("1", body))).toBe(true);
    expect(hasHandler(signal("1", foreign))).toBe(false);
    expect(hasHandler({ ...envelope, kind: "unknown", name: "pause", payload: {} })).toBe(false);
    expect(hasHandler({ ...envelope, kind: "unknown", name: "unknown", payload: {} })).toBe(false);
  });

  it("turn a message of another agent into an event that names both", async () => {
    const { context } = await createLoopRun();
    const child = { ...context, trace: { ...context.trace, parentId: "above" } };
    const events = (traceId: string) => {
      const envelope = { id: "1", traceId: "trace", personId: null, at: 1 };
      return signalEvents(child, { ...envelope, kind: "agent_message", payload: { traceId, text: "b" } });
    };
    const data = { messageId: "1", fromTraceId: "above", toTraceId: "trace", text: "b" };
    expect(events("above")).toEqual([{ type: "agent.message", data }]);
    expect(events("stranger")).toEqual([]);
  });

  it("cause no event for a signal without a handler", async () => {
    const { context } = await createLoopRun();
    expect(
      signalEvents(context, {
        ...signal("1", foreign),
        kind: "child_finished",
        payload: { traceId: "other", status: "completed" },
      }),
    ).toEqual([]);
  });
});

describe("stageCancel", () => {
  it("records the reason of the program that canceled its own run, once", async () => {
    const run = await createLoopRun();
    stageCancel(run.context, control());
    stageCancel(run.context, control());
    expect(await run.written()).toEqual([
      {
        ...{ kind: "event", type: "signal.received", goalId: "root" },
        data: {
          ...{ signalId: "from code", signal: "cancel", personId: null },
          payload: { reason: "enough" },
        },
      },
    ]);
    expect(run.context.state.canceled).toEqual({ reason: "enough" });
  });
});
