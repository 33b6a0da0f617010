import { access } from "node:fs/promises";
import path from "node:path";
import type { Entry, Trace } from "@goaltrace/core/log";
import { createSystemClock } from "@goaltrace/core/system";
import { decideRequest, type RequestDecision, type Runtime } from "@goaltrace/host";
import { openProcessRuntime, readEnvironment } from "@goaltrace/host/process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AskingWorld, openAskingWorld } from "./support/asking-world.ts";
import type { ChatRequest } from "./support/chat-request.ts";
import { logFaults } from "./support/log-laws.ts";
import { type MockAnswer, type MockModel, startMockModel } from "./support/mock-model.ts";
import { createWorkerProcesses } from "./support/process.ts";
import { createRandom } from "./support/random.ts";
import { IS_SOAK } from "./support/soak.ts";
import { until } from "./support/world.ts";

/** Kills of a worker in each scenario; in soak ten, and every scenario. */
const KILLS = IS_SOAK ? 10 : 1;
const LIMIT_MS = IS_SOAK ? 600_000 : 120_000;
const FIVE = ["north", "east", "south", "west", "middle"] as const;
const ANSWERS: Readonly<Record<string, string>> = { north: "red", east: "blue", south: "red" };
/** Pauses of the model, so that a tree lives longer than the time between two kills. */
const PAUSE_MS = 200;

const clock = createSystemClock();
const random = createRandom(11);
const workers = createWorkerProcesses("short");

let world: AskingWorld;
let model: MockModel;
let runtime: Runtime;

beforeAll(async () => {
  world = await openAskingWorld();
  model = await startMockModel(answer, () => PAUSE_MS * random());
  runtime = await openProcessRuntime(readEnvironment(world.variables(model.baseUrl)), {
    databaseUrl: world.url,
  });
});
afterAll(async () => {
  await workers.killAll();
  await runtime?.close();
  await model?.close();
  await world?.close();
});

/** Roots are tasks of their own; the task of every other run is the name of its branch. */
function answer({ messages }: ChatRequest): MockAnswer {
  const results = messages.filter(({ role }) => role === "tool").length;
  const task = String(messages.find(({ role }) => role === "user")?.content ?? "").trim();
  const merge = /^Explore (?<merge>all|best|vote)/u.exec(task)?.groups?.["merge"];
  if (merge !== undefined)
    return results === 0
      ? { calls: [{ name: "explore", arguments: { branches: FIVE, merge } }] }
      : { text: "Merged." };
  const folder = /^Write below (?<folder>\S+)/u.exec(task)?.groups?.["folder"];
  if (folder !== undefined)
    return results === 0
      ? {
          calls: FIVE.map((name) => ({
            name: "task",
            arguments: { agent: "general", prompt: `${name} of ${folder}` },
          })),
        }
      : { text: "All done." };
  const [name = "", below] = task.split(" of ");
  if (below !== undefined)
    return results > 0
      ? { text: `${name} ended.` }
      : {
          calls: [
            name === "south"
              ? { name: "write_file", arguments: { path: `${below}/${name}.txt`, content: "approved" } }
              : { name: "glob_files", arguments: { pattern: `${below}/${name}*` } },
          ],
        };
  if (name === "west") return { status: 400, error: { message: "west is unreadable" } };
  const said = ANSWERS[name];
  if (said === undefined) return { calls: [{ name: "glob_files", arguments: { pattern: "**/1999*" } }] };
  return results < 3
    ? { calls: [{ name: "glob_files", arguments: { pattern: `${name}-${results}*` } }] }
    : { text: `Looked.\n${said}` };
}

type Family = readonly { readonly run: Trace; readonly entries: readonly Entry[] }[];

async function family(rootId: string): Promise<Family> {
  const runs = await world.database.traces.family(world.scope, rootId);
  return await Promise.all(runs.map(async (run) => ({ run, entries: await world.log(run.id) })));
}

/** Kills the worker again and again while the tree lives, and starts another one each time. Returns the kills that interrupted the tree. */
async function killWhileItLives(rootId: string, kills: number): Promise<number> {
  let hits = 0;
  let worker = await workers.add(world.variables(model.baseUrl));
  while (hits < kills && (await world.trace(rootId)).endedAt === null) {
    await clock.sleep(150 + random() * 700);
    const { status } = await world.trace(rootId);
    await worker.kill();
    if (status === "running") hits += 1;
    worker = await workers.add(world.variables(model.baseUrl));
    if (status === "waiting") break;
  }
  return hits;
}

