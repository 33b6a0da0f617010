import path from "node:path";
import { type Entry, readEntry } from "@goaltrace/core/log";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { lineTask, makeLineProject, writeLines } from "./support/line-writer.ts";
import { logFaults, lostEntries, rebuiltRequests } from "./support/log-laws.ts";
import { type MockModel, startMockModel } from "./support/mock-model.ts";
import {
  type RunningCommand,
  startCommand,
  startWorkerProcess,
  type WorkerProcess,
} from "./support/process.ts";
import { openOwnWorld, until, type World } from "./support/world.ts";

const LINES = 12;
/** Here a lease is as long as everywhere outside tests; elsewhere they shorten it. */

let world: World;
let model: MockModel;
let command: RunningCommand;
let worker: WorkerProcess | undefined;
let turn = 0;
/** The model answers requests with a result after this, so that the run is certainly active before. */
let mayContinue: Promise<void> = Promise.resolve();
let letContinue = (): void => undefined;
/** Resolves when the model has received a request with a result. A call that has started may not have sent it yet. */
let isAskedAgain: Promise<void> = Promise.resolve();
let noteAskedAgain = (): void => undefined;
/** How many bodies the model had received before the current test. */
let bodiesBefore = 0;

beforeAll(async () => {
  world = await openOwnWorld();
  model = await startMockModel(async (request) => {
    if (request.messages.some(({ role }) => role === "tool")) {
      noteAskedAgain();
      await mayContinue;
    }
    return writeLines(request);
  });
});
beforeEach(async () => {
  mayContinue = new Promise((resolve) => (letContinue = resolve));
  isAskedAgain = new Promise((resolve) => (noteAskedAgain = resolve));
  bodiesBefore = model.bodies.length;
  const folder = await makeLineProject(path.join(world.folder, `project-${(turn += 1)}`));
  command = startCommand(
    ["run", "--json", "--folder", folder, lineTask(LINES)],
    world.variables(model.baseUrl),
  );
});
afterEach(async () => {
  letContinue();
  command.signal("SIGKILL");
  await command.ended;
  await worker?.kill();
  worker = undefined;
});
afterAll(async () => {
  await model?.close();
  await world?.close();
});

const entriesOf = (stdout: string): readonly Entry[] =>
  stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => readEntry(JSON.parse(line)));

async function underWay(): Promise<string> {
  const traceId = await until("the first result", async () => {
    const entries = entriesOf(command.stdout());
    const isThere = entries.some((entry) => entry.kind === "message" && entry.role === "tool");
    return await Promise.resolve(isThere ? entries[0]?.traceId : undefined);
  });
  const outcome = await Promise.race([isAskedAgain, command.ended]);
  if (outcome !== undefined)
    throw new Error(`the command ended before it asked again: ${outcome.stdout}\n${outcome.stderr}`);
  return traceId;
}

it("Ctrl+C, delivered twice by terminal and npm, cancels the run in order and ends with exit code 1", async () => {
  const traceId = await underWay();
  command.signal("SIGINT");
  command.signal("SIGINT");
  const { code, stdout } = await command.ended;
  expect(code).toBe(1);
  const entries = entriesOf(stdout);
  expect(entries).toEqual(await world.log(traceId));
  expect(logFaults(entries)).toEqual([]);
  expect((await world.trace(traceId)).status).toBe("cancelled");
  expect(await rebuiltRequests(world, entries)).toEqual(
    model.bodies.slice(bodiesBefore).filter((body) => body.includes(lineTask(LINES))),
  );
});

it("a worker finishes a run whose command is killed with -9", async () => {
  const traceId = await underWay();
  command.signal("SIGKILL");
  await command.ended;
  const seen = entriesOf(command.stdout());
  expect((await world.trace(traceId)).status).toBe("running");
  letContinue();
  worker = await startWorkerProcess(world.variables(model.baseUrl));
  expect(await world.ended(traceId)).toMatchObject({ status: "completed", failure: null });
  const entries = await world.log(traceId);
  expect(logFaults(entries)).toEqual([]);
  expect(lostEntries(seen, entries)).toEqual([]);
  expect(entries.some((entry) => entry.kind === "event" && entry.type === "trace.resumed")).toBe(true);
  expect(model.complaints).toEqual([]);
});
