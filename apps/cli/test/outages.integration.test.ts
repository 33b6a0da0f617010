import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Entry, Trace } from "@goaltrace/core/log";
import { createSystemClock } from "@goaltrace/core/system";
import { ensureEmbedded, stopEmbedded } from "@goaltrace/db/embedded";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { killServer } from "./support/kill-server.ts";
import { allLines, lineTask, makeLineProject, writeLines, writtenLines } from "./support/line-writer.ts";
import { logFaults, lostEntries } from "./support/log-laws.ts";
import { type MockModel, startMockModel } from "./support/mock-model.ts";
import { createWorkerProcesses, startCommand, type WorkerProcess } from "./support/process.ts";
import { createRandom } from "./support/random.ts";
import { crashServer, refuseEntries, SERVER_OUTAGES } from "./support/server-outages.ts";
import { startWatchedWeb } from "./support/watched-web.ts";
import { mountSmallDisk, type SmallDisk } from "./support/small-disk.ts";
import { IS_SOAK } from "./support/soak.ts";
import { openOwnWorld, openWorld, until, type World } from "./support/world.ts";

/** Each outage lasts longer than a lease. */
const SERIES = { runs: 50, lines: 100, outageMs: 60_000, kills: 21, killedRuns: 200, maxPauseMs: 8_000 };
/** A short outage, still longer than a short lease. */
const SHORT = { runs: 4, lines: 12, outageMs: 2_500 };
/** The maximum memory that waiting may add to a worker. */
const MAX_GROWTH_BYTES = 150_000_000;
const PAGE_BYTES = 4_096;
const RUN_LIMIT_MS = 600_000;
const KILLS_LIMIT_MS = 3_600_000;
/** Runs that someone follows through the web meanwhile. */
const WATCHED_RUNS = 10;
/** The promise to users. */
const RESUME_LIMIT_MS = 15_000;
const BUSY_LOOPS = 4;
/** Acknowledged entries are compared for this many runs per kill: reading all logs each time takes longer than the kills. */
const COMPARED_RUNS = 20;
const REPORT = fileURLToPath(new URL("../../../.cache/outages.json", import.meta.url));
const clock = createSystemClock();
const random = createRandom(17);

let base: string;
let disk: SmallDisk | null;
let world: World;
let model: MockModel;
const workers = createWorkerProcesses("real");
const report: Record<string, unknown> = {};

async function addWorker(): Promise<WorkerProcess> {
  // With the owner of the web server there are two workspaces, and then a server accepts only folders that its operator lists.
  const variables = {
    ...world.variables(model.baseUrl),
    GOALTRACE_FOLDER_ROOTS: await realpath(world.folder),
  };
  return await workers.add(variables);
}

async function queueRuns(count: number, lines: number = SERIES.lines): Promise<readonly Trace[]> {
  const runs: Trace[] = [];
  for (let number = 0; number < count; number += 1) {
    const projectFolder = await makeLineProject(path.join(world.folder, `project-${random()}`));
    runs.push(await world.queue({ text: lineTask(lines), projectFolder }));
  }
  return runs;
}

/** Returns the runs of a worker, with the number of their last entry. */
async function heldBy({ pid }: WorkerProcess): Promise<readonly { id: string; last: number }[]> {
  const { rows } = await world.database.pool.query<{ id: string; last: number; owner: string }>(
    "select id, last_sequence::int as last, lease_owner as owner from trace where status = 'running' and lease_owner is not null",
  );
  return rows.filter(({ owner }) => owner.endsWith(`-${pid}`));
}

/** Returns a living worker that executes a run. */
async function findHolder(living: readonly WorkerProcess[]): Promise<WorkerProcess | undefined> {
  for (const worker of living.toSorted(() => random() - 0.5))
    if ((await heldBy(worker)).length > 0) return worker;
  return undefined;
}

