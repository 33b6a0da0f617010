import { createHash } from "node:crypto";
import {
  createInMemoryStores,
  createNoRedactor,
  createAllowAllPermission,
  createFixedEnvironments,
  createSilentLogger,
} from "../../src/adapters/in-memory/index.ts";
import type { InMemoryStores } from "../../src/adapters/in-memory/stores.ts";
import { createModelDirectory } from "../../src/adapters/model-directory.ts";
import { createOpenAiClient } from "../../src/adapters/openai/index.ts";
import { createSystemClock } from "../../src/adapters/system/index.ts";
import type { Budget } from "../../src/log/budget.ts";
import type { Entry } from "../../src/log/entry.ts";
import type { RunEvent, RunEventType } from "../../src/log/run-event.ts";
import type { AgentSnapshot, CompactionThresholds, Trace, TraceMode } from "../../src/log/trace.ts";
import type { Update } from "../../src/log/update.ts";
import type { ModelClient, ModelProfile } from "../../src/ports/model-client.ts";
import type { RunEnvironment } from "../../src/ports/run-environment.ts";
import type { Redactor } from "../../src/ports/redactor.ts";
import type { KnownSignal } from "../../src/signals/signal.ts";
import type { RunPorts } from "../../src/loop/ports.ts";
import { newRun } from "../../src/new-run.ts";
import { readLog } from "../../src/reading/read-log.ts";
import { run } from "../../src/run.ts";
import { createTestClock, createTestIds, testAgent, type TestClock } from "../../src/testing/builders.ts";
import { assertRunLaws } from "./assert-run-laws.ts";
import {
  startModelServer,
  type ModelServer,
  type ReceivedRequest,
  type Reply,
  type WireAnswer,
} from "./model-server.ts";
import { createTestTools, type TestTools } from "./test-tools.ts";

export const SCOPE = { workspaceId: "workspace", personId: "person" };
/** Longer than the clock of any test. */
const LEASE_MS = 1e12;

/** A list of replies in order (a further request fails the test), or a function of request and position. */
export type Script =
  | readonly Answer[]
  | ((request: ReceivedRequest, position: number) => Answer | Promise<Answer>);
type Answer = Reply | WireAnswer;

export type Scenario = {
  readonly script: Script;
  readonly task?: string;
  readonly tools?: TestTools;
  readonly limits?: Partial<AgentSnapshot["limits"]>;
  readonly strategy?: string;
  readonly agent?: Partial<AgentSnapshot>;
  readonly mode?: TraceMode;
  readonly budget?: Budget;
  /** Dollars per million tokens. Default: unknown. */
  readonly price?: ModelProfile["price"];
  readonly models?: readonly string[];
  readonly contextWindow?: number;
  readonly thresholds?: CompactionThresholds;
  readonly firstByteMs?: number;
  readonly firstTokenMs?: number;
  readonly idleMs?: number;
  readonly finishedMs?: number;
  /** The limit of the model's endpoint. Default: it has none. */
  readonly enter?: ModelClient["enter"];
  readonly ports?: Partial<RunPorts>;
  readonly environment?: Partial<RunEnvironment>;
  /** False for a run of thousands of steps, whose requests take minutes to rebuild. Default: true. */
  readonly checksLaws?: boolean;
  /** Cancels the run before it starts. */
  readonly canceled?: boolean;
  /** Returns the signals to deliver before a model call, by the number of requests so far. */
  drainSignals?(requests: number): readonly KnownSignal[];
  /** Called for each update with a function that cancels the run. */
  onUpdate?(update: Update, cancel: () => void): void;
};

export type Outcome = {
  readonly trace: Trace;
  readonly entries: readonly Entry[];
  readonly updates: readonly Update[];
  readonly requests: readonly ReceivedRequest[];
  readonly tools: TestTools;
  readonly clock: TestClock;
  readonly stores: InMemoryStores;
  events<T extends RunEventType>(type: T): readonly Extract<RunEvent, { type: T }>[];
  results(): readonly string[];
};

/** The ports of a run, and the redactor of its workspace for `newRun`. */
export type ScenarioPorts = RunPorts & { readonly redactor: Redactor };

