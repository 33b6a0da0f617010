import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Entry, Trace } from "@goaltrace/core/log";
import { createSystemClock } from "@goaltrace/core/system";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ChatRequest } from "./support/chat-request.ts";
import { logFaults, lostEntries } from "./support/log-laws.ts";
import { type MockAnswer, type MockModel, startMockModel } from "./support/mock-model.ts";
import { createWorkerProcesses, type WorkerProcess } from "./support/process.ts";
import { createRandom } from "./support/random.ts";
import { IS_SOAK } from "./support/soak.ts";
import { openOwnWorld, until, type World } from "./support/world.ts";

const KILLS = 10;
const PAUSE_MS = 60;
const LIMIT_MS = 900_000;
/** A run without a kill takes seconds. One that hangs ends here. */
const RUN_LIMIT_MS = 90_000;
const AGENTS = ["north", "east", "south"] as const;
/** Lines between those that the agents change, so that their changes do not meet. */
const SPACE = "\n\n\n\n";
const SHARED = AGENTS.map((name) => `${name}: 0${SPACE}`).join("");
const MERGED = AGENTS.map((name) => `${name}: 0+${SPACE}`).join("");

const withLine = (name: string): string => SHARED.replace(`${name}: 0`, `${name}: 0+`);

const clock = createSystemClock();
const workers = createWorkerProcesses("real");
let world: World;
let model: MockModel;

/** A model that sends three agents with worktrees; each changes its line of a file of all, and adds a file of its own. */
function threeWriters({ messages }: ChatRequest): MockAnswer {
  const results = messages.filter(({ role }) => role === "tool").length;
  const name = messages
    .filter(({ role }) => role === "user")
    .map(({ content }) => /^Be (\w+)\.$/u.exec(content ?? "")?.[1])
    .find((found) => found !== undefined);
  if (name === undefined)
    return results === 0
      ? {
          calls: AGENTS.map((agent) => ({
            name: "task",
            arguments: { prompt: `Be ${agent}.`, isolated: true },
          })),
        }
      : { text: "All done." };
  const calls = [
    { name: "read_file", arguments: { path: "shared.txt" } },
    // An interrupted write may be repeated, while the outcome of an edit would be unknown to the model.
    { name: "write_file", arguments: { path: "shared.txt", content: withLine(name) } },
    { name: "write_file", arguments: { path: `${name}.txt`, content: name } },
  ];
  const next = calls[results];
  return next === undefined ? { text: "Written." } : { calls: [next] };
}

/** In soak only: each kill costs the start of a worker. */
describe.runIf(IS_SOAK)("agents with worktrees whose worker is killed at random moments", () => {
  beforeAll(async () => {
    world = await openOwnWorld();
    model = await startMockModel(
      async (request) => await Promise.resolve(threeWriters(request)),
      () => PAUSE_MS,
    );
  });
  // A worker of a test that failed would take the runs of the next one.
  afterEach(async () => await workers.killAll());
  afterAll(async () => {
    await model?.close();
    await world?.close();
  });

  it(
    "loses no change, applies none twice and leaves no worktree behind",
    async () => {
      const random = createRandom(7);
      let worker = await addWorker();
      const first = await queue("calm");
      await world.ended(first.id, RUN_LIMIT_MS);
      await expectMerged(first, await logsOf(first));
      const calmRequests = model.bodies.length;
      const moments: string[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const before = model.bodies.length;
        const run = await queue(String(kill));
        // While the agents work, and as soon as a merge has changed its first file, in turn.
        if (kill % 2 === 0) {
          const request = 2 + Math.floor(random() * (calmRequests - 1));
          await until(
            `request ${request}`,
            async () => await Promise.resolve(model.bodies.length >= before + request ? true : undefined),
            RUN_LIMIT_MS,
          );
          await clock.sleep(random() * 3 * PAUSE_MS);
        } else while (!(await hasMergedFile(run))) await clock.sleep(1);
        await worker.kill();
        const atKill = await logsOf(run);
        moments.push(`${count(atKill, "child.merged")}/${(await worktrees()).length}`);
        await world.database.pool.query("update trace set lease_until = now() where id = $1", [run.id]);
        worker = await addWorker();
        await world.ended(run.id, RUN_LIMIT_MS);
        const after = await logsOf(run);
        for (const [id, { entries }] of after) {
          expect(logFaults(entries)).toEqual([]);
          expect(lostEntries(atKill.get(id)?.entries ?? [], entries)).toEqual([]);
        }
        await expectMerged(run, after);
      }
      process.stderr.write(`merged/worktrees at the kills: ${moments.join(", ")}\n`);
      expect(model.complaints).toEqual([]);
    },
    LIMIT_MS,
  );
});

