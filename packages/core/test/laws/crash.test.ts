import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createInMemoryStores } from "../../src/adapters/in-memory/index.ts";
import type { InMemoryStores } from "../../src/adapters/in-memory/stores.ts";
import type { Entry } from "../../src/log/entry.ts";
import type { Trace } from "../../src/log/trace.ts";

import type { RunEnvironments } from "../../src/ports/run-environment.ts";
import { newRun } from "../../src/new-run.ts";
import { readLog } from "../../src/reading/read-log.ts";
import { run } from "../../src/run.ts";
import { createTestClock, testAgent, type TestClock } from "../../src/testing/builders.ts";
import { costlyRuns } from "../../src/testing/soak.ts";
import { assertRunLaws } from "../http/assert-run-laws.ts";
import { assertValidRequest } from "../http/assert-valid-request.ts";
import { startModelServer, type ModelServer, type WireAnswer } from "../http/model-server.ts";
import { createScenarioPorts, SCOPE, type ScenarioPorts } from "../http/run-scenario.ts";
import { createTestTools, type TestTools } from "../http/test-tools.ts";
import { createCrashingStore, type Crash } from "./crashing-store.ts";

const LEASE_MS = 60_000;
/** The calls of each step; `poison` requests the same call forever. */
type Plan = readonly (readonly ("read" | "write")[])[] | "poison";

let server: ModelServer;
let plan: Plan = [];

beforeAll(async () => {
  server = await startModelServer(({ body }) => ({ kind: "answer", answer: answerStep(plan, body) }));
});
afterAll(async () => await server.close());

/** Works through the plan. The step is derived from the request, so that a resumed run continues. */
function answerStep(steps: Plan, body: string): WireAnswer {
  const { messages, tools } = assertValidRequest(body);
  const step = messages.filter((message) => message.role === "assistant").length;
  if (steps === "poison")
    return tools === undefined
      ? { text: "It died each time." }
      : { calls: [{ id: `c${step}`, name: "write", arguments: '{"path":"poison"}' }] };
  const names = steps[step];
  if (names === undefined) return { text: "All done." };
  return {
    text: `Step ${step}`,
    calls: names.map((name, index) => ({
      id: `c${step}_${index}`,
      name,
      arguments: `{"path":"${step}.${index}"}`,
    })),
  };
}

type Life = {
  readonly stores: InMemoryStores;
  readonly clock: TestClock;
  readonly tools: TestTools;
  readonly ports: ScenarioPorts;
  readonly acknowledged: Entry[];
  readonly traceId: string;
  readonly firstRequest: number;
};

async function startLife(steps: Plan): Promise<Life> {
  plan = steps;
  const clock = createTestClock();
  const stores = createInMemoryStores(clock);
  const tools = createTestTools();
  const ports = createScenarioPorts({ baseUrl: server.baseUrl, tools, stores, clock });
  const newTrace = newRun(
    {
      scope: SCOPE,
      conversationId: null,
      text: "Do it",
      agent: testAgent,
      models: ["mock"],
      projectFolder: null,
      origin: null,
    },
    ports,
  );
  await stores.traces.create(SCOPE, newTrace.trace, newTrace.entries, newTrace.blobs);
  return {
    stores,
    clock,
    tools,
    ports,
    acknowledged: [...newTrace.entries],
    traceId: newTrace.trace.id,
    firstRequest: server.requests.length,
  };
}

/** One process: claims the trace after the last holder's lease, and runs until it dies, is released, or the run ends. */
async function live(life: Life, crash: Crash | null, release?: AbortSignal): Promise<Trace> {
  life.clock.advance(LEASE_MS + 1);
  const claimed = await life.stores.traces.claim({ owner: "test", leaseMs: LEASE_MS });
  const ports = { ...life.ports, traces: createCrashingStore(life.stores.traces, crash, life.acknowledged) };
  try {
    const updates =
      claimed === undefined ? [] : run({ ...claimed, ports, ...(release === undefined ? {} : { release }) });
    for await (const update of updates)
      if (update.kind === "entry") expect(life.acknowledged).toContain(update.entry);
  } catch (thrown) {
    expect(String(thrown)).toContain("the process");
  }
  const trace = await life.stores.traces.get(SCOPE, life.traceId);
  if (trace === undefined) throw new Error("missing trace");
  return trace;
}

