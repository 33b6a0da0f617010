import { newRun, type RunPorts } from "@goaltrace/core";
import {
  createAllowAllPermission,
  createFixedEnvironments,
  createInMemoryStores,
  createNoRedactor,
  createSilentLogger,
} from "@goaltrace/core/in-memory";
import type { LogOrigin, Trace } from "@goaltrace/core/log";
import { createModelDirectory } from "@goaltrace/core/model-directory";
import { readLog } from "@goaltrace/core/reading";
import {
  buildLog,
  buildTrace,
  createOneCallModel,
  createTestClock,
  createTestIds,
  testAgent,
} from "@goaltrace/core/testing";
import { createToolSet } from "@goaltrace/core/tools";
import { executeClaimedTrace } from "@goaltrace/core/worker";
import { nodeHash } from "@goaltrace/tools";
import { describe, expect, it } from "vitest";
import { carryOverSignals, controlRun, sendSignal } from "./send-signal.ts";

const scope = { workspaceId: "workspace", personId: "person" };

async function setUp(...statuses: readonly Trace["status"][]) {
  const stores = createInMemoryStores();
  const clock = createTestClock();
  const runtime = { stores, ids: createTestIds(), clock, getRedactor: async () => createNoRedactor() };
  for (const [index, status] of statuses.entries()) {
    const log = buildLog({ traceId: `t${index + 1}` });
    log.user("Look");
    const trace = buildTrace({ id: log.traceId, conversationId: "talk", createdAt: index }, log.entries);
    await stores.traces.create(scope, { ...trace, status }, log.entries, []);
  }
  const pin = async (traceId: string, text: string) =>
    await sendSignal(runtime, scope, { traceId, body: { kind: "pin", payload: { text } } });
  const compact = async (traceId: string) =>
    await sendSignal(runtime, scope, { traceId, body: { kind: "compact", payload: { focus: null } } });
  return { stores, runtime, pin, compact };
}

type TestRuntime = Awaited<ReturnType<typeof setUp>>["runtime"];

async function read({ traces }: TestRuntime["stores"], traceId: string): Promise<Trace> {
  const trace = await traces.get(scope, traceId);
  if (trace === undefined) throw new Error(`there is no trace ${traceId}`);
  return trace;
}

/** Stores a turn that follows another one. */
async function startTurn(runtime: TestRuntime, previous: string): Promise<Trace> {
  const { lastSequence: sequence } = await read(runtime.stores, previous);
  const origin: LogOrigin = { kind: "continues", traceId: previous, sequence };
  const turn = { scope, conversationId: "talk", text: "More", agent: testAgent, models: ["one-call"] };
  const tokenizer = { count: (text: string) => text.length };
  const run = newRun(
    { ...turn, projectFolder: null, origin },
    { ...runtime, tokenizer, redactor: createNoRedactor() },
  );
  await runtime.stores.traces.create(scope, run.trace, run.entries, run.blobs);
  return run.trace;
}

/** Executes a queued turn like a worker. */
async function execute({ stores, clock, ids }: TestRuntime, traceId: string): Promise<void> {
  const claimed = await stores.traces.claim({ owner: "worker", leaseMs: 1_000, only: traceId });
  if (claimed === undefined) throw new Error("nothing to claim");
  const environments = createFixedEnvironments({
    ...{ tools: createToolSet([]), permission: createAllowAllPermission(), redactor: createNoRedactor() },
    models: createModelDirectory([async () => createOneCallModel("nothing")]),
    ...{ sources: [], forbiddenFolders: [] },
  });
  const ports: RunPorts = {
    ...{ ...stores, clock, ids, environments, logger: createSilentLogger(), hash: nodeHash },
    ...{ random: { next: () => 0.5 }, tokenizer: { count: (text) => text.length } },
  };
  const release = new AbortController().signal;
  await executeClaimedTrace({ ...claimed, ports, live: stores.live, release });
}

