import { NO_FAMILY } from "../../src/testing/no-family.ts";
import { expect, it, vi } from "vitest";
import type { Entry } from "../../src/log/entry.ts";
import { runTrace } from "../../src/loop/run-trace.ts";
import type { RunOutcome } from "../../src/loop/run-outcome.ts";
import type { Strategy } from "../../src/loop/strategy.ts";
import type { RunPorts } from "../../src/loop/ports.ts";
import { readLog, readLogPages } from "../../src/reading/read-log.ts";
import type { SignalBody } from "../../src/signals/signal.ts";
import { buildLog, buildTrace } from "../../src/testing/builders.ts";
import { SCOPE } from "../http/run-scenario.ts";
import { type Bench, createBench } from "./worker-bench.ts";

const PAUSE = { kind: "pause", payload: {} } as const;
const RESUME = { kind: "resume", payload: {} } as const;
const CANCEL = { kind: "cancel", payload: { reason: "enough" } } as const;
const READ = { calls: [{ id: "c1", name: "read", arguments: '{"path":"a"}' }] };

/** Creates a run that is paused during its first answer, then runs one tool and ends. */
async function createPausing(): Promise<{ readonly bench: Bench; readonly id: string }> {
  let id = "";
  const bench: Bench = await createBench(async (_, position) => {
    if (position === 0) await bench.signal(id, "pause-1", PAUSE);
    return position === 0 ? READ : { text: "done" };
  });
  id = await bench.add();
  return { bench, id };
}

function eventTypes(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap((entry) => (entry.kind === "event" ? [entry.type] : []));
}

async function expectWaiting(bench: Bench, id: string): Promise<void> {
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("waiting"));
}

it("takes no steps and keeps no environment open while paused, and continues in order when resumed", async () => {
  const { bench, id } = await createPausing();
  let open = 0;
  const environments: RunPorts["environments"] = {
    openRun: async (trace, signal) => {
      open += 1;
      return {
        ...(await bench.ports.environments.openRun(trace, signal)),
        close: async () => await Promise.resolve(void (open -= 1)),
      };
    },
  };
  await bench.start({ ...bench.ports, environments });
  await expectWaiting(bench, id);
  await vi.waitFor(() => expect(open).toBe(0));
  expect(bench.tools.runs).toEqual([]);
  expect(await bench.stores.signals.pending(SCOPE, id)).toEqual([]);
  expect((await bench.stores.traces.get(SCOPE, id))?.waitingFor).toBe("pause");
  expect(eventTypes(await bench.entries(id)).slice(-3)).toEqual([
    ...["signal.received", "run.paused", "trace.status_changed"],
  ]);
  await bench.signal(id, "resume-1", RESUME);
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("completed"));
  const entries = await bench.entries(id);
  expect(bench.tools.runs).toEqual(['read {"path":"a"}']);
  expect(eventTypes(entries)).not.toContain("trace.resumed");
  const after = eventTypes(entries.slice(entries.findIndex((entry) => isType(entry, "run.paused")) + 1));
  expect(after.slice(0, 4)).toEqual([
    ...["trace.status_changed", "trace.status_changed", "signal.received", "run.resumed"],
  ]);
  expect(entries.find((entry) => isType(entry, "run.paused"))).toMatchObject({
    data: { signalId: "pause-1", personId: "person" },
  });
});

function isType(entry: Entry, type: string): boolean {
  return entry.kind === "event" && entry.type === type;
}

it("ends a paused run on cancel without running its open calls", async () => {
  const { bench, id } = await createPausing();
  await bench.start();
  await expectWaiting(bench, id);
  await bench.signal(id, "cancel-1", CANCEL);
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("cancelled"));
  expect(bench.tools.runs).toEqual([]);
  await vi.waitFor(async () => expect(await bench.stores.signals.pending(SCOPE, id)).toEqual([]));
});

it.each(["before", "after"] as const)(
  "wakes the run for a signal that arrives right %s the commit of its parking",
  async (moment) => {
    const { bench, id } = await createPausing();
    let isSent = false;
    const resume = async (): Promise<void> => {
      isSent = true;
      const signal = { ...RESUME, id: "resume-1", traceId: id, personId: null, at: 1 };
      await bench.stores.signals.insert(SCOPE, signal);
    };
    const traces: RunPorts["traces"] = {
      ...bench.ports.traces,
      append: async (batch) => {
        const parks = batch.projection.status === "waiting" && !isSent;
        if (parks && moment === "before") await resume();
        await bench.ports.traces.append(batch);
        if (parks && moment === "after") await resume();
      },
    };
    await bench.start({ ...bench.ports, traces });
    await vi.waitFor(async () => expect(await bench.status(id)).toBe("completed"));
    expect(eventTypes(await bench.entries(id)).filter((type) => type === "run.resumed")).toHaveLength(1);
  },
);

