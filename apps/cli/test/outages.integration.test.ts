import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Trace } from "@goaltrace/core/log";
import { createSystemClock } from "@goaltrace/core/system";
import { ensureEmbedded, stopEmbedded } from "@goaltrace/db/embedded";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { killServer } from "./support/kill-server.ts";
import { allLines, lineTask, makeLineProject, writeLines, writtenLines } from "./support/line-writer.ts";
import { logFaults } from "./support/log-laws.ts";
import { type MockModel, startMockModel } from "./support/mock-model.ts";
import { createWorkerProcesses, startCommand, type WorkerProcess } from "./support/process.ts";
import { createRandom } from "./support/random.ts";
import { SERVER_OUTAGES } from "./support/server-outages.ts";
import { IS_SOAK } from "./support/soak.ts";
import { openWorld, until, type World } from "./support/world.ts";

/** Each outage lasts longer than a lease. */
const SERIES = { runs: 50, lines: 100, outageMs: 60_000, kills: 10, killedRuns: 200 };
/** The maximum memory that waiting may add to a worker. */
const MAX_GROWTH_BYTES = 150_000_000;
const PAGE_BYTES = 4_096;
const RUN_LIMIT_MS = 600_000;
const clock = createSystemClock();
const random = createRandom(17);

let base: string;
let world: World;
let model: MockModel;
const workers = createWorkerProcesses("real");

async function addWorker(): Promise<WorkerProcess> {
  return await workers.add(world.variables(model.baseUrl));
}

async function queueRuns(count: number): Promise<readonly Trace[]> {
  const runs: Trace[] = [];
  for (let number = 0; number < count; number += 1) {
    const projectFolder = await makeLineProject(path.join(world.folder, `project-${random()}`));
    runs.push(await world.queue({ text: lineTask(SERIES.lines), projectFolder }));
  }
  return runs;
}

/** Returns a living worker that executes a run. */
async function findHolder(living: readonly WorkerProcess[]): Promise<WorkerProcess | undefined> {
  const { rows } = await world.database.pool.query<{ readonly owner: string }>(
    "select distinct lease_owner as owner from trace where status = 'running' and lease_owner is not null",
  );
  return living.find(({ pid }) => rows.some(({ owner }) => owner.endsWith(`-${pid}`)));
}

async function untilStarted(runs: readonly Trace[]): Promise<void> {
  await until("the first steps", async () =>
    (await world.trace(runs.at(-1)?.id ?? "")).lastSequence > 4 ? true : undefined,
  );
}

/** Expects complete runs: no entry lost, no effect repeated, every request in the log. Returns the causes of their resumes. */
async function expectComplete(runs: readonly Trace[]): Promise<readonly (string | undefined)[]> {
  const ended = await Promise.all(runs.map(async (run) => await world.ended(run.id, RUN_LIMIT_MS)));
  expect(ended.map(({ status, failure }) => ({ status, failure }))).toEqual(
    runs.map(() => ({ status: "completed", failure: null })),
  );
  const logs = await Promise.all(runs.map(async (run) => await world.log(run.id)));
  for (const entries of logs) expect(logFaults(entries)).toEqual([]);
  expect(model.complaints).toEqual([]);
  for (const run of runs) expect(await writtenLines(run.projectFolder ?? "")).toEqual(allLines(SERIES.lines));
  return logs
    .flat()
    .flatMap((entry) => (entry.kind === "event" && entry.type === "trace.resumed" ? [entry.data.cause] : []));
}

function residentBytes({ pid }: WorkerProcess): number {
  return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
}

const isLinux = existsSync("/proc/self/stat");

describe.skipIf(!IS_SOAK || !isLinux)("workers during outages", () => {
  beforeAll(async () => {
    base = await mkdtemp(path.join(tmpdir(), "goaltrace-outages-"));
    world = await openWorld((await ensureEmbedded(base)).url);
    model = await startMockModel(writeLines, () => 20 + random() * 180);
  });
  afterAll(async () => {
    await workers.killAll();
    await model?.close();
    await world?.close();
    await stopEmbedded(base);
    await rm(base, { recursive: true, force: true });
  });

  it("waits for a full, exhausted, read-only, restarting or absent database and continues each run in place", async () => {
    const worker = await addWorker();
    for (const { logged, begin } of SERVER_OUTAGES) {
      const runs = await queueRuns(SERIES.runs);
      await untilStarted(runs);
      const before = worker.log().length;
      const bytes = residentBytes(worker);
      const end = await begin({ base, url: world.url });
      try {
        await until(
          `a log line with ${String(logged)}`,
          async () => await Promise.resolve(logged.test(worker.log().slice(before)) ? true : undefined),
        );
        // The outage must last this long: it is the subject of the test.
        await clock.sleep(SERIES.outageMs);
        expect(residentBytes(worker) - bytes).toBeLessThan(MAX_GROWTH_BYTES);
      } finally {
        await end();
      }
      expect(await expectComplete(runs)).toEqual([]);
    }
    expect(worker.hasEnded()).toBe(false);
    await worker.kill();
  }, 1_200_000);

  it("completes every run and repeats no effect when workers and the database are killed at random moments", async () => {
    const living = [await addWorker(), await addWorker()];
    const runs = await queueRuns(SERIES.killedRuns);
    await untilStarted(runs.slice(0, 1));
    for (let kill = 0; kill < SERIES.kills; kill += 1) {
      await clock.sleep(random() * SERIES.outageMs * 0.2);
      if (kill % 2 === 0) {
        const victim = await until("a worker with runs", async () => await findHolder(living));
        await victim.kill();
        living.splice(living.indexOf(victim), 1, await addWorker());
      } else {
        const end = await SERVER_OUTAGES.at(-1)?.begin({ base, url: world.url });
        await end?.();
      }
    }
    expect(new Set(await expectComplete(runs))).toContain("died");
    expect(living.every((worker) => !worker.hasEnded())).toBe(true);
  }, 1_200_000);

  it(
    "leaves an interrupted command at once while the database is away, and its run to a worker",
    async () => {
      const projectFolder = await makeLineProject(path.join(world.folder, "project-command"));
      const command = startCommand(
        ["run", lineTask(SERIES.lines), "--folder", projectFolder],
        world.variables(model.baseUrl),
      );
      const id = await until("steps of the command", async () => {
        const { rows } = await world.database.pool.query<{ id: string }>(
          "select id from trace where project_folder = $1 and last_sequence > 4",
          [projectFolder],
        );
        return rows[0]?.id;
      });
      await killServer(base);
      command.signal("SIGINT");
      expect(await command.ended).toMatchObject({ code: 1 });
      await ensureEmbedded(base);
      await addWorker();
      await expectComplete([await world.trace(id)]);
    },
    RUN_LIMIT_MS,
  );
});
