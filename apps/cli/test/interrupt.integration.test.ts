import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Entry, type Trace } from "@goaltrace/core";
import { readEntry } from "@goaltrace/core/log";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { lineTask, writeLines } from "./support/line-writer.ts";
import { logFaults, lostEntries, rebuiltRequests } from "./support/log-laws.ts";
import { type MockModel, startMockModel } from "./support/mock-model.ts";
import {
  type RunningCommand,
  startCommand,
  startWorkerProcess,
  type WorkerProcess,
} from "./support/process.ts";
import { createOwnDatabase, openWorld, until, type World } from "./support/world.ts";

const LINES = 12;
let world: World;
let model: MockModel;
let remove: () => Promise<void>;
let command: RunningCommand;
let worker: WorkerProcess | undefined;
let turn = 0;

beforeAll(async () => {
  const own = await createOwnDatabase();
  remove = own.remove;
  world = await openWorld(own.url);
  model = await startMockModel(writeLines, () => 120);
});
beforeEach(async () => {
  const folder = path.join(world.folder, `project-${(turn += 1)}`);
  await mkdir(folder);
  await writeFile(path.join(folder, "lines.txt"), "\n");
  command = startCommand(
    ["run", "--json", "--folder", folder, lineTask("lines.txt", LINES)],
    world.variables(model.baseUrl),
  );
});
afterEach(async () => {
  command.signal("SIGKILL");
  await command.ended;
  await worker?.kill();
  worker = undefined;
});
afterAll(async () => {
  await model?.close();
  await world?.close();
  await remove?.();
});

const entriesOf = (stdout: string): readonly Entry[] =>
  stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => readEntry(JSON.parse(line)));

async function underWay(): Promise<string> {
  return await until("the first result", async () => {
    const entries = entriesOf(command.stdout());
    const isThere = entries.some((entry) => entry.kind === "message" && entry.role === "tool");
    return await Promise.resolve(isThere ? entries[0]?.traceId : undefined);
  });
}

async function ended(traceId: string): Promise<Trace> {
  return await until("the end of the run", async () => {
    const trace = await world.trace(traceId);
    return trace.endedAt === null ? undefined : trace;
  });
}

it("R24 · O13 · Ctrl+C, delivered twice by terminal and npm, cancels the run in order and ends with exit code 1", async () => {
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
    model.bodies.filter((body) => body.includes(lineTask("lines.txt", LINES))).slice(-countCalls(entries)),
  );
});

it("M15 · R26 · a run whose command is killed with -9 is finished by a worker", async () => {
  const traceId = await underWay();
  command.signal("SIGKILL");
  await command.ended;
  const seen = entriesOf(command.stdout());
  expect((await world.trace(traceId)).status).toBe("running");
  worker = await startWorkerProcess(world.variables(model.baseUrl));
  expect(await ended(traceId)).toMatchObject({ status: "completed", failure: null });
  const entries = await world.log(traceId);
  expect(logFaults(entries)).toEqual([]);
  expect(lostEntries(seen, entries)).toEqual([]);
  expect(model.complaints).toEqual([]);
});

function countCalls(entries: readonly Entry[]): number {
  return entries.filter((entry) => entry.kind === "event" && entry.type === "call.started").length;
}
