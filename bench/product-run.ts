import { type ModelClient, newRun, run, type RunPorts } from "@goaltrace/core";
import { generalAgent, presetAgents } from "@goaltrace/core/agents";
import {
  createAllowAllPermission,
  createFixedEnvironments,
  createInMemoryStores,
  createNoRedactor,
  createSilentLogger,
} from "@goaltrace/core/in-memory";
import type { AgentSnapshot, Trace, Update } from "@goaltrace/core/log";
import { createModelDirectory } from "@goaltrace/core/model-directory";
import { configureModel, createOpenAiClient } from "@goaltrace/core/openai";
import type { HttpTransport, Scope } from "@goaltrace/core/ports";
import { createSystemClock, createSystemIds, createSystemRandom } from "@goaltrace/core/system";
import { createTokenizer } from "@goaltrace/core/tokenizer";
import { childTools, createToolSet, narrowTools } from "@goaltrace/core/tools";
import type { Database } from "@goaltrace/db";
import { builtInTools, createHttpTransport, nodeHash } from "@goaltrace/tools";

export type Stores = Pick<RunPorts, "traces" | "blobs" | "signals">;

/** The stores of runs and the scope they are created in. */
export type RunPlace = { readonly stores: Stores; readonly scope: Scope };

const MODEL = "mock";
const TASK = "Multiply the numbers one by one.";
const LEASE_MS = 600_000;
const TIME_LIMIT_MS = 60_000;

/** One tool and a short instruction, as in comparisons of other frameworks. Guards, limits and events are on. */
const agent: AgentSnapshot = {
  ...generalAgent,
  instructions: "You are a careful calculator. Use the tool for each step.",
  limits: { maxSteps: 10_000, maxTokens: null, maxDurationMs: null },
};

const clock = createSystemClock();
const ids = createSystemIds(clock);
const transport = createHttpTransport();
const tokenizer = createTokenizer();

/** Returns new in-memory stores, so that no run pays for an earlier one. */
export function memoryPlace(): RunPlace {
  return { stores: createInMemoryStores(), scope: { workspaceId: "bench", personId: "bench" } };
}

/** Creates a separate workspace in a database. */
export async function databasePlace(database: Database): Promise<RunPlace> {
  const id = ids.next();
  await database.workspaces.create({ id, slug: `bench-${id}`, name: "Benchmark", mode: "auto" });
  return { stores: database, scope: { workspaceId: id, personId: "bench" } };
}

const clients = new Map<string, ModelClient>();

/** Returns the client of an endpoint, cached across runs like in the product's directory. */
function cachedClient(baseUrl: string): ModelClient {
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

/**
 * Assembles the product's ports around these stores, for the model at `baseUrl`. `carrier` replaces the shared transport; with `hasAgents`, runs
 * may start sub-agents.
 */
export function createRunPorts(
  stores: Stores,
  baseUrl: string,
  { carrier, hasAgents = false }: { readonly carrier?: HttpTransport; readonly hasAgents?: boolean } = {},
): RunPorts {
  const client = carrier === undefined ? cachedClient(baseUrl) : createClient(baseUrl, carrier);
  return {
    traces: stores.traces,
    blobs: stores.blobs,
    signals: stores.signals,
    environments: createFixedEnvironments({
      models: createModelDirectory([async () => client]),
      tools: createToolSet([
        ...narrowTools(createToolSet(builtInTools()), ["calculator"]).tools,
        ...(hasAgents ? childTools(presetAgents) : []),
      ]),
      ...(hasAgents ? { agents: presetAgents } : {}),
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

/** Stores a queued run without a project folder and returns its id. */
export async function queueRun(
  { stores, scope }: RunPlace,
  text: string,
  by: AgentSnapshot = generalAgent,
): Promise<string> {
  const created = newRun(
    { scope, conversationId: null, text, agent: by, models: [MODEL], projectFolder: null, origin: null },
    { ids, clock, tokenizer, redactor: createNoRedactor() },
  );
  await stores.traces.create(scope, created.trace, created.entries, created.blobs);
  return created.trace.id;
}

/** Runs one task and returns its final trace. Throws when the run did not complete. */
export async function runProduct(
  ports: RunPorts,
  scope: Scope,
  onUpdate?: (update: Update) => void,
): Promise<Trace> {
  const traceId = await queueRun({ stores: ports, scope }, TASK, agent);
  const claimed = await ports.traces.claim({ owner: "bench", leaseMs: LEASE_MS, only: traceId });
  if (claimed === undefined) throw new Error("the run could not be claimed");
  for await (const update of run({ ...claimed, ports })) onUpdate?.(update);
  await ports.traces.release(claimed.lease);
  const ended = await ports.traces.get(scope, traceId);
  if (ended?.status !== "completed")
    throw new Error(`the run ended as ${ended?.status}: ${ended?.failure?.message ?? "no reason"}`);
  return ended;
}
