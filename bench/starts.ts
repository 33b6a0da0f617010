import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Scope } from "@goaltrace/core/ports";
import { createDatabase, type Database } from "@goaltrace/db";
import { createKey } from "./bench-owner.ts";
import type { Benchmark } from "./benchmark.ts";
import { atLeast, atMost, type Figure, plainFigure } from "./figure.ts";
import { median, quantile } from "./measure.ts";
import { parentOf, processCpuMs } from "./process-cpu.ts";
import { startMockModel, type MockModel } from "./start-mock-model.ts";
import { startWorkerProcess } from "./start-worker-process.ts";
import { missingBuild, startWebServers } from "./web-server.ts";

const WORKSPACES = 8;
const PEOPLE = 5;
const TOGETHER = 200;
const STARTS = 2_000;
/** A second for the last of 200 runs to reach the model, and for a run of a team while another team floods the workers. Milliseconds. */
const START_MS = 1_000;
/** Long enough that runs hold their slots while others start. */
const ANSWER_DELAY_MS = 3_000;
const POLL_MS = 20;

/** A key and the workspace it belongs to. */
type Key = { readonly secret: string; readonly scope: Scope };

/**
 * Measures `POST /api/runs` over HTTP with 40 keys of 40 people in 8 workspaces, quotas on: starts a second against the server's own health
 * check; how soon 200 runs started together are at the model; and how soon one team's runs start while another team floods the workers.
 */
export const starts: Benchmark = async ({ databaseUrl, appFolder, quick }) => {
  const missing = missingBuild(appFolder);
  if (missing !== null) {
    console.log(`starts: skipped, ${missing}`);
    return [];
  }
  const database = createDatabase(databaseUrl);
  const model = await startMockModel();
  const home = await mkdtemp(path.join(os.tmpdir(), "goaltrace-bench-home-"));
  const variables = {
    OPENAI_BASE_URL: model.baseUrl({ steps: 0, delayMs: ANSWER_DELAY_MS }),
    OPENAI_API_KEY: "sk-bench",
    GOALTRACE_MODEL: "mock",
  };
  const servers = await startWebServers({ appFolder, databaseUrl, variables }, 1);
  try {
    const base = servers.bases[0] ?? "";
    const keys = await makeKeys(database);
    const parts = { web: servers.pids[0] ?? 0, database: await postmaster(database) };
    const rates = await measureRates({ database, base, keys }, { count: quick ? 200 : STARTS, parts });
    const worker = await startWorkerProcess({
      ...{ DATABASE_URL: databaseUrl, GOALTRACE_HOME: home },
      ...variables,
    });
    try {
      // Compiles the worker's code, as in a long-running one.
      await measureTogether({ base, keys, model }, TOGETHER);
      await untilIdle(database);
      const all = { ...parts, worker: worker.pid ?? 0 };
      const together: Figure[] = [];
      const cost = await cpuPerStart(all, TOGETHER, async () => {
        together.push(...(await measureTogether({ base, keys, model }, TOGETHER)));
      });
      together.push(...cost.map(({ part, ms }) => cpuFigure(`${TOGETHER} runs started together`, part, ms)));
      await untilIdle(database);
      const late = await measureLate({ database, base, keys });
      return [...rates, ...together, ...late];
    } finally {
      worker.kill("SIGKILL");
    }
  } finally {
    await servers.stop();
    model.stop();
    await database.close();
    await rm(home, { recursive: true, force: true });
  }
};

async function makeKeys(database: Database): Promise<readonly Key[]> {
  const keys: Key[] = [];
  for (let index = 0; index < WORKSPACES; index += 1) {
    const workspaceId = randomUUID();
    await database.workspaces.create({
      id: workspaceId,
      slug: `bench-${workspaceId}`,
      name: "Benchmark",
      mode: "auto",
    });
    for (let person = 0; person < PEOPLE; person += 1) {
      const scope = { workspaceId, personId: randomUUID() };
      const email = `${scope.personId}@example.com`;
      await database.accounts.create({
        ...{ personId: scope.personId, accountId: randomUUID(), name: "Bench", email, passwordHash: "none" },
      });
      await database.members.set(workspaceId, scope.personId, "member");
      keys.push({ secret: await createKey(database, scope, "run"), scope });
    }
  }
  return keys;
}

type Place = { readonly database: Database; readonly base: string; readonly keys: readonly Key[] };

/** Processes by what they are for. */
type Parts = Readonly<Record<string, number>>;
type PartCost = { readonly part: string; readonly ms: number };

/** Returns the process of the database server, whose children serve the connections. */
async function postmaster({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ readonly pid: number }>("select pg_backend_pid() as pid");
  return parentOf(rows[0]?.pid ?? 0) ?? 0;
}

/** Returns the CPU time of each part for one of `count` starts, which does not depend on the load of the machine; none where unknown. */
async function cpuPerStart(
  parts: Parts,
  count: number,
  work: () => Promise<void>,
): Promise<readonly PartCost[]> {
  const before = Object.entries(parts).map(([part, pid]) => ({ part, pid, ms: processCpuMs(pid) }));
  await work();
  return before.flatMap(({ part, pid, ms }) => {
    const after = processCpuMs(pid);
    return ms === null || after === null ? [] : [{ part, ms: (after - ms) / count }];
  });
}