/** Asserts what holds for every tree: each branch once, its log whole, and one result for each call. */
function expectWhole(tree: Family, name: string): void {
  const [root, ...children] = tree;
  expect(children.map(({ run }) => run.task.split(" of ")[0]).toSorted(), name).toEqual([...FIVE].toSorted());
  for (const { run, entries } of tree) expect(logFaults(entries), `${name}: ${run.task}`).toEqual([]);
  for (const type of ["child.spawned", "child.finished"])
    expect(
      root?.entries.filter((entry) => entry.kind === "event" && entry.type === type),
      `${name}: ${type}`,
    ).toHaveLength(FIVE.length);
}

const reportOf = ({ entries }: Family[number]): string =>
  entries
    .flatMap((entry) => (entry.kind === "message" && entry.role === "tool" ? [entry.output] : []))
    .join("\n");

describe("five branches of which one fails and one repeats itself, while workers are killed", () => {
  it.each(IS_SOAK ? (["all", "best", "vote"] as const) : (["vote"] as const))(
    "are merged as %s, none lost and none started twice",
    async (merge) => {
      let hits = 0;
      for (let round = 0; hits < KILLS; round += 1) {
        const run = await world.queue({ text: `Explore ${merge} ${round}`, projectFolder: world.project });
        hits += await killWhileItLives(run.id, KILLS - hits);
        await until(`the question of ${run.id}`, async () => {
          const { status } = await world.trace(run.id);
          if (status === "completed") return true;
          for (const request of await openRequests(run.id))
            await decide(request, { kind: "answer", text: "Give up" });
          return undefined;
        });
        const tree = await family(run.id);
        expectWhole(tree, `${merge} ${round}`);
        const report = tree[0] === undefined ? "" : reportOf(tree[0]);
        for (const index of FIVE.keys()) expect(report.split(`Branch ${index + 1}:`)).toHaveLength(2);
        if (merge === "vote") expect(report).toContain('Vote: "red" with 2 of 3');
      }
    },
    LIMIT_MS,
  );
});

type Open = Awaited<ReturnType<typeof world.database.requests.list>>["items"][number];

async function openRequests(rootId: string): Promise<readonly Open[]> {
  const { items } = await world.database.requests.list(world.scope, "waiting", { cursor: null, limit: 100 });
  const runs = new Set((await world.database.traces.family(world.scope, rootId)).map(({ id }) => id));
  return items.filter(({ traceId }) => runs.has(traceId));
}

async function decide(request: Open, decision: RequestDecision): Promise<void> {
  await decideRequest(runtime, world.scope, { id: request.id, traceId: request.traceId, decision });
}

const isThere = async (file: string): Promise<boolean> =>
  await access(path.join(world.project, file)).then(
    () => true,
    () => false,
  );

describe("five agents of which one waits for an approval, while workers are killed", () => {
  const DECISIONS = {
    approve: { kind: "approve" },
    edit: { kind: "approve", arguments: JSON.stringify({ path: "edited.txt", content: "edited" }) },
    deny: { kind: "deny", reason: "No." },
  } as const satisfies Readonly<Record<string, RequestDecision>>;

  it.each(IS_SOAK ? (["approve", "edit", "deny"] as const) : (["approve"] as const))(
    "end as the person decided, and the others repeat nothing: %s",
    async (word) => {
      let hits = 0;
      for (let round = 0; hits < KILLS; round += 1) {
        const folder = `${word}-${round}`;
        const run = await world.queue({ text: `Write below ${folder}`, projectFolder: world.project });
        hits += await killWhileItLives(run.id, KILLS - hits);
        const [request] = await until(`the approval in ${run.id}`, async () => {
          const open = await openRequests(run.id);
          return open.length === 0 ? undefined : open;
        });
        const before = await family(run.id);
        await workers.killAll();
        if (request !== undefined) await decide(request, DECISIONS[word]);
        await workers.add(world.variables(model.baseUrl));
        expect((await world.ended(run.id)).status).toBe("completed");
        const tree = await family(run.id);
        expectWhole(tree, folder);
        for (const { run: agent, entries } of before)
          if (agent.status === "completed")
            expect(tree.find((now) => now.run.id === agent.id)?.entries).toEqual(entries);
        expect(await isThere(`${folder}/south.txt`)).toBe(word === "approve");
      }
      if (word === "edit") expect(await isThere("edited.txt")).toBe(true);
    },
    LIMIT_MS,
  );
});
