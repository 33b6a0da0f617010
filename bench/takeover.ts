import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readLog } from "@goaltrace/core/reading";
import { createSystemClock } from "@goaltrace/core/system";
import { createDatabase } from "@goaltrace/db";
import type { Benchmark } from "./benchmark.ts";
import { atMost, plainFigure } from "./figure.ts";
import { median } from "./measure.ts";
import { databasePlace, queueRun, type RunPlace } from "./product-run.ts";
import { startMockModel } from "./start-mock-model.ts";
import { startWorkerProcess } from "./start-worker-process.ts";

const POLL_MS = 20;
/** The promise to users, from the death of a worker to the first entry of its successor. Milliseconds. */
const TAKEOVER_MS = 15_000;
const STEPS = 30;
/** Long enough that a run of `STEPS` outlives the death of its worker. */
const ANSWER_DELAY_MS = 500;

const clock = createSystemClock();

/** Kills the worker of a run and measures how soon another one continues it, with the leases of real workers. */
export const takeover: Benchmark = async ({ databaseUrl, quick }) => {
  const database = createDatabase(databaseUrl);
  const model = await startMockModel();
  const home = await mkdtemp(path.join(os.tmpdir(), "goaltrace-bench-home-"));
  const workers = new Map<number, ChildProcess>();
  const addWorker = async (): Promise<void> => {
    const worker = await startWorkerProcess({
      DATABASE_URL: databaseUrl,
      GOALTRACE_HOME: home,
      OPENAI_BASE_URL: model.baseUrl({ steps: STEPS, delayMs: ANSWER_DELAY_MS }),
      OPENAI_API_KEY: "sk-bench",
      GOALTRACE_MODEL: "mock",
    });
    if (worker.pid !== undefined) workers.set(worker.pid, worker);
  };
  try {
    const place = await databasePlace(database);
    await addWorker();
    const takeoverMs: number[] = [];
    for (let round = 0; round < (quick ? 1 : 5); round += 1) {
      await addWorker();
      const traceId = await queueRun(place, "Multiply the numbers one by one.");
      const pid = await until(async () => {
        const { rows } = await database.pool.query<{ readonly owner: string | null }>(
          "select lease_owner as owner from trace where id = $1 and last_sequence > 5",
          [traceId],
        );
        return workers.get(Number(rows[0]?.owner?.split("-").at(-1)))?.pid;
      });
      const killedAt = clock.now();
      workers.get(pid)?.kill("SIGKILL");
      workers.delete(pid);
      takeoverMs.push((await until(async () => await resumedAt(place, traceId))) - killedAt);
      await until(async () => (await place.stores.traces.get(place.scope, traceId))?.endedAt ?? undefined);
    }
    return [
      plainFigure("worker killed to the first entry of its successor, p50", "ms", median(takeoverMs)),
      atMost(
        {
          what: "worker killed to the first entry of its successor, longest",
          unit: "ms",
          value: Math.max(...takeoverMs),
        },
        TAKEOVER_MS,
        TAKEOVER_MS,
      ),
    ];
  } finally {
    for (const worker of workers.values()) worker.kill("SIGKILL");
    model.stop();
    await database.close();
    await rm(home, { recursive: true, force: true });
  }
};

async function resumedAt({ stores, scope }: RunPlace, traceId: string): Promise<number | undefined> {
  const trace = await stores.traces.get(scope, traceId);
  if (trace === undefined) throw new Error(`no trace ${traceId}`);
  const entries = await readLog({ traces: stores.traces, scope }, trace);
  return entries.find((entry) => entry.kind === "event" && entry.type === "trace.resumed")?.at;
}

async function until<T>(condition: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const value = await condition();
    if (value !== undefined) return value;
    await sleep(POLL_MS);
  }
}