function cpuFigure(name: string, part: string, ms: number): Figure {
  return plainFigure(`${name}: CPU per start, ${part}`, "ms", ms);
}

/** Starts runs that no worker executes, in rounds with as many health checks, and cancels them. */
async function measureRates(
  place: Place,
  { count, parts }: { readonly count: number; readonly parts: Parts },
): Promise<readonly Figure[]> {
  const { database, base, keys } = place;
  const perSecond: number[] = [];
  const healthPerSecond: number[] = [];
  const costs: PartCost[] = [];
  for (let round = 0; round < 4; round += 1) {
    const health = await rate(
      keys,
      count / 4,
      async () => void (await (await fetch(`${base}/health`)).text()),
    );
    let started = 0;
    const cost = await cpuPerStart(parts, count / 4, async () => {
      started = await rate(keys, count / 4, async (key) => void (await startRun(base, key)));
    });
    // The first round compiles.
    if (round > 0) perSecond.push(started);
    if (round > 0) healthPerSecond.push(health);
    if (round > 0) costs.push(...cost);
    await database.pool.query("update trace set status = 'cancelled' where status = 'queued'");
  }
  return [
    plainFigure("GET /health, 40 at once", "/s", median(healthPerSecond)),
    atLeast(
      { what: "POST /api/runs over 40 keys with quotas", unit: "/s", value: median(perSecond) },
      300,
      300,
    ),
    plainFigure(
      "time of POST /api/runs against GET /health",
      "× health",
      median(healthPerSecond) / median(perSecond),
    ),
    ...Object.keys(parts).map((part) =>
      cpuFigure(
        "POST /api/runs",
        part,
        median(costs.filter((cost) => cost.part === part).map(({ ms }) => ms)),
      ),
    ),
  ];
}

/** Calls `work` `count` times, one call of each key at a time; returns calls a second. */
async function rate(keys: readonly Key[], count: number, work: (key: Key) => Promise<void>): Promise<number> {
  const since = performance.now();
  await Promise.all(
    keys.map(async (key) => {
      for (let call = 0; call < count / keys.length; call += 1) await work(key);
    }),
  );
  return (count / (performance.now() - since)) * 1_000;
}

async function startRun(base: string, { secret }: Key): Promise<string> {
  const response = await fetch(`${base}/api/runs`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify({ text: "Add two and two." }),
  });
  if (response.status !== 201) throw new Error(`POST /api/runs: ${response.status} ${await response.text()}`);
  const { traceId } = (await response.json()) as { readonly traceId: string };
  return traceId;
}

/** Starts runs of all keys together and waits until each is at the model. */
async function measureTogether(
  { base, keys, model }: { readonly base: string; readonly keys: readonly Key[]; readonly model: MockModel },
  runs: number,
): Promise<readonly Figure[]> {
  await model.arrivals();
  const since = Date.now();
  const accepted = Promise.all(
    Array.from({ length: runs }, async (_, index) => {
      const key = keys[index % keys.length];
      if (key !== undefined) await startRun(base, key);
      return Date.now() - since;
    }),
  );
  const arrivals: number[] = [];
  while (arrivals.length < runs) {
    arrivals.push(...(await model.arrivals()).map((at) => at - since));
    await sleep(POLL_MS);
  }
  const name = `${runs} runs started together`;
  return [
    plainFigure(`${name}: last accepted after`, "ms", Math.max(...(await accepted))),
    plainFigure(`${name}: half at the model after`, "ms", median(arrivals)),
    atMost(
      { what: `${name}: last at the model after`, unit: "ms", value: quantile(arrivals, 1) },
      START_MS,
      START_MS,
    ),
  ];
}

/** One team starts 600 runs that fill its share of the slots; another starts one at a time. */
async function measureLate({ database, base, keys }: Place): Promise<readonly Figure[]> {
  const [late, ...others] = keys;
  if (late === undefined) return [];
  const busy = others.filter(({ scope }) => scope.workspaceId !== late.scope.workspaceId).slice(0, PEOPLE);
  await Promise.all(
    Array.from({ length: 600 }, async (_, index) => {
      const key = busy[index % busy.length];
      if (key !== undefined) await startRun(base, key);
    }),
  );
  const traceIds: string[] = [];
  for (let run = 0; run < 20; run += 1) {
    traceIds.push(await startRun(base, late));
    await sleep(150);
  }
  await untilIdle(database);
  const { rows } = await database.pool.query<{ readonly ms: number }>(
    `select extract(epoch from started_at - created_at)::float8 * 1000 as ms from trace_facts where trace_id = any($1)`,
    [traceIds],
  );
  const delays = rows.map(({ ms }) => ms);
  return [
    plainFigure("start of a run while another team has 600, p50", "ms", median(delays)),
    atMost(
      { what: "start of a run while another team has 600, p95", unit: "ms", value: quantile(delays, 0.95) },
      START_MS,
      START_MS,
    ),
  ];
}

async function untilIdle(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query(
      "select from trace where status in ('queued', 'running') limit 1",
    );
    if (rows.length === 0) return;
    await sleep(POLL_MS);
  }
}