/** Waits until each run of a dead worker has a new entry. Returns the time that each took, in milliseconds. */
async function resumeTimes(
  abandoned: readonly { readonly id: string; readonly last: number }[],
  since: number,
): Promise<readonly number[]> {
  const waiting = new Map(abandoned.map(({ id, last }) => [id, last]));
  const times: number[] = [];
  await until(
    "the resume of all runs",
    async () => {
      const { rows } = await world.database.pool.query<{ id: string; last: number }>(
        "select id, last_sequence::int as last from trace where id = any($1)",
        [[...waiting.keys()]],
      );
      for (const { id, last } of rows) {
        if (last <= (waiting.get(id) ?? 0)) continue;
        waiting.delete(id);
        times.push(performance.now() - since);
      }
      return waiting.size === 0 ? true : undefined;
    },
    RUN_LIMIT_MS,
  );
  return times;
}

async function untilStarted(runs: readonly Trace[]): Promise<void> {
  await until("the first steps", async () =>
    (await world.trace(runs.at(-1)?.id ?? "")).lastSequence > 4 ? true : undefined,
  );
}

/** Expects complete runs: no entry lost, no effect repeated, every request in the log. Returns the causes of their resumes. */
async function expectComplete(
  runs: readonly Trace[],
  lines: number = SERIES.lines,
): Promise<readonly (string | undefined)[]> {
  const ended = await Promise.all(runs.map(async (run) => await world.ended(run.id, RUN_LIMIT_MS)));
  expect(ended.map(({ status, failure }) => ({ status, failure }))).toEqual(
    runs.map(() => ({ status: "completed", failure: null })),
  );
  const logs: (readonly Entry[])[] = [];
  // One at a time: two hundred reads at once would wait longer for a connection than a busy machine grants.
  for (const run of runs) logs.push(await world.log(run.id));
  for (const entries of logs) expect(logFaults(entries)).toEqual([]);
  expect(model.complaints).toEqual([]);
  for (const run of runs) expect(await writtenLines(run.projectFolder ?? "")).toEqual(allLines(lines));
  return logs
    .flat()
    .flatMap((entry) => (entry.kind === "event" && entry.type === "trace.resumed" ? [entry.data.cause] : []));
}

/** Waits until the worker has logged an outage after the first `before` characters of its log. */
async function untilLogged(worker: WorkerProcess, logged: RegExp, before: number): Promise<void> {
  await until(
    `a log line with ${String(logged)}`,
    async () => await Promise.resolve(logged.test(worker.log().slice(before)) ? true : undefined),
  );
}

function residentBytes({ pid }: WorkerProcess): number {
  return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
}

const loops: ChildProcess[] = [];

function stopLoops(): void {
  for (const loop of loops.splice(0)) loop.kill("SIGKILL");
}

const isLinux = existsSync("/proc/self/stat");

describe("a worker during a short outage", () => {
  const short = createWorkerProcesses("short");
  beforeAll(async () => {
    world = await openOwnWorld();
    model = await startMockModel(writeLines, () => 20 + random() * 80);
  });
  afterAll(async () => {
    await short.killAll();
    await model?.close();
    await world?.close();
  });

  it("waits for a full disk and continues each run in place", async () => {
    const worker = await short.add(world.variables(model.baseUrl));
    const runs = await queueRuns(SHORT.runs, SHORT.lines);
    await untilStarted(runs);
    const end = await refuseEntries(world);
    await untilLogged(worker, /"outage":"disk"/, 0);
    await clock.sleep(SHORT.outageMs);
    await end();
    expect(await expectComplete(runs, SHORT.lines)).toEqual([]);
    expect(worker.hasEnded()).toBe(false);
  });
});

