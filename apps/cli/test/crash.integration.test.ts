import { watch } from "node:fs";
import path from "node:path";
import type { Entry, Trace } from "@goaltrace/core/log";
import { createSystemClock } from "@goaltrace/core/system";
import { afterAll, beforeAll, expect, it } from "vitest";
import { allLines, lineTask, makeLineProject, writeLines, writtenLines } from "./support/line-writer.ts";
import { logFaults, lostEntries, unloggedRequests } from "./support/log-laws.ts";
import { type MockModel, startMockModel } from "./support/mock-model.ts";
import { createWorkerProcesses, type WorkerProcess } from "./support/process.ts";
import { createRandom } from "./support/random.ts";
import { IS_SOAK } from "./support/soak.ts";
import { openOwnWorld, until, type World } from "./support/world.ts";

/** All of it with the lease of real workers in soak; else with a short one, which a dead worker loses soon. */
const SERIES = IS_SOAK
  ? { runsPerKill: 2, kills: 3, lease: "real" as const, slowestMs: 600 }
  : { runsPerKill: 2, kills: 2, lease: "short" as const, slowestMs: 250 };
const LINES = 75;
const clock = createSystemClock();

let world: World;
let model: MockModel;
const workers = createWorkerProcesses(SERIES.lease);

beforeAll(async () => {
  world = await openOwnWorld();
  const random = createRandom(7);
  model = await startMockModel(writeLines, () => SERIES.slowestMs * (0.2 + 0.8 * random()));
});
afterAll(async () => {
  await workers.killAll();
  await model?.close();
  await world?.close();
});

async function addWorker(): Promise<WorkerProcess> {
  return await workers.add(world.variables(model.baseUrl));
}

/** Returns the ids of the runs that a worker executes now; its process id is at the end of its name. */
async function heldBy({ pid }: WorkerProcess): Promise<readonly string[]> {
  const { rows } = await world.database.pool.query<{ id: string; owner: string }>(
    "select id, lease_owner as owner from trace where status = 'running' and lease_owner is not null",
  );
  return rows.filter(({ owner }) => owner.endsWith(`-${pid}`)).map(({ id }) => id);
}

/** Returns the living worker with the most runs, and these. */
async function busiestWorker(): Promise<{
  readonly victim: WorkerProcess;
  readonly held: readonly string[];
}> {
  return await until("a worker with runs", async () => {
    const living = workers.all.filter((worker) => !worker.hasEnded());
    const found = await Promise.all(living.map(async (victim) => ({ victim, held: await heldBy(victim) })));
    const busiest = found.toSorted((one, other) => other.held.length - one.held.length)[0];
    return busiest === undefined || busiest.held.length === 0 ? undefined : busiest;
  });
}

async function readAll(runs: readonly Trace[]): Promise<ReadonlyMap<string, readonly Entry[]>> {
  return new Map(await Promise.all(runs.map(async (run) => [run.id, await world.log(run.id)] as const)));
}

/** Waits for the n-th change below `folder`: an effect that has just happened and whose result is hardly durable yet. */
async function nextEffect(folder: string, count: number): Promise<void> {
  await new Promise<void>((resolve) => {
    let left = count;
    const watcher = watch(folder, () => {
      left -= 1;
      if (left > 0) return;
      watcher.close();
      resolve();
    });
  });
}

/** Waits for a moment of danger, but at most until the run has ended: then nothing happens in its folder anymore. */
async function untilMoment(run: Trace, moment: Promise<void>): Promise<void> {
  await Promise.race([moment, world.ended(run.id)]);
}

it("loses nothing, repeats no effect and resumes each run when workers are killed at random moments", async () => {
  const random = createRandom(42);
  const runs: Trace[] = [];
  const queueRuns = async (): Promise<void> => {
    for (let number = 0; number < SERIES.runsPerKill; number += 1) {
      const projectFolder = await makeLineProject(path.join(world.folder, `project-${runs.length}`));
      runs.push(await world.queue({ text: lineTask(LINES), projectFolder }));
    }
  };
  await Promise.all([addWorker(), addWorker()]);
  const seen: ReadonlyMap<string, readonly Entry[]>[] = [];
  for (let round = 0; round < SERIES.kills;) {
    // New runs, because on a busy machine the others may be over before the successor of the last victim is ready.
    await queueRuns();
    const { victim, held } = await busiestWorker();
    const target = runs.findLast((run) => held.includes(run.id));
    if (target === undefined) throw new Error("a worker holds an unknown run");
    // Every second kill strikes the moment after an effect, the others whenever the time comes.
    const folder = target.projectFolder ?? "";
    const isAfterEffect = round % 2 === 0;
    const moment = isAfterEffect
      ? nextEffect(folder, 1 + Math.floor(random() * 6))
      : clock.sleep(random() * 1_500);
    await untilMoment(target, moment);
    const killing = victim.kill();
    const killedAt = clock.now();
    await killing;
    const abandoned = await heldBy(victim);
    seen.push(await readAll(runs));
    // The successor may have been there before, or come after.
    const successor = addWorker();
    for (const id of abandoned) {
      await until(`the resume of ${id}`, async () =>
        (await world.log(id)).find(
          (entry) =>
            entry.kind === "event" &&
            (entry.type === "trace.finished" || (entry.type === "trace.resumed" && entry.at >= killedAt)),
        ),
      );
    }
    await successor;
    // A victim whose runs were just over left nothing to resume.
    if (abandoned.length > 0) round += 1;
  }
  const ended = await Promise.all(runs.map(async (run) => await world.ended(run.id)));

  expect(ended.map(({ status, failure }) => ({ status, failure }))).toEqual(
    runs.map(() => ({ status: "completed", failure: null })),
  );
  const logs = await readAll(runs);
  expect(
    [...logs.values()].flatMap((entries) =>
      entries.filter((entry) => entry.kind === "event" && entry.type === "trace.resumed"),
    ).length,
  ).toBeGreaterThanOrEqual(SERIES.kills);
  for (const run of runs) {
    const entries = logs.get(run.id) ?? [];
    expect(logFaults(entries)).toEqual([]);
    for (const snapshot of seen) expect(lostEntries(snapshot.get(run.id) ?? [], entries)).toEqual([]);
    expect(await writtenLines(run.projectFolder ?? "")).toEqual(allLines(LINES));
  }
  expect(model.complaints).toEqual([]);
  expect(await unloggedRequests(world, model.bodies, [...logs.values()])).toEqual([]);
  for (const worker of workers.all) expect(worker.log()).not.toContain("run failed with an unexpected error");
});