type Run = { readonly id: string; readonly folder: string };
type Logs = ReadonlyMap<string, { readonly trace: Trace; readonly entries: readonly Entry[] }>;

async function addWorker(): Promise<WorkerProcess> {
  return await workers.add(world.variables(model.baseUrl));
}

function git(folder: string, ...words: readonly string[]): string {
  const identity = ["-c", "user.name=Mira", "-c", "user.email=mira@example.com"];
  return execFileSync("git", ["-C", folder, ...identity, ...words], { encoding: "utf8" });
}

async function queue(name: string): Promise<Run> {
  const folder = path.join(world.folder, `project-${name}`);
  await mkdir(folder);
  await writeFile(path.join(folder, "shared.txt"), SHARED);
  git(folder, "init", "-q");
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "-m", "Begin");
  const { id } = await world.queue({ text: "Do it", projectFolder: folder });
  return { id, folder };
}

async function logsOf({ id }: Run): Promise<Logs> {
  const logs = new Map<string, { readonly trace: Trace; readonly entries: readonly Entry[] }>();
  for (const trace of await world.database.traces.family(world.scope, id))
    logs.set(trace.id, { trace, entries: await world.log(trace.id) });
  return logs;
}

function count(logs: Logs, type: string): number {
  const entries = [...logs.values()].flatMap((log) => log.entries);
  return entries.filter((entry) => entry.kind === "event" && entry.type === type).length;
}

async function hasMergedFile({ folder }: Run): Promise<boolean> {
  const names = await readdir(folder);
  return AGENTS.some((name) => names.includes(`${name}.txt`));
}

function changedPaths(entries: readonly Entry[]): readonly string[] {
  return entries
    .flatMap((entry) => (entry.kind === "event" && entry.type === "file.changed" ? [entry.data.path] : []))
    .toSorted();
}

/** The worktrees on the machine. */
async function worktrees(): Promise<readonly string[]> {
  const home = world.variables(model.baseUrl)["GOALTRACE_HOME"] ?? "";
  return await readdir(path.join(home, "worktrees")).catch(() => []);
}

async function expectMerged({ id, folder }: Run, logs: Logs): Promise<void> {
  expect([...logs.values()].map(({ trace }) => trace.status)).toEqual(
    Array.from({ length: AGENTS.length + 1 }, () => "completed"),
  );
  expect(count(logs, "child.merged")).toBe(AGENTS.length);
  // The merges of all agents, each path once for each of them.
  expect(changedPaths(logs.get(id)?.entries ?? [])).toEqual(
    [...AGENTS.map((name) => `${name}.txt`), ...AGENTS.map(() => "shared.txt")].toSorted(),
  );
  expect(await readFile(path.join(folder, "shared.txt"), "utf8")).toBe(MERGED);
  for (const name of AGENTS) expect(await readFile(path.join(folder, `${name}.txt`), "utf8")).toBe(name);
  expect(git(folder, "status", "--porcelain").trim().split("\n")).toHaveLength(1 + AGENTS.length);
  // A worktree goes once its merge is recorded, perhaps after its run has ended.
  await until("no worktree", async () => ((await worktrees()).length === 0 ? true : undefined), RUN_LIMIT_MS);
  expect(git(folder, "worktree", "list").trim().split("\n")).toHaveLength(1);
}
