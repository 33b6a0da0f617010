import { onTestFinished } from "vitest";
import { createInMemoryStores } from "../../src/adapters/in-memory/index.ts";
import type { InMemoryStores } from "../../src/adapters/in-memory/stores.ts";
import type { Entry } from "../../src/log/entry.ts";
import type { Trace, TraceStatus } from "../../src/log/trace.ts";
import type { RunPorts } from "../../src/loop/ports.ts";
import { newRun, type NewRun } from "../../src/new-run.ts";
import type { Clock } from "../../src/ports/clock.ts";
import type { SignalBody } from "../../src/signals/signal.ts";
import { createTestClock, type TestClock, testAgent } from "../../src/testing/builders.ts";
import { startWorker } from "../../src/worker/index.ts";
import type { Worker, WorkerOptions } from "../../src/worker/start-worker.ts";
import {
  createScenarioPorts,
  SCOPE,
  startScriptServer,
  type ScenarioPorts,
  type Script,
} from "../http/run-scenario.ts";
import { createTestTools, type TestTools } from "../http/test-tools.ts";

export type Bench = {
  readonly stores: InMemoryStores;
  readonly ports: ScenarioPorts;
  readonly clock: TestClock;
  readonly tools: TestTools;
  add(projectFolder?: string, text?: string): Promise<string>;
  /** Adds the next turn of the conversation of a run that has ended. */
  addTurn(text: string, beforeId: string): Promise<string>;
  start(ports?: RunPorts, options?: Pick<WorkerOptions, "hasFolder" | "stalls">): Promise<Worker>;
  status(id: string): Promise<TraceStatus | undefined>;
  entries(id: string): Promise<readonly Entry[]>;
  /** Sends a signal and notifies the worker that executes the run. */
  signal(traceId: string, id: string, body: SignalBody): Promise<void>;
};

/** Creates the environment of a worker. Sleeps last until aborted: nothing may depend on a heartbeat or on the periodic poll. */
export async function createBench(script: Script): Promise<Bench> {
  const server = await startScriptServer(script);
  onTestFinished(async () => await server.close());
  const clock = createTestClock();
  const abortOnlyClock: Clock = {
    now: clock.now,
    monotonic: clock.monotonic,
    sleep: async (_milliseconds, signal) => {
      await new Promise<void>((resolve) =>
        signal?.aborted === true
          ? resolve()
          : signal?.addEventListener("abort", () => resolve(), { once: true }),
      );
    },
  };
  const stores = createInMemoryStores(clock);
  const tools = createTestTools();
  const ports = {
    ...createScenarioPorts({ baseUrl: server.baseUrl, tools, stores, clock }),
    clock: abortOnlyClock,
  };
  const find = async (id: string): Promise<Trace | undefined> => await stores.traces.get(SCOPE, id);
  const store = async (run: Pick<NewRun, "text" | "projectFolder" | "origin">): Promise<string> => {
    const { trace, entries, blobs } = newRun(
      { scope: SCOPE, conversationId: null, agent: testAgent, models: ["mock"], ...run },
      ports,
    );
    await stores.traces.create(SCOPE, trace, entries, blobs);
    await stores.jobs.enqueue({ traceId: trace.id, workspaceId: SCOPE.workspaceId, groupId: null });
    return trace.id;
  };
  return {
    ...{ stores, ports, clock, tools },
    add: async (projectFolder, text = "Do it") =>
      await store({ text, projectFolder: projectFolder ?? null, origin: null }),
    addTurn: async (text, beforeId) => {
      const before = await find(beforeId);
      if (before === undefined) throw new Error(`there is no run ${beforeId}`);
      const { projectFolder, lastSequence: sequence } = before;
      return await store({
        text,
        projectFolder,
        origin: { kind: "continues", traceId: beforeId, sequence },
      });
    },
    start: async (workerPorts = ports, options = {}) => {
      const worker = await startWorker({
        name: "worker",
        ports: workerPorts,
        jobs: stores.jobs,
        live: stores.live,
        ...options,
      });
      onTestFinished(async () => await worker.stop());
      return worker;
    },
    status: async (id) => (await find(id))?.status,
    entries: async (id) => await stores.traces.entries(SCOPE, id, { after: 0 }),
    signal: async (traceId, id, body) => {
      await stores.signals.insert(SCOPE, { ...body, id, traceId, personId: "person", at: 1 });
      stores.live.publish({ kind: "signalled", traceId });
    },
  };
}
