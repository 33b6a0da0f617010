import { expect, it, onTestFinished } from "vitest";
import { createInMemoryStores } from "../../src/adapters/in-memory/index.ts";
import type { Trace } from "../../src/log/trace.ts";
import { newRun } from "../../src/new-run.ts";
import { readLog } from "../../src/reading/read-log.ts";
import { run } from "../../src/run.ts";
import { createTestClock, testAgent } from "../../src/testing/builders.ts";
import { assertRunLaws } from "./assert-run-laws.ts";
import { createScenarioPorts, SCOPE, startScriptServer, type Script } from "./run-scenario.ts";
import { createTestTools } from "./test-tools.ts";

/** Runs turns of one conversation; `instructions` may change between turns. */
async function runTurns(options: {
  readonly script: Script;
  readonly turns: readonly string[];
  instructions?(turn: number): string;
}): Promise<{
  readonly traces: readonly Trace[];
  readonly bodies: readonly string[];
  check(): Promise<void>;
}> {
  const server = await startScriptServer(options.script);
  onTestFinished(async () => await server.close());
  const clock = createTestClock();
  const stores = createInMemoryStores(clock);
  const ports = createScenarioPorts({ baseUrl: server.baseUrl, tools: createTestTools(), stores, clock });
  const traces: Trace[] = [];
  for (const [turn, text] of options.turns.entries()) {
    const last = traces.at(-1);
    const origin =
      last === undefined
        ? null
        : { kind: "continues" as const, traceId: last.id, sequence: last.lastSequence };
    const agent = { ...testAgent, instructions: options.instructions?.(turn) ?? testAgent.instructions };
    const newTrace = newRun(
      {
        scope: SCOPE,
        conversationId: "conversation",
        text,
        agent,
        models: ["mock"],
        projectFolder: null,
        origin,
      },
      ports,
    );
    await stores.traces.create(SCOPE, newTrace.trace, newTrace.entries, newTrace.blobs);
    const claimed = await stores.traces.claim({ owner: "test", leaseMs: 1e12 });
    if (claimed === undefined) throw new Error("nothing to claim");
    for await (const update of run({ ...claimed, ports })) void update;
    const trace = await stores.traces.get(SCOPE, newTrace.trace.id);
    if (trace !== undefined) traces.push(trace);
  }
  const check = async (): Promise<void> => {
    const last = traces.at(-1);
    if (last === undefined) throw new Error("no turn ran");
    await assertRunLaws({
      entries: await readLog({ traces: stores.traces, scope: SCOPE }, last),
      requests: server.requests,
      blobs: stores.blobs,
    });
  };
  return { traces, bodies: server.requests.map((request) => request.body), check };
}

it("continues the first turn's log in a second turn: sequences continue and requests share the prefix", async () => {
  const { traces, bodies, check } = await runTurns({
    turns: ["First", "Second"],
    script: [
      { calls: [{ id: "x", name: "read", arguments: "{}" }] },
      { text: "one" },
      { calls: [{ id: "x", name: "read", arguments: "{}" }] },
      { text: "two" },
    ],
  });
  expect(traces.map((trace) => trace.status)).toEqual(["completed", "completed"]);
  expect(bodies).toHaveLength(4);
  expect(bodies[3]).toContain('"x_2"');
  await check();
});

it("sends valid requests in a turn after a failed, filtered or looping one", async () => {
  const { traces, check } = await runTurns({
    turns: ["First", "Second", "Third"],
    script: ({ body }, position) => {
      if (position === 0) return { finish: "content_filter" };
      if (body.includes("Third")) return { text: "fine" };
      return body.includes('"tools":')
        ? { calls: [{ id: "x", name: "read", arguments: "{" }] }
        : { text: "I can't." };
    },
  });
  expect(traces.map((trace) => trace.status)).toEqual(["failed", "failed", "completed"]);
  await check();
});

it("logs changed instructions and rebuilds every request of both turns", async () => {
  const { bodies } = await runTurns({
    turns: ["First", "Second"],
    instructions: (turn) => `Instructions ${turn}`,
    script: () => ({ text: "ok" }),
  });
  expect(bodies[0]).toContain("Instructions 0");
  expect(bodies[1]).toContain("Instructions 1");
});
