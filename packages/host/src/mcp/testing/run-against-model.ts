import { createServer } from "node:http";
import { text as readText } from "node:stream/consumers";
import { newRun, run, type RunPorts } from "@goaltrace/core";
import {
  createFixedEnvironments,
  createInMemoryStores,
  createNoRedactor,
  createSilentLogger,
} from "@goaltrace/core/in-memory";
import type { Entry, Trace } from "@goaltrace/core/log";
import { createModelDirectory } from "@goaltrace/core/model-directory";
import { createOpenAiClient } from "@goaltrace/core/openai";
import type { RunEnvironments } from "@goaltrace/core/ports";
import { readLog } from "@goaltrace/core/reading";
import { createSystemClock } from "@goaltrace/core/system";
import { createTestClock, createTestIds, testAgent } from "@goaltrace/core/testing";
import { nodeHash } from "@goaltrace/tools";

const SCOPE = { workspaceId: "w", personId: "p" };
/** Longer than the clock of any test. */
const LEASE_MS = 1e12;

type RunEnvironment = Awaited<ReturnType<RunEnvironments["openRun"]>>;

/** A run that is over: its log, and the bodies of the requests that its model received. */
export type ModelRun = {
  readonly trace: Trace;
  readonly entries: readonly Entry[];
  readonly requests: readonly string[];
};

/** Runs a task against a model over HTTP that calls these tools, one after the other, and then answers "Done.". */
export async function runAgainstModel(
  calls: readonly string[],
  environment: Pick<RunEnvironment, "tools" | "permission"> & Partial<Pick<RunEnvironment, "withheldTools">>,
): Promise<ModelRun> {
  const requests: string[] = [];
  const server = createServer((incoming, response) => {
    void readText(incoming).then((body) => {
      const name = calls[requests.length];
      requests.push(body);
      const call = { id: `call_${String(requests.length - 1)}`, type: "function", index: 0 };
      const delta =
        name === undefined
          ? { content: "Done." }
          : { tool_calls: [{ ...call, function: { name, arguments: '{"text":"hello"}' } }] };
      const finish_reason = name === undefined ? "stop" : "tool_calls";
      const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "mock" };
      const choices = [{ index: 0, delta, finish_reason }];
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`data: ${JSON.stringify({ ...chunk, choices })}\n\ndata: [DONE]\n\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const clock = createTestClock();
  const stores = createInMemoryStores(clock);
  const client = createOpenAiClient({
    profile: {
      ...{ reference: "mock", wireName: "mock", contextWindow: 128_000, thresholds: {}, price: null },
      ...{ quirks: "default", label: "mock", scripted: false },
    },
    ...{ baseUrl: `http://127.0.0.1:${String(address.port)}/v1`, apiKey: "sk-test-0123456789" },
    ...{ clock: { ...createSystemClock(), sleep: clock.sleep }, firstByteMs: 10_000, idleMs: 10_000 },
  });
  const redactor = createNoRedactor();
  const ports: RunPorts = {
    ...{ traces: stores.traces, blobs: stores.blobs, signals: stores.signals, clock, hash: nodeHash },
    environments: createFixedEnvironments({
      ...{ ...environment, redactor, sources: [], forbiddenFolders: [] },
      models: createModelDirectory([async () => client]),
    }),
    ...{ ids: createTestIds(), logger: createSilentLogger(), random: { next: () => 0.5 } },
    tokenizer: { count: (text) => Math.ceil(text.length / 4) },
  };
  try {
    const agent = { ...testAgent, strategy: "react" };
    const task = { scope: SCOPE, conversationId: null, text: "Do it", agent, models: ["mock"] };
    const created = newRun({ ...task, projectFolder: null, origin: null }, { ...ports, redactor });
    await stores.traces.create(SCOPE, created.trace, created.entries, created.blobs);
    const claimed = await stores.traces.claim({ owner: "test", leaseMs: LEASE_MS });
    if (claimed === undefined) throw new Error("nothing to claim");
    for await (const _ of run({ ...claimed, ports }));
    const trace = await stores.traces.get(SCOPE, created.trace.id);
    if (trace === undefined) throw new Error("missing trace");
    return { trace, requests, entries: await readLog({ traces: stores.traces, scope: SCOPE }, trace) };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
