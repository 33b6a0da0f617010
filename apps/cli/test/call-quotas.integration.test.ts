import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { CallWaiting } from "@goaltrace/core/log";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type MockModel, startMockModel } from "./support/mock-model.ts";
import { createWorkerProcesses } from "./support/process.ts";
import { FIVE, writeFive } from "./support/tree-model.ts";
import { openOwnWorld, until, type World } from "./support/world.ts";

const TREES = 3;
const LIMIT = 5;
/** The root and each of its agents ask twice. */
const CALLS = TREES * 2 * (1 + FIVE.length);

const workers = createWorkerProcesses("short");
let world: World;
let model: MockModel;

beforeAll(async () => {
  world = await openOwnWorld();
  model = await startMockModel(writeFive, () => 20);
});
afterEach(() => workers.killAll());
afterAll(async () => {
  await model?.close();
  await world?.close();
});

it.each([
  { quota: "person.calls_per_minute", keyId: undefined },
  { quota: "key.calls_per_minute", keyId: "key" },
] as const)(
  "sends no more calls of runs and sub-agents than $quota from all workers, and loses no run",
  async ({ quota, keyId }) => {
    const { scope, database } = world;
    const waits: CallWaiting[] = [];
    const before = model.bodies.length;
    const sent = (): number => model.bodies.length - before;
    await database.quotas.saveLimits(scope.workspaceId, { [quota]: LIMIT });
    await database.listening();
    const unsubscribe = database.live.subscribe("all", (notice) => {
      if (notice.kind === "call_waiting" && notice.quota !== undefined) waits.push(notice);
    });
    const runs = await Promise.all(
      Array.from({ length: TREES }, async (_, index) => {
        const projectFolder = path.join(world.folder, `${quota}-${index}`);
        await mkdir(projectFolder);
        return await world.queue({ text: "Write five files.", projectFolder, keyId });
      }),
    );
    const [dying] = await Promise.all(
      [1, 2].map(async () => await workers.add(world.variables(model.baseUrl))),
    );
    await until("the wait of a call", async () => waits[0]);
    expect(waits[0]).toMatchObject({ ahead: 0, quota: { name: quota, limit: LIMIT } });
    await until("the calls that are allowed", async () => sent() === LIMIT || undefined);
    await dying?.kill();
    const waited = waits.length;
    await until("more waits after the death of a worker", async () => waits[waited + TREES]);
    expect(sent()).toBe(LIMIT);
    const counter = `${quota} ${keyId ?? `${scope.workspaceId} ${scope.personId}`}`;
    expect((await database.callGrants.used([counter])).get(counter)).toBe(LIMIT);

    await database.quotas.saveLimits(scope.workspaceId, {});
    const ended = await Promise.all(runs.map(async ({ id }) => await world.ended(id)));
    unsubscribe();
    expect(ended.map(({ status }) => status)).toEqual(runs.map(() => "completed"));
    expect(sent()).toBeGreaterThanOrEqual(CALLS);
    expect(model.complaints).toEqual([]);
  },
);