describe("sendSignal", () => {
  it("delivers to an active run immediately and pins the same text only once", async () => {
    const { stores, pin } = await setUp("queued");
    expect(await pin("t1", "182 ms")).toEqual({ when: "now" });
    await pin("t1", "182 ms");
    expect(await stores.signals.pending(scope, "t1")).toMatchObject([
      { kind: "pin", payload: { text: "182 ms" } },
    ]);
  });

  it("carries requests of an idle conversation over to its next turn", async () => {
    const { stores, runtime, pin, compact } = await setUp("completed");
    expect(await pin("t1", "182 ms")).toEqual({ when: "next_turn" });
    expect(await compact("t1")).toEqual({ when: "next_turn" });
    const next = buildLog({ traceId: "next" });
    next.user("More");
    await stores.traces.create(
      scope,
      { ...buildTrace({ id: "next", conversationId: "talk" }, next.entries), status: "queued" },
      next.entries,
      [],
    );
    await carryOverSignals(runtime, scope, { from: "t1", to: "next" });
    expect(await stores.signals.pending(scope, "t1")).toEqual([]);
    expect(await stores.signals.pending(scope, "next")).toMatchObject([
      { kind: "pin", payload: { text: "182 ms" }, traceId: "next" },
      { kind: "compact", payload: { focus: null }, traceId: "next" },
    ]);
  });

  it("pins a text once when a worker outpaces the carry-over", async () => {
    const { stores, runtime, pin } = await setUp("completed");
    await pin("t1", "182 ms");
    const second = await startTurn(runtime, "t1");
    const signals = {
      ...stores.signals,
      insert: async (...insertArguments: Parameters<typeof stores.signals.insert>) => {
        await execute(runtime, second.id);
        return await stores.signals.insert(...insertArguments);
      },
    };
    const slow = { ...runtime, stores: { ...stores, signals } };
    await carryOverSignals(slow, scope, { from: "t1", to: second.id });
    const third = await startTurn(runtime, second.id);
    await carryOverSignals(runtime, scope, { from: second.id, to: third.id });
    await execute(runtime, third.id);
    const entries = await readLog({ traces: stores.traces, scope }, await read(stores, third.id));
    const pins = entries.filter((entry) => entry.kind === "event" && entry.type === "compaction.pinned");
    expect(pins).toMatchObject([{ traceId: second.id, data: { text: "182 ms" } }]);
    expect(await stores.signals.pending(scope, third.id)).toEqual([]);
  });

  it("does not repeat requests when a carry-over is repeated after a crash", async () => {
    const { stores, runtime } = await setUp("completed", "queued");
    await stores.signals.insert(scope, {
      ...{ id: "compact-1", traceId: "t1", personId: "person", at: 1 },
      ...{ kind: "compact", payload: { focus: null } },
    });
    const carry = async () => await carryOverSignals(runtime, scope, { from: "t1", to: "t2" });
    const signals = { ...stores.signals, take: async () => await Promise.reject(new Error("crashed")) };
    const crashing = { ...runtime, stores: { ...stores, signals } };
    await expect(carryOverSignals(crashing, scope, { from: "t1", to: "t2" })).rejects.toThrow("crashed");
    await carry();
    expect(await stores.signals.pending(scope, "t1")).toEqual([]);
    expect(await stores.signals.pending(scope, "t2")).toHaveLength(1);
  });
});

describe("controlRun", () => {
  it("records every pause and resume, but a cancellation only once", async () => {
    const { stores, runtime } = await setUp("running");
    const pause = { kind: "pause", payload: {} } as const;
    const resume = { kind: "resume", payload: {} } as const;
    const cancel = { kind: "cancel", payload: { reason: null } } as const;
    for (const body of [pause, resume, pause, cancel, cancel])
      expect(await controlRun(runtime, scope, { traceId: "t1", body })).toEqual({ requested: true });
    expect((await stores.signals.pending(scope, "t1")).map(({ kind }) => kind)).toEqual([
      ...["pause", "resume", "pause", "cancel"],
    ]);
  });

  it("sends nothing to an ended run and finds no run of another workspace", async () => {
    const { stores, runtime } = await setUp("completed");
    const pause = { traceId: "t1", body: { kind: "pause", payload: {} } } as const;
    expect(await controlRun(runtime, scope, pause)).toEqual({ requested: false });
    expect(await stores.signals.pending(scope, "t1")).toEqual([]);
    const otherScope = { workspaceId: "other", personId: "person" };
    await expect(controlRun(runtime, otherScope, pause)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
