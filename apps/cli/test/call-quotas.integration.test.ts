import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { CallWaiting } from "@goaltrace/core/log";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type MockModel, startMockModel } from "./support/mock-model.ts";
import { createWorkerProcesses } from "./support/process.ts";
import { FIVE, writeFive } from "./support/tree-model.ts";
import { openOwnWorld, until, type World } from "./support/world.ts";

const TREES = 3;
const LIMIT = 5;
/** The root and each of its agents ask twice. */
const CALLS = TREES * 2 * (1 + FIVE.length);
const QUOTA = "person.calls_per_minute";

const workers = createWorkerProcesses("short");
let world: World;
let model: MockModel;

beforeAll(async () => {
  world = await openOwnWorld();
  model = await startMockModel(writeFive, () => 20);
});
afterAll(async () => {
  await workers.killAll();
  await model?.close();
  await world?.close();
});

it("sends no more calls of runs and sub-agents than the limit from all workers, and loses no run", async () => {
  const { scope, database } = world;
  const waits: CallWaiting[] = [];
  await database.quotas.saveLimits(scope.workspaceId, { [QUOTA]: LIMIT });
  await database.listening();
  const unsubscribe = database.live.subscribe("all", (notice) => {
    if (notice.kind === "call_waiting" && notice.quota !== undefined) waits.push(notice);
  });
  const runs = await Promise.all(
    Array.from({ length: TREES }, async (_, index) => {
      const projectFolder = path.join(world.folder, `project-${index}`);
      await mkdir(projectFolder);
      return await world.queue({ text: "Write five files.", projectFolder });
    }),
  );
  const [dying] = await Promise.all(
    [1, 2].map(async () => await workers.add(world.variables(model.baseUrl))),
  );
  await until("the wait of a call", async () => waits[0]);
  expect(waits[0]).toMatchObject({ ahead: 0, quota: { name: QUOTA, limit: LIMIT } });
  await until("the calls that are allowed", async () => model.bodies.length === LIMIT || undefined);
  await dying?.kill();
  const before = waits.length;
  await until("more waits after the death of a worker", async () => waits[before + TREES]);
  expect(model.bodies).toHaveLength(LIMIT);
  const counter = `${QUOTA} ${scope.workspaceId} ${scope.personId}`;
  expect((await database.callGrants.used([counter])).get(counter)).toBe(LIMIT);

  await database.quotas.saveLimits(scope.workspaceId, {});
  const ended = await Promise.all(runs.map(async ({ id }) => await world.ended(id)));
  unsubscribe();
  expect(ended.map(({ status }) => status)).toEqual(runs.map(() => "completed"));
  expect(model.bodies.length).toBeGreaterThanOrEqual(CALLS);
  expect(model.complaints).toEqual([]);
});
