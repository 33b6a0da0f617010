import { expect, it, onTestFinished } from "vitest";
import { createInMemoryStores } from "../../src/adapters/in-memory/index.ts";
import type { LogOrigin, Trace } from "../../src/log/trace.ts";
import { newRun } from "../../src/new-run.ts";
import type { Clock } from "../../src/ports/clock.ts";
import { readLog } from "../../src/reading/read-log.ts";
import { createTestClock, testAgent } from "../../src/testing/builders.ts";
import { executeClaimedTrace } from "../../src/worker/index.ts";
import { createScenarioPorts, SCOPE, startScriptServer } from "../http/run-scenario.ts";
import { createTestTools } from "../http/test-tools.ts";

/** Returns how to execute one turn after the other, each with these answers of the model. */
async function createTurns(answer: (body: string) => string) {
  const server = await startScriptServer(({ body }) => ({ text: answer(body) }));
  onTestFinished(async () => await server.close());
  const clock = createTestClock();
  // Nothing may depend on a heartbeat.
  const abortOnlyClock: Clock = {
    now: clock.now,
    monotonic: clock.monotonic,
    sleep: async (_, signal) =>
      await new Promise<void>((resolve) =>
        signal?.aborted === true
          ? resolve()
          : signal?.addEventListener("abort", () => resolve(), { once: true }),
      ),
  };
  const stores = createInMemoryStores(clock);
  const ports = {
    ...createScenarioPorts({ baseUrl: server.baseUrl, tools: createTestTools(), stores, clock }),
    clock: abortOnlyClock,
  };
  const turn = async (text: string, before: Trace | null): Promise<Trace> => {
    const origin: LogOrigin | null =
      before === null ? null : { kind: "continues", traceId: before.id, sequence: before.lastSequence };
    const newTrace = newRun(
      {
        ...{ scope: SCOPE, conversationId: "talk", text, agent: testAgent, models: ["mock"] },
        ...{ projectFolder: null, origin },
      },
      ports,
    );
    await stores.traces.create(SCOPE, newTrace.trace, newTrace.entries, newTrace.blobs);
    const claimed = await stores.traces.claim({ owner: "test", leaseMs: 1e12 });
    if (claimed === undefined) throw new Error("nothing to claim");
    await executeClaimedTrace({
      ...claimed,
      ports,
      live: stores.live,
      release: new AbortController().signal,
    });
    const trace = await stores.traces.get(SCOPE, newTrace.trace.id);
    if (trace === undefined) throw new Error("missing trace");
    return trace;
  };
  return { stores, turn };
}

it("performs a compaction requested after the end of a turn once, at the start of the next", async () => {
  const { stores, turn } = await createTurns((body) =>
    body.includes("<runtime-request>") ? "## 1. Primary request and intent\nTalk." : "Well. ".repeat(400),
  );
  const first = await turn("Talk to me", null);
  await stores.signals.insert(SCOPE, {
    ...{ id: "s1", traceId: first.id, personId: "person", at: 0 },
    ...{ kind: "compact", payload: { focus: "the names" } },
  });
  const second = await turn("Go on", first);
  const third = await turn("And on", second);
  const entries = await readLog({ traces: stores.traces, scope: SCOPE }, third);
  const finished = entries.filter((entry) => entry.kind === "event" && entry.type === "compaction.finished");
  expect(finished).toMatchObject([
    { traceId: second.id, data: { reason: "asked", focus: "the names", source: "model" } },
  ]);
  expect(await stores.signals.pending(SCOPE, first.id)).toEqual([]);
});

it("delivers a text that was sent after the end of a turn to the model once, in the next turn", async () => {
  const bodies: string[] = [];
  const { stores, turn } = await createTurns((body) => {
    bodies.push(body);
    return "Well.";
  });
  const first = await turn("Talk to me", null);
  await stores.signals.insert(SCOPE, {
    ...{ id: "s1", traceId: first.id, personId: "person", at: 0 },
    ...{ kind: "steer", payload: { text: "Use the other file" } },
  });
  const second = await turn("Go on", first);
  await turn("And on", second);
  expect(bodies.map((body) => body.split("Use the other file").length - 1)).toEqual([0, 1, 1]);
  expect(await stores.signals.pending(SCOPE, first.id)).toEqual([]);
});
