import { readdir } from "node:fs/promises";
import { type Entry, readEntry } from "@goaltrace/core/log";
import type { Runtime } from "@goaltrace/host";
import { openProcessRuntime, readEnvironment } from "@goaltrace/host/process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runTask } from "../src/run-task.ts";
import { caseFaults, runFaults } from "./support/case-faults.ts";
import { type HostileModels, startHostileModels } from "./support/hostile-models.ts";
import { attemptedBodies, finishData, requestBlobs } from "./support/log-laws.ts";
import type { ModelCase } from "./support/model-case.ts";
import { MODEL_CASES } from "./support/model-cases.ts";
import type { SeenRequest } from "./support/model-front.ts";
import { goaltrace } from "./support/process.ts";
import { openOwnWorld, type World } from "./support/world.ts";

/** Cases that also run as a real process, one of each kind. */
const AS_PROCESS = ["text", "three-calls", "length-in-call", "no-quota", "identical-calls-for-ever"];

const CONCURRENT_RUNS = 16;

type Outcome = {
  readonly exit: number | null;
  readonly lines: readonly string[];
  readonly requests: readonly SeenRequest[];
  readonly folder: string;
};

let world: World;
let models: HostileModels;
let runtime: Runtime;
const outcomes = new Map<string, Promise<Outcome>>();

beforeAll(async () => {
  world = await openOwnWorld();
  models = await startHostileModels(MODEL_CASES, world.folder);
  const variables = {
    ...world.variables(models.baseUrl),
    GOALTRACE_MODEL: MODEL_CASES.map((modelCase) => modelCase.name).join(","),
  };
  runtime = await openProcessRuntime(readEnvironment(variables), { databaseUrl: world.url });
  startAll();
});
afterAll(async () => {
  await Promise.allSettled(outcomes.values());
  await runtime?.close();
  await models?.close();
  await world?.close();
});

/** Runs the cases concurrently, because most only wait, but few enough not to exhaust the connections. */
function startAll(): void {
  const lanes: Promise<unknown>[] = Array.from(
    { length: CONCURRENT_RUNS },
    async () => await Promise.resolve(),
  );
  for (const [index, modelCase] of MODEL_CASES.entries()) {
    const lane = index % CONCURRENT_RUNS;
    const outcome = Promise.resolve(lanes[lane]).then(async () => await runInProcess(modelCase));
    outcomes.set(modelCase.name, outcome);
    lanes[lane] = outcome.catch(() => undefined);
  }
}

async function runInProcess(modelCase: ModelCase): Promise<Outcome> {
  const lines: string[] = [];
  const folder = models.projectFolder(modelCase.name);
  const args = { task: "What is the key word?", json: true, model: modelCase.name, folder };
  const exit = await runTask(runtime, args, {
    ask: null,
    print: (line) => void lines.push(line),
    // Many runs share this process, and none of them is interrupted.
    listenForInterrupts: () => () => undefined,
  });
  return { exit, lines, requests: models.seen(modelCase.name), folder };
}

/** Checks the laws that hold for every run, whatever the model did; returns its entries. */
async function checkLaws({ lines, requests }: Outcome): Promise<readonly Entry[]> {
  const entries = lines.map((line) => readEntry(JSON.parse(line)));
  const traceId = entries[0]?.traceId ?? "";
  expect(runFaults({ entries, requests })).toEqual([]);
  expect(entries).toEqual(await world.log(traceId));
  const sent = requests.map((request) => request.body);
  expect(sent).toEqual(attemptedBodies(entries, await requestBlobs(world, entries)));
  const trace = await world.trace(traceId);
  const { status, failure } = finishData(entries) ?? {};
  expect({ status: trace.status, failure: trace.failure }).toEqual({ status, failure });
  return entries;
}

async function checkCase(modelCase: ModelCase, outcome: Outcome): Promise<void> {
  const entries = await checkLaws(outcome);
  expect(outcome.exit).toBe(modelCase.exit);
  const files = await readdir(outcome.folder);
  expect(caseFaults(modelCase, { entries, requests: outcome.requests, files })).toEqual([]);
}

it.each(MODEL_CASES.map((modelCase) => [modelCase.name, modelCase] as const))(
  "%s: ends as expected, with every request valid and logged",
  async (name, modelCase) => {
    const outcome = await outcomes.get(name);
    if (outcome === undefined) throw new Error("the case was not started");
    await checkCase(modelCase, outcome);
  },
);

it("writes twenty files once each for twenty writes in one answer", async () => {
  await outcomes.get("twenty-writes");
  const files = await readdir(models.projectFolder("twenty-writes"));
  expect(files.filter((file) => file.startsWith("out-"))).toHaveLength(20);
});

it.each(AS_PROCESS)("%s: prints the same lines and exits with the same code as a process", async (name) => {
  const inProcess = await outcomes.get(name);
  const before = models.seen(name).length;
  const args = [
    "run",
    "--json",
    "--model",
    name,
    "--folder",
    models.projectFolder(name),
    "What is the key word?",
  ];
  const { code, stdout } = await goaltrace(args, {
    ...world.variables(models.baseUrl),
    GOALTRACE_MODEL: name,
  });
  const lines = stdout.trim().split("\n");
  const requests = models.seen(name).slice(before);
  await checkLaws({ exit: code, lines, requests, folder: models.projectFolder(name) });
  expect(code).toBe(inProcess?.exit);
});