/** Creates the ports of a run against a server: the real client, in-memory stores, a clock with immediate sleeps. */
export function createScenarioPorts(options: {
  readonly baseUrl: string;
  readonly tools: TestTools;
  readonly stores: InMemoryStores;
  readonly clock: TestClock;
  readonly contextWindow?: number;
  readonly thresholds?: CompactionThresholds;
  readonly firstByteMs?: number;
  readonly firstTokenMs?: number;
  readonly idleMs?: number;
  readonly finishedMs?: number;
  readonly environment?: Partial<RunEnvironment>;
  readonly price?: ModelProfile["price"];
  readonly enter?: ModelClient["enter"];
}): ScenarioPorts {
  const { stores, clock } = options;
  const profile = {
    contextWindow: options.contextWindow ?? 128_000,
    thresholds: options.thresholds ?? {},
    price: options.price ?? null,
    quirks: "default",
    label: "mock",
    scripted: false,
  };
  const environment: Omit<RunEnvironment, "close"> = {
    tools: options.tools,
    models: createModelDirectory([
      async (_workspace, reference) =>
        reference === "nowhere"
          ? undefined
          : {
              ...createOpenAiClient({
                profile: { ...profile, reference, wireName: reference },
                baseUrl: options.baseUrl,
                apiKey: "sk-test-0123456789",
                // Limits on silence run in real time; the pace of reading does not.
                clock: { ...createSystemClock(), sleep: clock.sleep },
                firstByteMs: options.firstByteMs ?? 10_000,
                ...(options.firstTokenMs === undefined ? {} : { firstTokenMs: options.firstTokenMs }),
                idleMs: options.idleMs ?? 10_000,
                ...(options.finishedMs === undefined ? {} : { finishedMs: options.finishedMs }),
              }),
              ...(options.enter && { enter: options.enter }),
            },
    ]),
    permission: createAllowAllPermission(),
    redactor: createNoRedactor(),
    sources: [],
    forbiddenFolders: [],
    ...options.environment,
  };
  return {
    traces: stores.traces,
    blobs: stores.blobs,
    signals: stores.signals,
    environments: createFixedEnvironments(environment),
    redactor: environment.redactor,
    clock,
    ids: createTestIds(),
    logger: createSilentLogger(),
    tokenizer: { count: (text) => Math.ceil(text.length / 4) },
    random: { next: () => 0.5 },
    hash: { sha256: (text) => createHash("sha256").update(text).digest("hex") },
  };
}

/** Runs one task against a mock server over HTTP, then checks the laws of all runs. */
export async function runScenario(scenario: Scenario): Promise<Outcome> {
  const server = await startScriptServer(scenario.script);
  try {
    return await runAgainst(server, scenario);
  } finally {
    await server.close();
  }
}

async function runAgainst(server: ModelServer, scenario: Scenario): Promise<Outcome> {
  const clock = createTestClock();
  const stores = createInMemoryStores(clock);
  const tools = scenario.tools ?? createTestTools();
  const ports = {
    ...createScenarioPorts({ ...scenario, baseUrl: server.baseUrl, tools, stores, clock }),
    ...scenario.ports,
  };
  const agent = {
    ...testAgent,
    ...scenario.agent,
    strategy: scenario.strategy ?? "react",
    limits: { ...testAgent.limits, ...scenario.limits },
  };
  const newTrace = newRun(
    {
      scope: SCOPE,
      conversationId: null,
      text: scenario.task ?? "Do it",
      agent,
      models: scenario.models ?? ["mock"],
      projectFolder: null,
      origin: null,
      budget: scenario.budget,
      ...(scenario.mode === undefined ? {} : { mode: scenario.mode }),
    },
    ports,
  );
  await stores.traces.create(SCOPE, newTrace.trace, newTrace.entries, newTrace.blobs);
  const claimed = await stores.traces.claim({ owner: "test", leaseMs: LEASE_MS });
  if (claimed === undefined) throw new Error("nothing to claim");
  const cancel = new AbortController();
  const updates: Update[] = [];
  const requestCancel = (): void =>
    cancel.abort({
      id: "signal",
      kind: "cancel",
      traceId: newTrace.trace.id,
      personId: "person",
      payload: { reason: "enough" },
      at: clock.now(),
    });
  if (scenario.canceled === true) requestCancel();
  for await (const update of run({
    ...claimed,
    ports,
    cancel: cancel.signal,
    drainSignals: () => scenario.drainSignals?.(server.requests.length) ?? [],
  })) {
    updates.push(update);
    scenario.onUpdate?.(update, requestCancel);
  }
  const trace = await stores.traces.get(SCOPE, newTrace.trace.id);
  if (trace === undefined) throw new Error("missing trace");
  const entries = await readLog({ traces: stores.traces, scope: SCOPE }, trace);
  if (scenario.checksLaws !== false)
    await assertRunLaws({ entries, requests: server.requests, blobs: stores.blobs, updates });
  return {
    trace,
    entries,
    updates,
    requests: server.requests,
    tools,
    clock,
    stores,
    events: (type) =>
      entries.filter(
        (entry): entry is Extract<RunEvent, { type: typeof type }> =>
          entry.kind === "event" && entry.type === type,
      ),
    results: () =>
      entries.flatMap((entry) =>
        entry.kind === "message" && entry.role === "tool" ? [`${entry.outcome}: ${entry.output}`] : [],
      ),
  };
}

/** Starts a server for a script; callers close it. */
export async function startScriptServer(script: Script): Promise<ModelServer> {
  return await startModelServer(async (request, position) => {
    const answer = typeof script === "function" ? await script(request, position) : script[position];
    if (answer === undefined)
      return { kind: "status", status: 418, error: { message: `unexpected request ${position}` } };
    return "kind" in answer ? answer : { kind: "answer", answer: answer };
  });
}
