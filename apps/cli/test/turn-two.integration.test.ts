import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type ChatRequest, parseChatRequest } from "./support/chat-request.ts";
import { logFaults, rebuiltRequests } from "./support/log-laws.ts";
import { type MockAnswer, type MockModel, startMockModel } from "./support/mock-model.ts";
import { startWorkerProcess, type WorkerProcess } from "./support/process.ts";
import { openOwnWorld, type World } from "./support/world.ts";
import type { Trace } from "@goaltrace/core/log";

const PLAN = {
  operations: [
    { op: "add", title: "Count the herons" },
    { op: "add", title: "Name the lake" },
  ],
};
const ANSWERS: readonly MockAnswer[] = [
  { calls: [{ name: "goal", arguments: PLAN }] },
  { text: "There are seven herons." },
  {
    calls: [{ name: "goal", arguments: { operations: [{ op: "done", goal: "2", summary: "Lake Mirror" }] } }],
  },
  { text: "It is Lake Mirror." },
];

/** Answers by the content of the request, not by its position: a worker that loses its lease on a busy machine asks again. */
type Answer = (request: ChatRequest) => MockAnswer;

const byPosition: Answer = ({ messages }) =>
  ANSWERS[messages.filter(({ role }) => role === "assistant").length] ?? {
    status: 418,
    error: { message: "one request too many" },
  };

/** The run sends its scout in each turn. */
const sendScout: Answer = ({ messages }) => {
  const has = (text: string): boolean => messages.some(({ content }) => content === text);
  const results = messages.filter(({ role }) => role === "tool").length;
  if (has("Count the boats")) return { text: has("Name their color") ? "They are red." : "Seven boats." };
  const turn = has("Send the scout again") ? 2 : 1;
  if (results === turn) return { text: `Turn ${turn} done.` };
  const prompt = turn === 1 ? "Count the boats" : "Name their color";
  return { calls: [{ name: "task", arguments: { prompt, name: "scout" } }] };
};

let answer = byPosition;
let world: World;
let model: MockModel;
let worker: WorkerProcess | undefined;

beforeAll(async () => {
  world = await openOwnWorld();
  model = await startMockModel((request) => answer(request));
});
afterEach(async () => await worker?.kill());
afterAll(async () => {
  await model?.close();
  await world?.close();
});

async function completed(run: Trace): Promise<Trace> {
  const trace = await world.ended(run.id);
  expect(trace).toMatchObject({ status: "completed", failure: null });
  return trace;
}

it("continues turn two after a restart with the history and goals of turn one", async () => {
  // Not the world's folder: it contains the home folder of the worker's person, which servers refuse.
  const projectFolder = await mkdtemp(path.join(world.folder, "project-"));
  answer = byPosition;
  worker = await startWorkerProcess(world.variables(model.baseUrl));
  const first = await completed(await world.queue({ text: "Look at the lake", projectFolder }));
  await worker.kill();
  worker = await startWorkerProcess(world.variables(model.baseUrl));
  const second = await completed(
    await world.queue({ text: "Which lake is it?", projectFolder, continues: first }),
  );

  const bodies = [...new Set(model.bodies)];
  const [, , third = "", fourth = ""] = bodies;
  const { messages } = parseChatRequest(third);
  expect(messages.slice(1).map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "tool",
    "assistant",
    "user",
    "user",
  ]);
  expect(third).toContain("There are seven herons.");
  expect(messages.at(-1)?.content).toMatch(/1\W+.*Count the herons[^]*2\W+.*Name the lake/);
  expect(fourth).toContain("Lake Mirror");
  const entries = await world.log(second.id);
  expect(logFaults(entries)).toEqual([]);
  const shared = await world.log(first.id);
  expect(entries.slice(0, shared.length)).toEqual(shared);
  const plan = entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "goals.changed" ? [entry.traceId] : [],
  );
  expect(plan).toEqual([first.id, second.id]);
  expect([...new Set(await rebuiltRequests(world, entries))]).toEqual(bodies);
  expect(model.complaints).toEqual([]);
});

it("continues a named sub-agent of turn one in turn two after a restart, with all it has read", async () => {
  const projectFolder = await mkdtemp(path.join(world.folder, "project-"));
  answer = sendScout;
  worker = await startWorkerProcess(world.variables(model.baseUrl));
  const first = await completed(await world.queue({ text: "Send the scout", projectFolder }));
  await worker.kill();
  worker = await startWorkerProcess(world.variables(model.baseUrl));
  const second = await completed(
    await world.queue({ text: "Send the scout again", projectFolder, continues: first }),
  );

  const scoutOf = async (root: Trace): Promise<Trace | undefined> =>
    (await world.database.traces.family(world.scope, root.id)).find(({ parentId }) => parentId === root.id);
  const [before, after] = [await scoutOf(first), await scoutOf(second)];
  expect(after?.origin).toEqual({
    ...{ kind: "continues", traceId: before?.id, sequence: before?.lastSequence },
  });
  const asked = model.bodies
    .map((body) => parseChatRequest(body).messages.map(({ content }) => content ?? ""))
    .findLast((texts) => texts.includes("Count the boats") && texts.includes("Name their color"));
  expect(asked?.slice(1, 4)).toEqual(["Count the boats", "Seven boats.", "Name their color"]);
  const entries = await world.log(after?.id ?? "");
  expect(logFaults(entries)).toEqual([]);
  expect(entries.slice(0, before?.lastSequence)).toEqual(await world.log(before?.id ?? ""));
  expect(model.complaints).toEqual([]);
});
