import { LLMock } from "@copilotkit/aimock";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Entry } from "@goaltrace/core";
import { readEntry } from "@goaltrace/core/log";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readEnvironment } from "../src/env.ts";
import { runTask } from "../src/run-task.ts";
import { openRuntime, type Runtime } from "../src/runtime.ts";
import { logFaults, rebuiltRequests } from "./support/log-laws.ts";
import type { ModelCase } from "./support/model-case.ts";
import { MODEL_CASES } from "./support/model-cases.ts";
import { type Front, type SeenRequest, startFront } from "./support/model-front.ts";
import { goaltrace } from "./support/process.ts";
import { createOwnDatabase, openWorld, type World } from "./support/world.ts";

/** Some of them as a real process, one of each kind. */
const AS_PROCESS = ["text", "three-calls", "length-in-call", "no-quota", "identical-calls-for-ever"];

const RUNS_AT_ONCE = 16;

type Outcome = {
  readonly exit: number | null;
  readonly lines: readonly string[];
  readonly requests: readonly SeenRequest[];
  readonly folder: string;
};

let world: World;
let remove: () => Promise<void>;
let mock: LLMock;
let front: Front;
let runtime: Runtime;
const outcomes = new Map<string, Promise<Outcome>>();

const folderOf = (model: string): string => path.join(world.folder, model);

beforeAll(async () => {
  const own = await createOwnDatabase();
  remove = own.remove;
  world = await openWorld(own.url);
  mock = await LLMock.create({ port: 0, journalMaxEntries: 0 });
  for (const one of MODEL_CASES) {
    await mkdir(folderOf(one.name));
    await writeFile(path.join(folderOf(one.name), "notes.txt"), "The key word is heron.\n");
    await writeFile(path.join(folderOf(one.name), "more.txt"), "Nothing here.\n");
    addFixtures(one);
  }
  front = await startFront(mock.url, {
    handlers: new Map(MODEL_CASES.flatMap((one) => (one.front === undefined ? [] : [[one.name, one.front]]))),
    rewrite: new Map(
      MODEL_CASES.flatMap((one) => (one.rewrite === undefined ? [] : [[one.name, one.rewrite]])),
    ),
  });
  const variables = {
    ...world.variables(front.baseUrl),
    GOALTRACE_MODEL: MODEL_CASES.map((one) => one.name).join(","),
  };
  runtime = await openRuntime(readEnvironment(variables), { databaseUrl: own.url, ascend: false });
  startAll();
});
afterAll(async () => {
  await Promise.allSettled(outcomes.values());
  await runtime?.close();
  await front?.close();
  await mock?.stop();
  await world?.close();
  await remove?.();
});

function addFixtures(one: ModelCase): void {
  const { reply } = one;
  if (reply === undefined) return;
  let turn = 0;
  const response: Parameters<LLMock["on"]>[1] = (request) => reply(turn++, request, folderOf(one.name));
  const predicate = ({ model }: { readonly model: string }): boolean => model === one.name;
  if (one.firstDelivery !== undefined) mock.on({ predicate, sequenceIndex: 0 }, response, one.firstDelivery);
  mock.on({ predicate: (request) => predicate(request) }, response);
}

/** Side by side, because most of them only wait, but not so many that they starve each other of connections. */
function startAll(): void {
  const lanes: Promise<unknown>[] = Array.from({ length: RUNS_AT_ONCE }, async () => await Promise.resolve());
  for (const [index, one] of MODEL_CASES.entries()) {
    const lane = index % RUNS_AT_ONCE;
    const outcome = Promise.resolve(lanes[lane]).then(async () => await runHere(one));
    outcomes.set(one.name, outcome);
    lanes[lane] = outcome.catch(() => undefined);
  }
}

async function runHere(one: ModelCase): Promise<Outcome> {
  const lines: string[] = [];
  const folder = folderOf(one.name);
  const args = { task: "What is the key word?", json: true, model: one.name, folder };
  const exit = await runTask(runtime, args, (line) => void lines.push(line));
  return { exit, lines, requests: front.seen(one.name), folder };
}