async function readEntries(life: Life): Promise<readonly Entry[]> {
  const trace = await life.stores.traces.get(SCOPE, life.traceId);
  return trace === undefined ? [] : await readLog({ traces: life.stores.traces, scope: SCOPE }, trace);
}

async function isRunning({ stores, traceId }: Life): Promise<boolean> {
  return (await stores.traces.get(SCOPE, traceId))?.status === "running";
}

const steps = fc.array(
  fc.array(fc.constantFrom("read" as const, "write" as const), { minLength: 1, maxLength: 3 }),
  { maxLength: 4 },
);
const crashes = fc.array(fc.record({ append: fc.integer({ min: 1, max: 7 }), committed: fc.boolean() }), {
  maxLength: 5,
});

it("loses no acknowledged entry, repeats no effect and logs every valid request, wherever processes die", async () => {
  await fc.assert(
    fc.asyncProperty(steps, crashes, async (planned, deaths) => {
      const life = await startLife(planned);
      for (const death of deaths) await live(life, death);
      const trace = await live(life, null);
      const entries = await readEntries(life);
      const bySequence = new Map(entries.map((entry) => [entry.sequence, entry]));
      for (const entry of life.acknowledged) expect(bySequence.get(entry.sequence)).toEqual(entry);
      await assertRunLaws({
        entries,
        requests: server.requests.slice(life.firstRequest),
        blobs: life.stores.blobs,
      });
      const writes = life.tools.runs.filter((line) => line.startsWith("write"));
      expect(new Set(writes).size).toBe(writes.length);
      if (trace.status === "interrupted") expect(deaths.length).toBeGreaterThanOrEqual(3);
      else {
        expect(trace.status).toBe("completed");
        const results = entries.filter((entry) => entry.kind === "message" && entry.role === "tool");
        expect(results).toHaveLength(planned.flat().length);
      }
    }),
    costlyRuns(150),
  );
});

it("does not rerun an effectful call that was running when the process died, and asks the model to verify", async () => {
  const life = await startLife([["write"]]);
  // Appends: start, call announced, answer, tool announced, result.
  await live(life, { append: 5, committed: false });
  expect(life.tools.count("write")).toBe(1);
  const trace = await live(life, null);
  expect(trace.status).toBe("completed");
  expect(life.tools.count("write")).toBe(1);
  const entries = await readEntries(life);
  const resumed = entries.find((entry) => entry.kind === "event" && entry.type === "trace.resumed");
  expect(resumed).toMatchObject({
    data: { journal: [{ toolName: "write", state: "unknown", resolution: "interrupted" }], resumeCount: 1 },
  });
  expect(entries.find((entry) => entry.kind === "message" && entry.role === "tool")).toMatchObject({
    outcome: "interrupted",
  });
  expect(server.requests.at(-1)?.body).toContain("Verify before you repeat it");
});

it("prepares a call again when its process died between permission and start, and runs it once", async () => {
  const life = await startLife([["write"]]);
  const decided: string[] = [];
  const environments: RunEnvironments = {
    openRun: async (trace, signal) => ({
      ...(await life.ports.environments.openRun(trace, signal)),
      permission: {
        decide: async ({ toolCallId }) => {
          decided.push(toolCallId);
          return await Promise.resolve({ effect: "allow" });
        },
      },
    }),
  };
  const guarded = { ...life, ports: { ...life.ports, environments } };
  await live(guarded, { event: "tool.started", committed: false });
  expect(life.tools.count("write")).toBe(0);
  expect((await live(guarded, null)).status).toBe("completed");
  expect(decided).toEqual(["c0_0", "c0_0"]);
  expect(life.tools.count("write")).toBe(1);
  const started = (await readEntries(life)).filter(
    (entry) => entry.kind === "event" && entry.type === "tool.started",
  );
  expect(started).toHaveLength(1);
});

it("runs a call that had not started and reruns a read-only one", async () => {
  const unstarted = await startLife([["write"]]);
  await live(unstarted, { append: 4, committed: false });
  expect((await live(unstarted, null)).status).toBe("completed");
  expect(unstarted.tools.count("write")).toBe(1);
  const reading = await startLife([["read"]]);
  await live(reading, { append: 4, committed: false });
  expect((await live(reading, null)).status).toBe("completed");
  expect(reading.tools.count("read")).toBe(2);
});

