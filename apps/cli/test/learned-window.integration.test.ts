import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ModelSetting } from "@goaltrace/db";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type MockModel, startMockModel } from "./support/mock-model.ts";
import { pageName, pageText, readPages } from "./support/page-reader.ts";
import { createWorkerProcesses } from "./support/process.ts";
import { IS_SOAK } from "./support/soak.ts";
import { openOwnWorld, type World } from "./support/world.ts";

/** Two thirds more than the real window holds; in soak two and a half times as much. */
const PAGES = IS_SOAK ? 24 : 16;
const CONFIGURED = 128_000;
const REAL = 16_384;
const SETTING: ModelSetting = {
  ...{ id: "narrow", reference: "mock/narrow", label: "Narrow", provider: "mock", model: "narrow" },
  ...{ baseUrl: "", encryptedKey: null, keyHint: null, contextWindow: CONFIGURED },
  ...{ clearAbove: null, summariseAbove: null, maxCalls: null, price: null },
};

let world: World;
let model: MockModel;
let project: string;
let namesWindow = true;
let refusals = 0;
const workers = createWorkerProcesses("short");

beforeAll(async () => {
  world = await openOwnWorld();
  project = path.join(world.folder, "pages");
  await mkdir(project);
  for (let page = 1; page <= PAGES; page += 1)
    await writeFile(path.join(project, pageName(page)), pageText(page));
  const read = readPages(PAGES);
  model = await startMockModel((request) => {
    const tokens = Math.ceil((model.bodies.at(-1)?.length ?? 0) / 4);
    if (tokens <= REAL) return read(request);
    refusals += 1;
    const message = `This model's maximum context length is ${REAL} tokens. However, your messages resulted in ${tokens} tokens.`;
    return namesWindow
      ? { status: 400, error: { message, code: "context_length_exceeded" } }
      : { status: 413, error: { message: "Request too large" } };
  });
});
afterAll(async () => {
  await workers.killAll();
  await model?.close();
  await world?.close();
});
beforeEach(async () => {
  await world.database.learnedWindows.forget(world.scope.workspaceId, SETTING.reference);
  await configure({});
});

async function configure(change: Partial<ModelSetting>): Promise<void> {
  await world.database.models.save(world.scope, { ...SETTING, baseUrl: model.baseUrl, ...change });
}

/** Reads all pages in a run of its own, on a worker that has run nothing before. Returns how often its requests were refused. */
async function countRefusals(): Promise<number> {
  refusals = 0;
  const worker = await workers.add(world.variables(null));
  const run = await world.queue({
    text: "Read every page.",
    projectFolder: project,
    model: SETTING.reference,
    permission: { approver: "nobody", allow: [] },
  });
  const ended = await world.ended(run.id);
  await worker.kill();
  expect(ended).toMatchObject({ status: "completed", failure: null });
  expect(model.complaints).toEqual([]);
  return refusals;
}

it.each([
  ["names it", true],
  ["does not name it", false],
])("keeps the real window of an endpoint that %s: only the first run is refused", async (_, isNamed) => {
  namesWindow = isNamed;
  const first = await countRefusals();
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThanOrEqual(2);
  const [kept] = await world.database.learnedWindows.list(world.scope.workspaceId);
  expect(kept?.contextWindow).toBeLessThan(CONFIGURED / 4);
  expect(kept?.source).toBe(isNamed ? "message" : "refused_size");
  expect(await countRefusals()).toBe(0);
  // Prices and the name for people say nothing about the window.
  await configure({ label: "Renamed", price: { input: 1, cachedInput: 1, output: 1 } });
  expect(await countRefusals()).toBe(0);
});

it("uses the configured window again when it was changed or a person forgets the learned one", async () => {
  namesWindow = true;
  expect(await countRefusals()).toBeGreaterThan(0);
  await configure({ contextWindow: CONFIGURED * 2 });
  expect(await countRefusals()).toBeGreaterThan(0);
  expect(await countRefusals()).toBe(0);
  await world.database.learnedWindows.forget(world.scope.workspaceId, SETTING.reference);
  expect(await countRefusals()).toBeGreaterThan(0);
});