/** What holds for every run, whatever the model did; gives what is looked at case by case. */
async function checkLaws(outcome: Outcome) {
  const entries = outcome.lines.map((line) => readEntry(JSON.parse(line)));
  const traceId = entries[0]?.traceId ?? "";
  expect(logFaults(entries)).toEqual([]);
  expect(entries).toEqual(await world.log(traceId));
  expect(outcome.requests.flatMap((request) => request.fault ?? [])).toEqual([]);
  expect(outcome.requests.map((request) => request.body)).toEqual(await expectedBodies(entries));
  expect(wronglyRun(entries)).toEqual([]);
  const end = entries.at(-1);
  const finished = end?.kind === "event" && end.type === "trace.finished" ? end.data : undefined;
  const trace = await world.trace(traceId);
  expect({ status: trace.status, failure: trace.failure }).toEqual({
    status: finished?.status,
    failure: finished?.failure,
  });
  return { entries, finished };
}

/** The bodies that the log says were sent: each request once per attempt (M13). */
async function expectedBodies(entries: readonly Entry[]): Promise<readonly string[]> {
  const rebuilt = await rebuiltRequests(world, entries);
  let request = -1;
  return entries.flatMap((entry) => {
    if (entry.kind !== "event") return [];
    if (entry.type === "call.started") request += 1;
    const wasAsked = entry.type === "call.attempt_failed" || entry.type === "call.finished";
    return wasAsked ? [rebuilt[request] ?? ""] : [];
  });
}

/** Calls that were started more than once, or although they must not run. */
function wronglyRun(entries: readonly Entry[]): readonly string[] {
  const started = entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "tool.started" ? [entry.data.toolCallId] : [],
  );
  const twice = started.filter((id, index) => started.indexOf(id) !== index).map((id) => `${id} ran twice`);
  const barred = callsOf(entries)
    .filter((call) => call.problem !== undefined && started.includes(call.id))
    .map((call) => `${call.id} ran although ${call.problem?.kind ?? ""}`);
  return [...twice, ...barred];
}

function callsOf(entries: readonly Entry[]) {
  return entries.flatMap((entry) =>
    entry.kind === "message" && entry.role === "assistant" ? entry.toolCalls : [],
  );
}

async function checkCase(one: ModelCase, outcome: Outcome): Promise<void> {
  const { entries, finished } = await checkLaws(outcome);
  expect(outcome.exit).toBe(one.exit);
  expect(finished?.status).toBe(one.exit === 0 ? "completed" : "failed");
  expect(finished?.failure?.code).toBe(one.code);
  if (one.code !== undefined) expect(finished?.failure?.fix).not.toBe("");
  const count = outcome.requests.length;
  if (typeof one.requests === "number") expect(count).toBe(one.requests);
  else expect({ count, right: one.requests(count) }).toEqual({ count, right: true });
  const results = entries.flatMap((entry) =>
    entry.kind === "message" && entry.role === "tool" ? [entry.outcome] : [],
  );
  if (one.outcomes !== undefined) expect(results).toEqual(one.outcomes);
  expect(callsOf(entries).flatMap((call) => call.problem?.kind ?? [])).toEqual(one.problems ?? []);
  const types = new Set(entries.flatMap((entry) => (entry.kind === "event" ? [entry.type] : [])));
  expect((one.events ?? []).filter((type) => ![...types].some((known) => known === type))).toEqual([]);
  expect(outcome.lines.join("\n")).toContain((one.says ?? "").replaceAll("\n", "\\n"));
  expect(await readdir(outcome.folder)).not.toContain("cut.txt");
}

it.each(MODEL_CASES.map((one) => [one.name, one] as const))(
  "R3 · R4 · M3 · M13 · %s: the run ends as it should, every request is valid and in the log",
  async (name, one) => {
    const outcome = await outcomes.get(name);
    if (outcome === undefined) throw new Error("it was not started");
    await checkCase(one, outcome);
  },
);

it("R2 · twenty writes in one answer leave twenty files, each written once", async () => {
  await outcomes.get("twenty-writes");
  const files = await readdir(folderOf("twenty-writes"));
  expect(files.filter((file) => file.startsWith("out-"))).toHaveLength(20);
});

it.each(AS_PROCESS)("O13 · %s as a process: the same lines and the same exit code", async (name) => {
  const here = await outcomes.get(name);
  const before = front.seen(name).length;
  const args = ["run", "--json", "--model", name, "--folder", folderOf(name), "What is the key word?"];
  const { code, stdout } = await goaltrace(args, {
    ...world.variables(front.baseUrl),
    GOALTRACE_MODEL: name,
  });
  const lines = stdout.trim().split("\n");
  const requests = front.seen(name).slice(before);
  await checkLaws({ exit: code, lines, requests, folder: folderOf(name) });
  expect(code).toBe(here?.exit);
});
