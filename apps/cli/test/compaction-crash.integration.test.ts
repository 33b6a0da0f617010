import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Entry } from "@goaltrace/core/log";
import { createSystemClock } from "@goaltrace/core/system";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hiddenUnread, logFaults, lostEntries, unloggedRequests } from "./support/log-laws.ts";
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

/** Every kill needs unread pages until its moment arrives. */
const [PAGES, KILLS] = IS_SOAK ? [420, 10] : [180, 4];
/** Small enough that content is cleared or summarized every few steps, and just large enough that summaries are requested. */
const WINDOW = 19_000;
/** Maximum delay of a kill after its moment; the call, its answer, the storing and the next step all fall within it. */
const STRIKES_WITHIN_MS = 160;
const AT_ONCE = 6;
/** Requests that must be answered between two kills, so that each life makes progress. */
const BETWEEN = 2;
const clock = createSystemClock();

let world: World;
let model: MockModel;
const workers = createWorkerProcesses("real");
/** Notified of every request that arrives. */
type Waiter = {
  readonly matches: (body: string) => boolean;
  readonly done: () => void;
  readonly fail: (error: Error) => void;
};
const waiting: Waiter[] = [];
/** Summaries wait for this, so that a kill certainly comes before them. */
let summariesMayGo: Promise<void> = Promise.resolve();

beforeAll(async () => {
  world = await openOwnWorld();
  const random = createRandom(11);
  const answer = readPages(PAGES);
  model = await startMockModel(
    async (request) => {
      const body = JSON.stringify(request.messages);
      for (const waiter of waiting.splice(0))
        if (waiter.matches(body)) waiter.done();
        else waiting.push(waiter);
      const reply = answer(request);
      if ("text" in reply && reply.text === ALL_READ)
        for (const waiter of waiting.splice(0)) waiter.fail(new Error("the run ended before this moment"));
      if (asksForSummary(body)) await summariesMayGo;
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
    maxCalls: null,
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

/** Holds back summaries until the returned function is called. */
function holdSummaries(): () => void {
  let release = (): void => undefined;
  summariesMayGo = new Promise((resolve) => (release = resolve));
  return release;
}

async function nextRequest(matches: (body: string) => boolean): Promise<void> {
  await new Promise<void>((done, fail) => waiting.push({ matches, done, fail }));
}

/** Counts cleared results in a request; an increase means that a layer of compaction was active. */
const countCleared = (body: string): number => body.split("[cleared:").length - 1;

/** The moments right before or after a layer of compaction acts. */
function killMoments(): readonly (() => Promise<void>)[] {
  return [
    async () => await nextRequest(asksForSummary),
    async () => {
      let before = Number.MAX_SAFE_INTEGER;
      await nextRequest((body) => {
        const now = countCleared(body);
        const isMore = now > before;
        before = now;
        return isMore || asksForSummary(body);
      });
    },
    // Results are spilled as they arrive: after any answer.
    async () => await nextRequest((body) => !asksForSummary(body)),
  ];
}

function eventsOfType(entries: readonly Entry[], type: string): readonly Entry[] {
  return entries.filter((entry) => entry.kind === "event" && entry.type === type);
}

it("completes with its goal and a valid log when killed repeatedly around every layer of compaction", async () => {
  const random = createRandom(2_026);
  const projectFolder = path.join(world.folder, "pages");
  await mkdir(projectFolder);
  for (let number = 1; number <= PAGES; number += 1)
    await writeFile(path.join(projectFolder, pageName(number)), pageText(number));
  const run = await world.queue({ text: `Read all ${PAGES} pages`, projectFolder });
  const snapshots: (readonly Entry[])[] = [];
  const strike = killMoments();
  for (let round = 0; round < KILLS; round += 1) {
    const worker = await addWorker();
    for (let step = 0; step < BETWEEN; step += 1) await nextRequest((body) => !asksForSummary(body));
    const moment = strike[round % strike.length]?.();
    // Some kills come before the answer, so that the summary is requested but certainly not stored.
    const release = round % AT_ONCE === 0 ? holdSummaries() : undefined;
    await moment;
    if (release === undefined) await clock.sleep(random() * STRIKES_WITHIN_MS);
    await worker.kill();
    release?.();
    snapshots.push(await world.log(run.id));
    // A killed process cannot return its lease; waiting for it to expire would only take time.
    await world.database.pool.query("update trace set lease_until = now() where id = $1", [run.id]);
  }
  await addWorker();
  const ended = await world.ended(run.id);

  expect({ status: ended.status, failure: ended.failure }).toEqual({ status: "completed", failure: null });
  const entries = await world.log(run.id);
  // A model has no reason to ask for a result that it never saw.
  expect(hiddenUnread(entries)).toEqual([]);
  // More if a busy machine took the lease of a living worker.
  expect(eventsOfType(entries, "trace.resumed").length).toBeGreaterThanOrEqual(KILLS);
  expect(logFaults(entries)).toEqual([]);
  for (const snapshot of snapshots) expect(lostEntries(snapshot, entries)).toEqual([]);
  expect(model.complaints).toEqual([]);
  expect(await unloggedRequests(world, model.bodies, [entries])).toEqual([]);

  const summaries = entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "compaction.finished" ? [entry.data.callId] : [],
  );
  const requested = entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "call.started" && entry.data.purpose === "summary"
      ? [entry.data.callId]
      : [],
  );
  // Some summaries were requested, or even answered, but never stored.
  expect(requested.filter((callId) => !summaries.includes(callId)).length).toBeGreaterThan(0);
  expect(summaries.length).toBeGreaterThan(3);
  expect(eventsOfType(entries, "context.cleared").length).toBeGreaterThan(0);
  expect(eventsOfType(entries, "result.spilled").length).toBeGreaterThan(PAGES / 2);
  const first = model.bodies.findIndex((body) => body.includes(READING_GOAL));
  for (const body of model.bodies.slice(first)) expect(body).toContain(READING_GOAL);
  for (let number = 1; number <= PAGES; number += 1)
    expect(
      model.bodies.some((body) => body.includes(`${pageName(number)}\\"`)),
      pageName(number),
    ).toBe(true);
  for (const worker of workers.all) expect(worker.log()).not.toContain("run failed with an unexpected error");
});
