import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Scope } from "@goaltrace/core/ports";
import { createSystemClock, createSystemIds } from "@goaltrace/core/system";
import { startWorker } from "@goaltrace/core/worker";
import { createDatabase, type Database } from "@goaltrace/db";
import type { Benchmark } from "./benchmark.ts";
import { atMost, plainFigure } from "./figure.ts";
import { median, quantile } from "./measure.ts";
import { createRunPorts, databasePlace, queueRun, type RunPlace } from "./product-run.ts";
import { startMockModel } from "./start-mock-model.ts";

const clock = createSystemClock();
const ids = createSystemIds(clock);
/** Runs paused before the worker is measured, and the number paused concurrently. */
const PAUSED_AT_ONCE = 50;
const CLAIMS = 300;
const MEGABYTE = 1024 * 1024;
/** Long enough for the worker to poll the queue several times. */
const REST_MS = 6_000;

/** Measures many parked runs: the cost of a claim among them, the worker's resources, and how soon the last run wakes. */
export const parked: Benchmark = async ({ databaseUrl, quick }) => {
  const database = createDatabase(databaseUrl);
  const model = await startMockModel();
  const runs = quick ? 100 : 10_000;
  try {
    const place = await databasePlace(database);
    const ports = createRunPorts(place.stores, model.baseUrl({ steps: 0 }));
    const emptyMs = await timeClaims(place);
    const worker = await startWorker({
      ...{ name: "parked", ports, jobs: database.jobs, live: database.live, concurrency: PAUSED_AT_ONCE },
    });
    const traces: string[] = [];
    while (traces.length < runs / 100) traces.push(await parkRun(database, place));
    await settle();
    const before = process.memoryUsage();
    while (traces.length < runs)
      traces.push(
        ...(await Promise.all(
          Array.from({ length: PAUSED_AT_ONCE }, async () => await parkRun(database, place)),
        )),
      );
    await settle();
    const after = process.memoryUsage();
    const resources = await leasesAndConnections(database, place);
    const claimMs = await timeClaims(place);
    const wakeMs: number[] = [];
    for (const traceId of [...traces.slice(-20).reverse()])
      wakeMs.push(await timeWake(database, place, traceId));
    await worker.stop();
    const name = `${traces.length.toLocaleString("en")} parked runs`;
    return [
      plainFigure("claim without parked runs, p50", "ms", median(emptyMs)),
      plainFigure("claim without parked runs, p99", "ms", quantile(emptyMs, 0.99)),
      plainFigure(`claim among ${name}, p50`, "ms", median(claimMs)),
      atMost({ what: `claim among ${name}, p99`, unit: "ms", value: quantile(claimMs, 0.99) }, 50, 50),
      plainFigure(`${name}, leases held`, "leases", resources.leases),
      plainFigure(`${name}, connections of the process`, "connections", resources.connections),
      plainFigure(
        `${name}, heap of the worker since the first hundredth`,
        "MB",
        (after.heapUsed - before.heapUsed) / MEGABYTE,
      ),
      plainFigure("signal to the first entry of the woken run, p50", "ms", median(wakeMs)),
      atMost(
        {
          what: "signal to the first entry of the woken run, longest",
          unit: "ms",
          value: Math.max(...wakeMs),
        },
        1_000,
        1_000,
      ),
    ];
  } finally {
    model.stop();
    await database.close();
  }
};

/** Starts a run that a person paused before its first step, and waits until it is parked. */
async function parkRun(database: Database, place: RunPlace): Promise<string> {
  const { stores, scope } = place;
  const traceId = await queueRun(place, "Wait.");
  await signal(database, scope, { traceId, kind: "pause" });
  await database.jobs.enqueue({ traceId, workspaceId: scope.workspaceId, groupId: null });
  await until(async () => (await stores.traces.get(scope, traceId))?.status === "waiting");
  return traceId;
}

/** Returns the milliseconds from the signal to the commit of the worker's first entry. */
async function timeWake(database: Database, { stores, scope }: RunPlace, traceId: string): Promise<number> {
  const before = (await stores.traces.get(scope, traceId))?.lastSequence ?? 0;
  const since = performance.now();
  await signal(database, scope, { traceId, kind: "resume" });
  await until(async () => ((await stores.traces.get(scope, traceId))?.lastSequence ?? 0) > before);
  const woken = performance.now() - since;
  await until(async () => (await stores.traces.get(scope, traceId))?.status === "completed");
  return woken;
}

async function signal(
  database: Database,
  scope: Scope,
  { traceId, kind }: { readonly traceId: string; readonly kind: "pause" | "resume" },
): Promise<void> {
  const envelope = { id: ids.next(), traceId, personId: scope.personId, at: clock.now() };
  await database.signals.insert(scope, { ...envelope, kind, payload: {} });
}

/** Returns the milliseconds of claims that find nothing, as a worker makes every two seconds. */
async function timeClaims({ stores }: RunPlace): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < CLAIMS; round += 1) {
    const since = performance.now();
    const claimed = await stores.traces.claim({ owner: "bench", leaseMs: 1_000 });
    times.push(performance.now() - since);
    if (claimed !== undefined) throw new Error(`a parked run was claimed: ${claimed.trace.id}`);
  }
  return times;
}

async function leasesAndConnections(
  database: Database,
  { scope }: RunPlace,
): Promise<{ readonly leases: number; readonly connections: number }> {
  const { rows } = await database.pool.query<{ readonly leases: number; readonly connections: number }>(
    `select (select count(*)::int from trace where workspace_id = $1 and lease_until > clock_timestamp()) as leases,
            (select count(*)::int from pg_stat_activity where datname = current_database() and backend_type = 'client backend') as connections`,
    [scope.workspaceId],
  );
  return rows[0] ?? { leases: 0, connections: 0 };
}

async function settle(): Promise<void> {
  await clock.sleep(REST_MS, new AbortController().signal);
  collectGarbage();
}

/** After a collection, everything left in the heap is in use. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await clock.sleep(5, new AbortController().signal);
}