describe.skipIf(!IS_SOAK || !isLinux)("workers during outages", () => {
  beforeAll(async () => {
    base = await mkdtemp(path.join(tmpdir(), "goaltrace-outages-"));
    disk = mountSmallDisk(base);
    world = await openWorld((await ensureEmbedded(base)).url);
    model = await startMockModel(writeLines, () => 20 + random() * 180);
  });
  afterAll(async () => {
    // Also after a test that took too long, which does not reach its end.
    stopLoops();
    await workers.killAll();
    await model?.close();
    await world?.close();
    await stopEmbedded(base);
    disk?.unmount();
    await rm(base, { recursive: true, force: true });
    await mkdir(path.dirname(REPORT), { recursive: true });
    await writeFile(
      REPORT,
      `${JSON.stringify({ series: SERIES, hasOwnDisk: disk !== null, ...report }, null, 2)}\n`,
    );
  });

  it.each(Object.entries(SERVER_OUTAGES))(
    "waits during an outage (%s) and continues each run in place",
    async (name, { logged, begin }) => {
      const worker = await addWorker();
      const runs = await queueRuns(SERIES.runs);
      await untilStarted(runs);
      const before = worker.log().length;
      const bytes = residentBytes(worker);
      const end = await begin({ base, url: world.url, disk });
      try {
        if (logged !== null) await untilLogged(worker, logged, before);
        // The outage must last this long: it is the subject of the test.
        await clock.sleep(SERIES.outageMs);
      } finally {
        await end();
      }
      expect(worker.hasEnded(), worker.log().slice(-2_000)).toBe(false);
      const growth = residentBytes(worker) - bytes;
      expect(growth).toBeLessThan(MAX_GROWTH_BYTES);
      const endedAt = performance.now();
      expect(await expectComplete(runs)).toEqual([]);
      const kinds = [
        ...worker
          .log()
          .slice(before)
          .matchAll(/"outage":"([a-z_]+)"/g),
      ].map(([, kind]) => kind);
      report[name] = {
        ...{ runs: runs.length, logged: [...new Set(kinds)], growthBytes: growth },
        completedAfterMs: Math.round(performance.now() - endedAt),
      };
      await worker.kill();
    },
    RUN_LIMIT_MS,
  );

  it(
    "completes every run, repeats no effect and shows each entry once when workers, the database and the web are killed at random moments",
    async () => {
      for (let loop = 0; loop < BUSY_LOOPS; loop += 1)
        loops.push(spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
      const times: number[] = [];
      const kills = { worker: 0, database: 0, web: 0 };
      const seen: (readonly [Trace, readonly Entry[]])[] = [];
      const web = await startWatchedWeb(world);
      try {
        const living = [await addWorker(), await addWorker()];
        const runs = await queueRuns(SERIES.killedRuns);
        const watched = runs
          .slice(0, WATCHED_RUNS)
          .map((run) => ({ run, watcher: web.watch(run, KILLS_LIMIT_MS) }));
        await untilStarted(runs.slice(0, 1));
        for (let kill = 0; kill < SERIES.kills; kill += 1) {
          await clock.sleep(random() * SERIES.maxPauseMs);
          for (const run of runs.toSorted(() => random() - 0.5).slice(0, COMPARED_RUNS))
            seen.push([run, await world.log(run.id)]);
          if (kill % 3 === 2) {
            await web.kill();
            kills.web += 1;
            continue;
          }
          const victim = kill % 3 === 0 ? await findHolder(living) : undefined;
          if (victim === undefined) {
            await crashServer(base);
            kills.database += 1;
            continue;
          }
          await victim.kill();
          const since = performance.now();
          const abandoned = await heldBy(victim);
          const successor = addWorker();
          times.push(...(await resumeTimes(abandoned, since)));
          living.splice(living.indexOf(victim), 1, await successor);
          kills.worker += 1;
        }
        const sorted = times.toSorted((one, other) => one - other);
        report["kills"] = {
          ...{
            runs: runs.length,
            kills,
            busyLoops: BUSY_LOOPS,
            compared: seen.length,
            resumed: times.length,
          },
          loadOfMachine: loadavg(),
          resumeMs: { p50: sorted[Math.floor(sorted.length / 2)], max: sorted.at(-1) },
        };
        const causes = await expectComplete(runs);
        report["causes of resumes"] = countEach(causes);
        for (const { run, watcher } of watched) {
          await watcher.ended;
          expect(watcher.sequences).toEqual((await world.log(run.id)).map(({ sequence }) => sequence));
        }
        report["watched"] = {
          streams: watched.length,
          connections: watched.map(({ watcher }) => watcher.opened() + 1),
        };
        for (const [run, entries] of seen) expect(lostEntries(entries, await world.log(run.id))).toEqual([]);
        expect(new Set(causes)).toContain("died");
        expect(living.every((worker) => !worker.hasEnded())).toBe(true);
        expect(sorted.at(-1)).toBeLessThan(RESUME_LIMIT_MS);
      } finally {
        stopLoops();
        await web.stop();
      }
    },
    KILLS_LIMIT_MS,
  );

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

function countEach(names: readonly (string | undefined)[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name ?? "none"] = (counts[name ?? "none"] ?? 0) + 1;
  return counts;
}