it("leaves signals without a handler pending and wakes no run", async () => {
  const bench = await createBench(() => ({ text: "done" }));
  const later = Object.assign({}, PAUSE, { kind: String("teleport") });
  const sent: readonly SignalBody[] = [
    { kind: "child_finished", payload: { traceId: "child", status: "completed" } },
    later,
  ];
  const log = buildLog({ traceId: "parked" });
  log.user("Wait");
  const parked = buildTrace({ id: log.traceId, status: "waiting", waitingFor: "approval" }, log.entries);
  await bench.stores.traces.create(SCOPE, parked, log.entries, []);
  let claims = 0;
  const traces: RunPorts["traces"] = {
    ...bench.ports.traces,
    claim: async (request) => {
      const claimed = await bench.ports.traces.claim(request);
      if (claimed?.trace.id === parked.id) claims += 1;
      return claimed;
    },
  };
  await bench.start({ ...bench.ports, traces });
  for (const [index, body] of sent.entries()) await bench.signal(parked.id, `s${index}`, body);
  const other = await bench.add();
  await vi.waitFor(async () => expect(await bench.status(other)).toBe("completed"));
  expect(claims).toBe(0);
  expect(await bench.stores.signals.pending(SCOPE, parked.id)).toHaveLength(sent.length);
  await bench.signal(parked.id, "cancel-1", CANCEL);
  await vi.waitFor(async () => expect(await bench.status(parked.id)).toBe("cancelled"));
  await vi.waitFor(async () =>
    expect(await bench.stores.signals.pending(SCOPE, parked.id)).toHaveLength(sent.length),
  );
  expect(claims).toBe(1);
});

it("excludes waiting time from the time limit", async () => {
  const { bench, id } = await createPausing();
  const limits = { maxSteps: 50, maxTokens: null, maxDurationMs: 60_000 };
  const traces: RunPorts["traces"] = {
    ...bench.ports.traces,
    claim: async (request) => {
      const claimed = await bench.ports.traces.claim(request);
      if (claimed === undefined) return undefined;
      return { ...claimed, trace: { ...claimed.trace, agent: { ...claimed.trace.agent, limits } } };
    },
  };
  await bench.start({ ...bench.ports, traces });
  await expectWaiting(bench, id);
  bench.clock.advance(3_600_000);
  await bench.signal(id, "resume-1", RESUME);
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("completed"));
});

/** Executes the only run once with a test strategy; `signal` cancels it. */
async function execute(
  bench: Bench,
  strategy: Strategy,
  signal: AbortSignal = new AbortController().signal,
): Promise<RunOutcome | null> {
  const { ports } = bench;
  const claimed = await ports.traces.claim({ owner: "test", leaseMs: 60_000 });
  if (claimed === undefined) return null;
  const { trace, lease } = claimed;
  const reader = { traces: ports.traces, scope: SCOPE };
  const outcome = await runTrace(
    {
      ...{ trace, ports, signal, fence: lease.fence, emit: () => undefined, depth: 0, family: NO_FAMILY },
      entries: await readLog(reader, trace),
      readPages: (current, range) => readLogPages(reader, current, range),
      environment: await ports.environments.openRun(trace, signal),
    },
    {
      ...{
        strategy,
        isRefused: false,
        release: new AbortController().signal,
        drainSignals: () => [],
        untilSignal: async () => undefined,
        checkSignals: async () => undefined,
      },
      ...{ previousHolder: "released", setAside: () => null },
      cancelReason: () => ({ signalId: "", personId: null, reason: null }),
    },
  );
  await ports.traces.release(lease);
  return outcome;
}

it("parks a run until a time set by its strategy, then continues in order", async () => {
  const bench = await createBench(() => ({ text: "done" }));
  const id = await bench.add();
  const wakeAt = bench.clock.now() + 5_000;
  const strategy: Strategy = {
    name: "waiting",
    next: ({ lastWait }) =>
      lastWait === null
        ? { kind: "wait", for: "budget", wakeAt }
        : { kind: "finish", status: "completed", failure: null },
  };
  expect(await execute(bench, strategy)).toEqual({ kind: "parked" });
  expect(await bench.stores.traces.get(SCOPE, id)).toMatchObject({
    ...{ status: "waiting", waitingFor: "budget", wakeAt },
  });
  bench.clock.advance(4_999);
  expect(await execute(bench, strategy)).toBeNull();
  bench.clock.advance(1);
  expect(await execute(bench, strategy)).toEqual({ kind: "finished" });
  expect(await bench.status(id)).toBe("completed");
  expect(eventTypes(await bench.entries(id))).not.toContain("trace.resumed");
});

it("fails a run whose strategy repeatedly waits for a past time", async () => {
  const bench = await createBench(() => ({ text: "done" }));
  const id = await bench.add();
  const wakeAt = bench.clock.now();
  const strategy: Strategy = { name: "waiting", next: () => ({ kind: "wait", for: "budget", wakeAt }) };
  expect(await execute(bench, strategy)).toEqual({ kind: "parked" });
  expect(await execute(bench, strategy)).toEqual({ kind: "finished" });
  expect(await bench.stores.traces.get(SCOPE, id)).toMatchObject({
    ...{ status: "failed", failure: { code: "INTERNAL" } },
  });
});

it("ends a canceled run even if its strategy would wait", async () => {
  const bench = await createBench(() => ({ text: "done" }));
  const id = await bench.add();
  const strategy: Strategy = { name: "waiting", next: () => ({ kind: "wait", for: "budget", wakeAt: null }) };
  expect(await execute(bench, strategy, AbortSignal.abort())).toEqual({ kind: "finished" });
  expect(await bench.status(id)).toBe("cancelled");
});
