import { mkdtemp, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSystemClock } from "@goaltrace/core/system";
import { ensureEmbedded, stopEmbedded } from "@goaltrace/db/embedded";
import { afterAll, beforeAll, expect, it } from "vitest";
import { killServer } from "./support/kill-server.ts";
import { allLines, lineTask, makeLineProject, writeLines, writtenLines } from "./support/line-writer.ts";
import { logFaults, lostEntries, unloggedRequests } from "./support/log-laws.ts";
import { type MockModel, startMockModel } from "./support/mock-model.ts";
import { startWorkerProcess, type WorkerProcess } from "./support/process.ts";
import { createRandom } from "./support/random.ts";
import { IS_SOAK } from "./support/soak.ts";
import { openWorld, until, type World } from "./support/world.ts";

const LINES = 45;
/** Longer than a lease: the run is lost to its worker and must be taken up again. */
const [LEASE, LONG_ABSENCE_MS] = IS_SOAK ? (["real", 9_000] as const) : (["short", 2_500] as const);
const clock = createSystemClock();

let base: string;
let world: World;
let model: MockModel;
let worker: WorkerProcess | undefined;

beforeAll(async () => {
  base = await mkdtemp(path.join(tmpdir(), "goaltrace-killed-"));
  world = await openWorld((await ensureEmbedded(base)).url);
  const random = createRandom(11);
  model = await startMockModel(writeLines, () => 50 + random() * 250);
  worker = await startWorkerProcess(world.variables(model.baseUrl), LEASE);
});
afterAll(async () => {
  await worker?.kill();
  await model?.close();
  await world?.close();
  await stopEmbedded(base);
  await rm(base, { recursive: true, force: true });
});

it.skipIf(!existsSync("/proc/self/stat"))(
  "loses no acknowledged entry and continues the run when the database is killed and returns before or after a lease expires",
  async () => {
    const projectFolder = await makeLineProject(path.join(world.folder, "project"));
    const run = await world.queue({ text: lineTask(LINES), projectFolder });
    const random = createRandom(3);
    for (const absenceMs of [0, LONG_ABSENCE_MS]) {
      const start = (await world.log(run.id)).length;
      const reach = start + 12 + Math.floor(random() * 12);
      const seen = await until("more of the run", async () => {
        const log = await world.log(run.id);
        return log.length >= reach ? log : undefined;
      });
      await killServer(base);
      // The outage must last this long: it is the subject of the test.
      await clock.sleep(absenceMs);
      const { url } = await ensureEmbedded(base);
      const backAt = clock.now();
      expect(url).toBe(world.url);
      const after = await until("an entry after the return", async () => {
        const log = await world.log(run.id);
        return (log.at(-1)?.at ?? 0) > backAt ? log : undefined;
      });
      expect(lostEntries(seen, after)).toEqual([]);
    }
    const ended = await world.ended(run.id);
    expect(ended).toMatchObject({ status: "completed", failure: null });
    const entries = await world.log(run.id);
    expect(logFaults(entries)).toEqual([]);
    expect(await writtenLines(projectFolder)).toEqual(allLines(LINES));
    expect(model.complaints).toEqual([]);
    expect(await unloggedRequests(world, model.bodies, [entries])).toEqual([]);
    expect(worker?.hasEnded()).toBe(false);
  },
);
