import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Entry } from "@goaltrace/core";
import { createSystemClock } from "@goaltrace/core/system";
import { afterAll, beforeAll, expect, it } from "vitest";
import { logFaults, lostEntries, unloggedRequests } from "./support/log-laws.ts";
import { type MockModel, startMockModel } from "./support/mock-model.ts";
import {
  ALL_READ,
  asksForSummary,
  pageName,
  pageText,
  READING_GOAL,
  readPages,
} from "./support/page-reader.ts";
import { createWorkerProcesses, type WorkerProcess } from "./support/process.ts";
import { createRandom } from "./support/random.ts";
import { IS_SOAK } from "./support/soak.ts";
import { openOwnWorld, type World } from "./support/world.ts";

/** Each kill needs pages to read until its moment comes. */
const [PAGES, KILLS] = IS_SOAK ? [420, 10] : [180, 4];
/** So small that every few steps something is cleared or summarised, and just large enough for a summary to be asked for. */
const WINDOW = 12_000;
/** A kill strikes so long after its moment at most: the call, its answer, the storing and the next step all lie within. */
const STRIKES_WITHIN_MS = 160;
const AT_ONCE = 6;
/** Requests that have to be answered between two kills, so that each life gets on. */
const BETWEEN = 2;
const clock = createSystemClock();

let world: World;
let model: MockModel;
const workers = createWorkerProcesses("real");
/** Told of each request that arrives. */
type Waiter = {
  readonly isWanted: (body: string) => boolean;
  readonly done: () => void;
  readonly fail: (error: Error) => void;
};
const waiting: Waiter[] = [];

beforeAll(async () => {
  world = await openOwnWorld();
  const random = createRandom(11);
  const answer = readPages(PAGES);
  model = await startMockModel(
    (request) => {
      const body = JSON.stringify(request.messages);
      for (const one of waiting.splice(0))
        if (one.isWanted(body)) one.done();
        else waiting.push(one);
      const reply = answer(request);
      if ("text" in reply && reply.text === ALL_READ)
        for (const one of waiting.splice(0))
          one.fail(new Error("the run came to its end before this moment"));
      return reply;
    },
    () => 10 + random() * 40,
  );
  await world.database.models.save(world.scope, {
    id: "small",
    reference: "mock",
    label: "Small",
    provider: "mock",
    model: "mock",
    baseUrl: model.baseUrl,
    encryptedKey: null,
    keyHint: null,
    contextWindow: WINDOW,
    clearAbove: null,
    summariseAbove: null,
    price: null,
  });
});
afterAll(async () => {
  await workers.killAll();
  await model?.close();
  await world?.close();
});

async function addWorker(): Promise<WorkerProcess> {
  return await workers.add(world.variables(null));
}

async function nextRequest(isWanted: (body: string) => boolean): Promise<void> {
  await new Promise<void>((done, fail) => waiting.push({ isWanted, done, fail }));
}

/** What the view of a request looks like; each change of it is a layer at work. */
const clearedIn = (body: string): number => body.split("[cleared:").length - 1;

/** The moments at which a process is about to do, or has just done, what a layer of compaction does. */
function moments(): readonly (() => Promise<void>)[] {
  return [
    async () => await nextRequest(asksForSummary),
    async () => {
      let before = Number.MAX_SAFE_INTEGER;
      await nextRequest((body) => {
        const now = clearedIn(body);
        const isMore = now > before;
        before = now;
        return isMore || asksForSummary(body);
      });
    },
    // Results are spilled as they come: after any answer.
    async () => await nextRequest((body) => !asksForSummary(body)),
  ];
}

function eventsOf(entries: readonly Entry[], type: string): readonly Entry[] {
  return entries.filter((entry) => entry.kind === "event" && entry.type === type);
}

it("a run killed again and again around every layer of compaction ends with its goal kept and a valid log", async () => {
  const random = createRandom(2_026);
  const projectFolder = path.join(world.folder, "pages");
  await mkdir(projectFolder);
  for (let number = 1; number <= PAGES; number += 1)
    await writeFile(path.join(projectFolder, pageName(number)), pageText(number));
  const run = await world.queue({ text: `Read all ${PAGES} pages`, projectFolder });
  const seen: (readonly Entry[])[] = [];
  const strike = moments();
  for (let round = 0; round < KILLS; round += 1) {
    const worker = await addWorker();
    for (let step = 0; step < BETWEEN; step += 1) await nextRequest((body) => !asksForSummary(body));
    await strike[round % strike.length]?.();
    // Now and then at once: then the summary is asked for and surely not stored.
    if (round % AT_ONCE !== 0) await clock.sleep(random() * STRIKES_WITHIN_MS);
    await worker.kill();
    seen.push(await world.log(run.id));
    // The dead process can't give its lease back; waiting for its end would only take time.
    await world.database.pool.query("update trace set lease_until = now() where id = $1", [run.id]);
  }
  await addWorker();
  const ended = await world.ended(run.id, 120_000);

  expect({ status: ended.status, failure: ended.failure }).toEqual({ status: "completed", failure: null });
  const entries = await world.log(run.id);
  expect(eventsOf(entries, "trace.resumed")).toHaveLength(KILLS);
  expect(logFaults(entries)).toEqual([]);
  for (const snapshot of seen) expect(lostEntries(snapshot, entries)).toEqual([]);
  expect(model.complaints).toEqual([]);
  expect(await unloggedRequests(world, model.bodies, [entries])).toEqual([]);

  const summaries = entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "compaction.finished" ? [entry.data.callId] : [],
  );
  const asked = entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "call.started" && entry.data.purpose === "summary"
      ? [entry.data.callId]
      : [],
  );
  // Some summaries were asked for, or even answered, and never stored.
  expect(asked.filter((callId) => !summaries.includes(callId)).length).toBeGreaterThan(0);
  expect(summaries.length).toBeGreaterThan(3);
  expect(eventsOf(entries, "context.cleared").length).toBeGreaterThan(0);
  expect(eventsOf(entries, "result.spilled").length).toBeGreaterThan(PAGES / 2);
  const first = model.bodies.findIndex((body) => body.includes(READING_GOAL));
  for (const body of model.bodies.slice(first)) expect(body).toContain(READING_GOAL);
  for (let number = 1; number <= PAGES; number += 1)
    expect(
      model.bodies.some((body) => body.includes(`${pageName(number)}\\"`)),
      pageName(number),
    ).toBe(true);
  for (const worker of workers.all) expect(worker.log()).not.toContain("run failed on an unexpected error");
}, 400_000);
