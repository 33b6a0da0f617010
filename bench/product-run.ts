import {
  createToolSet,
  generalAgent,
  type HttpTransport,
  type ModelClient,
  narrowTools,
  newRun,
  run,
  type RunPorts,
  type Scope,
  type Trace,
  type Update,
} from "@goaltrace/core";
import {
  createAllowAllPermission,
  createFixedEnvironments,
  createInMemoryStores,
  createNoRedactor,
  createSilentLogger,
} from "@goaltrace/core/in-memory";
import type { AgentSnapshot } from "@goaltrace/core/log";
import { createModelDirectory } from "@goaltrace/core/model-directory";
import { configureModel, createOpenAiClient } from "@goaltrace/core/openai";
import { createSystemClock, createSystemIds, createSystemRandom } from "@goaltrace/core/system";
import { createTokenizer } from "@goaltrace/core/tokenizer";
import type { Database } from "@goaltrace/db";
import { builtInTools, createHttpTransport, nodeHash } from "@goaltrace/tools";

export type Stores = Pick<RunPorts, "traces" | "blobs" | "signals">;

/** Where runs are kept and in whose name they are made. */
export type RunPlace = { readonly stores: Stores; readonly scope: Scope };

const MODEL = "mock";
const TASK = "Multiply the numbers one by one.";
const LEASE_MS = 600_000;
const TIME_LIMIT_MS = 60_000;

/** One tool and a short instruction, as in the comparisons of other frameworks. Guards, limits and events are on. */
const agent: AgentSnapshot = {
  ...generalAgent,
  instructions: "You are a careful calculator. Use the tool for each step.",
  limits: { maxSteps: 10_000, maxTokens: null, maxDurationMs: null },
};

const clock = createSystemClock();
const ids = createSystemIds(clock);
const transport = createHttpTransport();
const tokenizer = createTokenizer();

/** Stores in memory, new ones each time, so that no run pays for an earlier one. */
export function memoryPlace(): RunPlace {
  return { stores: createInMemoryStores(), scope: { workspaceId: "bench", personId: "bench" } };
}

/** A workspace of its own in a database. */
export async function databasePlace(database: Database): Promise<RunPlace> {
  const id = ids.next();
  await database.workspaces.create({ id, slug: `bench-${id}`, name: "Benchmark" });
  return { stores: database, scope: { workspaceId: id, personId: "bench" } };
}

const clients = new Map<string, ModelClient>();

/** The client of an endpoint, kept from run to run as the product's directory keeps it. */
function clientOf(baseUrl: string): ModelClient {
  const client = clients.get(baseUrl) ?? createClient(baseUrl, transport);
  clients.set(baseUrl, client);
  return client;
}

function createClient(baseUrl: string, carrier: HttpTransport): ModelClient {
  const { profile } = configureModel({ model: MODEL, baseUrl, apiKey: "" });
  return createOpenAiClient({
    profile: { ...profile, contextWindow: 10_000_000 },
    baseUrl,
    apiKey: "",
    clock,
    firstByteMs: TIME_LIMIT_MS,
    idleMs: TIME_LIMIT_MS,
    transport: carrier,
  });
}

/** The product's parts around a store, against the model at `baseUrl`; `carrier` in place of the transport that runs share. */
export function portsOf(stores: Stores, baseUrl: string, carrier?: HttpTransport): RunPorts {
  const client = carrier === undefined ? clientOf(baseUrl) : createClient(baseUrl, carrier);
  return {
    traces: stores.traces,
    blobs: stores.blobs,
    signals: stores.signals,
    environments: createFixedEnvironments({
      models: createModelDirectory([async () => client]),
      tools: narrowTools(createToolSet(builtInTools()), ["calculator"]),
      permission: createAllowAllPermission(),
      redactor: createNoRedactor(),
      sources: [],
      forbiddenFolders: [],
    }),
    tokenizer,
    clock,
    ids,
    random: createSystemRandom(),
    hash: nodeHash,
    logger: createSilentLogger(),
  };
}

/** Runs one task to its end. Throws when the run did not complete. Returns the trace as it ended. */
export async function runProduct(
  ports: RunPorts,
  scope: Scope,
  onUpdate?: (update: Update) => void,
): Promise<Trace> {
  const created = newRun(
    { scope, conversationId: null, text: TASK, agent, models: [MODEL], projectFolder: null, origin: null },
    { ...ports, redactor: createNoRedactor() },
  );
  await ports.traces.create(scope, created.trace, created.entries, created.blobs);
  const claimed = await ports.traces.claim({ owner: "bench", leaseMs: LEASE_MS, only: created.trace.id });
  if (claimed === undefined) throw new Error("the run could not be claimed");
  for await (const update of run({ ...claimed, ports })) onUpdate?.(update);
  await ports.traces.release(claimed.lease);
  const ended = await ports.traces.get(scope, created.trace.id);
  if (ended?.status !== "completed")
    throw new Error(`the run ended as ${ended?.status}: ${ended?.failure?.message ?? "no reason"}`);
  return ended;
}
