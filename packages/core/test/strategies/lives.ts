import { createInMemoryStores } from "../../src/adapters/in-memory/index.ts";
import { childGoals } from "../../src/goals/goal-tree.ts";
import { foldGoals } from "../../src/goals/fold-goals.ts";
import type { Entry } from "../../src/log/entry.ts";
import { newRun } from "../../src/new-run.ts";
import { readLog } from "../../src/reading/read-log.ts";
import { run } from "../../src/run.ts";
import { createTestClock, testAgent } from "../../src/testing/builders.ts";
import { assertRunLaws } from "../http/assert-run-laws.ts";
import type { ModelServer } from "../http/model-server.ts";
import { createScenarioPorts, SCOPE } from "../http/run-scenario.ts";
import { createTestTools } from "../http/test-tools.ts";
import { type Crash, createCrashingStore, runToDeath } from "../laws/crashing-store.ts";

const LEASE_MS = 60_000;

/** The end of a run, however its processes ended. */
export type Life = {
  readonly entries: readonly Entry[];
  readonly status: string;
  readonly summary: string | null;
  /** Titles and states of the steps. */
  readonly goals: readonly string[];
  /** The types of events of the strategy, in order. */
  readonly decisions: readonly string[];
  readonly appends: number;
  readonly runs: readonly string[];
};

const DECISIONS = new Set([
  ...[
    "plan.made",
    "plan.revised",
    "lesson.learned",
    "critique.made",
    "claim.checked",
    "route.decided",
    "value.set",
  ],
]);

/** Executes a run whose first process dies at `crash`; the next one completes it. Checks the laws of all runs. */
export async function liveWith(
  server: ModelServer,
  { strategy, crash }: { readonly strategy: string; readonly crash: Crash | null },
): Promise<Life> {
  const clock = createTestClock();
  const stores = createInMemoryStores(clock);
  const tools = createTestTools();
  const ports = createScenarioPorts({ baseUrl: server.baseUrl, tools, stores, clock });
  const firstRequest = server.requests.length;
  const created = newRun(
    {
      ...{ scope: SCOPE, conversationId: null, text: "Do it", models: ["mock"] },
      ...{ agent: { ...testAgent, strategy }, projectFolder: null, origin: null },
    },
    ports,
  );
  await stores.traces.create(SCOPE, created.trace, created.entries, created.blobs);
  let appends = 0;
  for (const death of crash === null ? [null] : [crash, null]) {
    clock.advance(LEASE_MS + 1);
    const claimed = await stores.traces.claim({ owner: "test", leaseMs: LEASE_MS });
    if (claimed === undefined) break;
    const traces = createCrashingStore(stores.traces, death, []);
    const counted = {
      ...traces,
      append: async (batch: Parameters<typeof traces.append>[0]) => {
        appends += 1;
        await traces.append(batch);
      },
    };
    await runToDeath(run({ ...claimed, ports: { ...ports, traces: counted } }));
  }
  const trace = await stores.traces.get(SCOPE, created.trace.id);
  if (trace === undefined) throw new Error("missing trace");
  const entries = await readLog({ traces: stores.traces, scope: SCOPE }, trace);
  await assertRunLaws({ entries, requests: server.requests.slice(firstRequest), blobs: stores.blobs });
  const tree = foldGoals("Do it", entries);
  return {
    ...{ entries, appends, status: trace.status, summary: trace.summary, runs: tools.runs },
    goals: childGoals(tree, tree.rootId).map(({ title, status }) => `${title}: ${status}`),
    decisions: entries.flatMap((entry) =>
      entry.kind === "event" && DECISIONS.has(entry.type) ? [entry.type] : [],
    ),
  };
}