it.each([[["read"]], [["read", "read"]]] as const)(
  "interrupts a batch of %j that always kills its process after three resumes",
  async (batch) => {
    const life = await startLife([batch]);
    const appends = batch.length === 1 ? 2 : 3;
    await live(life, { append: appends + 2, committed: false });
    for (let resume = 1; resume <= 3; resume += 1)
      expect((await live(life, { append: appends, committed: false })).status).toBe("running");
    const trace = await live(life, null);
    expect(trace.status).toBe("interrupted");
    expect(trace.failure?.code).toBe("CRASH_LOOP");
    expect(server.requests.length - life.firstRequest).toBe(1);
    await assertRunLaws({
      entries: await readEntries(life),
      requests: server.requests.slice(life.firstRequest),
      blobs: life.stores.blobs,
    });
  },
);

it("stops a run after three resumes when its process dies at each answer", async () => {
  const life = await startLife([["read"]]);
  // Appends: start, call announced, answer.
  for (let death = 1; death <= 4; death += 1)
    expect((await live(life, { append: 3, committed: false })).status).toBe("running");
  const trace = await live(life, null);
  expect(trace).toMatchObject({ status: "interrupted", failure: { code: "CRASH_LOOP" } });
  expect(server.requests.length - life.firstRequest).toBe(4);
});

it("denies an effectful call that kills every process instead of retrying forever", async () => {
  const life = await startLife("poison");
  let trace = await live(life, { result: "write" });
  for (let death = 2; death < 20 && trace.status === "running"; death += 1)
    trace = await live(life, { result: "write" });
  expect(trace).toMatchObject({ status: "failed", failure: { code: "DOOM_LOOP" } });
  expect(life.tools.count("write")).toBeLessThanOrEqual(4);
  await assertRunLaws({
    entries: await readEntries(life),
    requests: server.requests.slice(life.firstRequest),
    blobs: life.stores.blobs,
  });
});

it("ends with its closing answer wherever its process dies", async () => {
  const closing = async (life: Life): Promise<readonly string[]> =>
    (await readEntries(life)).flatMap((entry) =>
      entry.kind === "message" && entry.role === "assistant" && entry.toolCalls.length === 0
        ? [entry.text]
        : [],
    );
  for (const committed of [false, true]) {
    let died = true;
    for (let append = 1; died; append += 1) {
      const life = await startLife("poison");
      await live(life, { append, committed });
      const before = (await closing(life)).length;
      const asked = server.requests.length;
      // A life that did not die has acknowledged everything and ended: no append is left to die at.
      died = (await readEntries(life)).length > life.acknowledged.length || (await isRunning(life));
      const trace = await live(life, null);
      expect(trace, `append ${append}`).toMatchObject({
        status: "failed",
        failure: { code: "DOOM_LOOP" },
      });
      expect(await closing(life), `append ${append}`).toEqual(["It died each time."]);
      // An answer that was stored is not asked for again.
      if (before === 1) expect(server.requests.length).toBe(asked);
      expect((await readEntries(life)).at(-1)).toMatchObject({
        type: "trace.finished",
        data: { summary: "It died each time." },
      });
      await assertRunLaws({
        entries: await readEntries(life),
        requests: server.requests.slice(life.firstRequest),
        blobs: life.stores.blobs,
      });
    }
  }
});

it("does not count handovers as crashes", async () => {
  const life = await startLife([["read"]]);
  const released = AbortSignal.abort();
  for (let deploy = 0; deploy < 6; deploy += 1)
    expect((await live(life, null, released)).status).toBe("running");
  expect((await live(life, null)).status).toBe("completed");
});

it("writes nothing after losing the lease", async () => {
  const life = await startLife([["read"], ["read"]]);
  life.clock.advance(LEASE_MS + 1);
  const old = await life.stores.traces.claim({ owner: "old", leaseMs: LEASE_MS });
  if (old === undefined) throw new Error("nothing to claim");
  expect((await live(life, null)).status).toBe("completed");
  const before = await readEntries(life);
  let closed = 0;
  const environments: RunEnvironments = {
    openRun: async (trace, signal) => ({
      ...(await life.ports.environments.openRun(trace, signal)),
      close: async () => void (closed += 1),
    }),
  };
  const again = async (): Promise<void> => {
    for await (const update of run({ ...old, ports: { ...life.ports, environments } })) void update;
  };
  await expect(again()).rejects.toMatchObject({ code: "LEASE_LOST" });
  expect(await readEntries(life)).toEqual(before);
  expect(closed).toBe(1);
});
