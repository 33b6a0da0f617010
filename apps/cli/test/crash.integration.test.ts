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
  ? { runs: 6, kills: 3, lease: "real" as const, slowestMs: 600 }
  : { runs: 4, kills: 2, lease: "short" as const, slowestMs: 250 };
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

/** Runs held by each worker that lives, by the process id at the end of its name. */
async function holdings(): Promise<ReadonlyMap<number, readonly string[]>> {
  const { rows } = await world.database.pool.query<{ id: string; owner: string }>(
    "select id, lease_owner as owner from trace where status = 'running' and lease_owner is not null",
  );
  const held = new Map<number, string[]>();
  for (const { id, owner } of rows) {
    const pid = Number(owner.split("-").at(-1));
    held.set(pid, [...(held.get(pid) ?? []), id]);
  }
  return held;
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

it("loses nothing, repeats no effect and resumes each run when workers are killed at random moments", async () => {
  const random = createRandom(42);
  const runs: Trace[] = [];
  for (let number = 1; number <= SERIES.runs; number += 1) {
    const projectFolder = await makeLineProject(path.join(world.folder, `project-${number}`));
    runs.push(await world.queue({ text: lineTask(LINES), projectFolder }));
  }
  await Promise.all([addWorker(), addWorker()]);
  const seen: ReadonlyMap<string, readonly Entry[]>[] = [];
  for (let round = 0; round < SERIES.kills; round += 1) {
    const [pid, held] = await until("a worker with runs", async () => {
      const found = [...(await holdings())].toSorted((one, other) => other[1].length - one[1].length)[0];
      return found !== undefined &&
        workers.all.some((worker) => worker.pid === found[0] && !worker.hasEnded())
        ? found
        : undefined;
    });
    const victim = workers.all.find((worker) => worker.pid === pid);
    const target = runs.find((run) => run.id === held[0]);
    // Every second kill strikes the moment after an effect, the others whenever the time comes.
    if (round % 2 === 0) await nextEffect(target?.projectFolder ?? "", 1 + Math.floor(random() * 6));
    else await clock.sleep(random() * 1_500);
    const killing = victim?.kill();
    const killedAt = clock.now();
    await killing;
    seen.push(await readAll(runs));
    // The successor may have been there before, or come after.
    const successor = addWorker();
    for (const id of held) {
      await until(`the resume of ${id}`, async () =>
        (await world.log(id)).find(
          (entry) =>
            entry.at >= killedAt &&
            entry.kind === "event" &&
            (entry.type === "trace.resumed" || entry.type === "trace.finished"),
        ),
      );
    }
    await successor;
  }
  const ended = await Promise.all(runs.map(async (run) => await world.ended(run.id, 90_000)));

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
}, 180_000);
