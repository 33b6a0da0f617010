import { describe, expect, it } from "vitest";
import { createInMemoryStores } from "../../src/adapters/in-memory/index.ts";
import { configureModel, createOpenAiClient } from "../../src/adapters/openai/index.ts";
import { createAgent } from "../../src/library/create-agent.ts";
import { newRun } from "../../src/new-run.ts";
import type { HttpTransport } from "../../src/ports/http-transport.ts";
import { react } from "../../src/strategies/react.ts";
import { createTestClock, testAgent } from "../../src/testing/builders.ts";
import { createScriptedModel, answered } from "../../src/testing/scripted-model.ts";
import { createTestTools } from "../http/test-tools.ts";
import { createScenarioPorts, runScenario, SCOPE } from "../http/run-scenario.ts";

const HOURS_MS = 5 * 3_600_000;
const busy = { kind: "status", status: 503, error: { message: "overloaded" } } as const;

describe.each([
  ["forward", HOURS_MS],
  ["back", -HOURS_MS],
])("a wall clock that steps hours %s", (_, step) => {
  it("neither ends the attempts of a call early nor counts toward its duration or the run's time limit", async () => {
    const clock = createTestClock();
    const { trace, requests, events } = await runScenario({
      script: (_request, position) => {
        clock.step(step);
        return position < 3 ? busy : { text: "done" };
      },
      limits: { maxDurationMs: 60_000 },
      ports: { clock },
    });
    expect(trace.summary).toBe("done");
    expect(requests).toHaveLength(4);
    expect(events("limit.reached")).toEqual([]);
    expect(events("call.attempt_failed").map(({ data }) => data.durationMs)).toEqual([0, 0, 0]);
  });

  it("does not shorten the wait for the first token", async () => {
    const clock = createTestClock();
    let sawSignal = false;
    const transport: HttpTransport = {
      send: async ({ signal }) => ({
        status: 200,
        headers: { "content-type": "text/event-stream" },
        read: async (take) => {
          const send = (text: string): void => void take(new TextEncoder().encode(text));
          send(": working\n\n");
          clock.step(step);
          send(": working\n\n");
          // A timer that has run out fires in this turn of the event loop.
          await new Promise<void>((resolve) => setTimeout(resolve, 5));
          sawSignal = signal.aborted;
          send('data: {"choices":[{"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
        },
      }),
    };
    const baseUrl = "http://127.0.0.1:9/v1";
    const { profile } = configureModel({ model: "m", baseUrl, apiKey: "key" });
    const limits = { firstByteMs: 60_000, firstTokenMs: 120_000, idleMs: 60_000 };
    const client = createOpenAiClient({
      ...{ profile, baseUrl, transport, clock },
      apiKey: "key",
      ...limits,
    });
    const outcome = await client.attempt({
      ...{ callId: "call", model: "m", body: "{}", signal: new AbortController().signal },
      onDelta: () => undefined,
    });
    expect(sawSignal).toBe(false);
    expect(outcome).toMatchObject({ ok: true, answer: { text: "hi", firstTokenMs: 0 } });
  });

  it("keeps the length of a wait", async () => {
    const clock = createTestClock();
    const waited: number[] = [];
    const stepping = {
      ...clock,
      sleep: async (milliseconds: number) => {
        waited.push(milliseconds);
        clock.step(step);
        clock.advance(milliseconds);
      },
    };
    const wakeAt = clock.now() + 20_000;
    const agent = createAgent({
      model: createScriptedModel([answered({ text: "ready" })]),
      strategy: {
        name: "patient",
        next: (state) =>
          state.lastWait === null ? { kind: "wait", for: "budget", wakeAt } : react.next(state),
      },
      ports: { clock: stepping },
    });
    expect(await agent.run("Go").answer).toBe("ready");
    expect(waited).toEqual([20_000]);
  });

  it("neither ends a lease early nor keeps that of a dead worker", async () => {
    const clock = createTestClock();
    const stores = createInMemoryStores(clock);
    const ports = createScenarioPorts({ ...{ stores, clock }, baseUrl: "", tools: createTestTools() });
    const request = { scope: SCOPE, conversationId: null, text: "Do it", agent: testAgent, models: ["mock"] };
    const { trace, entries, blobs } = newRun({ ...request, projectFolder: null, origin: null }, ports);
    await stores.traces.create(SCOPE, trace, entries, blobs);
    const claim = async (owner: string): Promise<string | undefined> =>
      (await stores.traces.claim({ owner, leaseMs: 6_000 }))?.lease.owner;
    const held = await stores.traces.claim({ owner: "first", leaseMs: 6_000 });
    if (held === undefined) throw new Error("nothing to claim");
    clock.advance(2_000);
    clock.step(step);
    expect(await claim("second")).toBeUndefined();
    expect(await stores.traces.heartbeat(held.lease, 6_000)).toBe(true);
    clock.step(step);
    clock.advance(5_999);
    expect(await claim("second")).toBeUndefined();
    clock.advance(1);
    expect(await claim("second")).toBe("second");
  });
});
