import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChatRequest } from "./support/chat-request.ts";
import { type MockAnswer, type MockModel, startMockModel } from "./support/mock-model.ts";
import { createWorkerProcesses, goaltrace } from "./support/process.ts";
import { openOwnWorld, until, type World } from "./support/world.ts";

let world: World;
let model: MockModel;
const workers = createWorkerProcesses("short");

beforeAll(async () => {
  world = await openOwnWorld();
  model = await startMockModel(work);
  await workers.add(world.variables(model.baseUrl));
});
afterAll(async () => {
  await workers.killAll();
  await model?.close();
  await world?.close();
});

const bash = (command: string): MockAnswer => ({ calls: [{ name: "bash_command", arguments: { command } }] });

/** The processes that were started in a folder. */
async function processesIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/u.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(`/proc/${name}/environ`, "latin1").catch(() => "");
      return text.split("\0").includes(`PWD=${folder}`) ? [name] : [];
    }),
  );
  return found.flat();
}

/** A model that repairs what its tests show, or runs the command of its task. */
function work({ messages }: ChatRequest): MockAnswer {
  const task = messages.findLast((message) => message.role === "user")?.content ?? "";
  const results = messages.flatMap((message) => (message.role === "tool" ? [message.content] : []));
  const last = results.at(-1) ?? "";
  if (task.startsWith("Run: "))
    return results.length === 0 ? bash(task.slice(5)) : { text: `It said: ${last}` };
  if (results.length === 0) return bash("node --test 2>&1 | tail -n 40; exit ${PIPESTATUS[0]}");
  if (results.length === 1) return { calls: [{ name: "read_file", arguments: { path: "add.mjs" } }] };
  if (results.length === 2)
    return {
      calls: [
        {
          name: "edit_file",
          arguments: { path: "add.mjs", edits: [{ type: "replace", old_text: "a - b", new_text: "a + b" }] },
        },
      ],
    };
  return results.length === 3 ? bash("node --test") : { text: last.includes("# fail 0") ? "Green." : last };
}

async function makeProject(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(world.folder, `${name}-`));
  await writeFile(path.join(folder, "add.mjs"), "export const add = (a, b) => a - b;\n");
  const test =
    'import { test } from "node:test"; import assert from "node:assert"; import { add } from "./add.mjs";\n';
  await writeFile(
    path.join(folder, "add.test.mjs"),
    `${test}test("adds", () => assert.equal(add(1, 2), 3));\n`,
  );
  return folder;
}

it("runs the tests of a project, repairs it and runs them again, and logs each command", async () => {
  const projectFolder = await makeProject("failing");
  const run = await world.queue({ text: "Make the tests pass", projectFolder });
  const ended = await world.ended(run.id);
  expect(ended).toMatchObject({ status: "completed", summary: "Green." });
  const log = await world.log(run.id);
  const processes = log.flatMap((entry) =>
    entry.kind === "event" && entry.type === "process.ended" ? [entry.data] : [],
  );
  expect(processes).toMatchObject([
    { exitCode: 1, timedOut: false },
    { exitCode: 0, timedOut: false },
  ]);
  // A process may end before its memory is looked at, which is unknown then instead of 0.
  for (const { peakMemoryBytes, outputBytes } of processes) {
    expect(peakMemoryBytes).not.toBe(0);
    expect(outputBytes).toBeGreaterThan(0);
  }
});

it("kills a command when its run is canceled, and keeps its output so far", async () => {
  const projectFolder = await makeProject("canceled");
  const run = await world.queue({ text: "Run: echo begun; touch begun; sleep 1000", projectFolder });
  await until(
    "the command to begin",
    async () => await readFile(path.join(projectFolder, "begun")).catch(() => undefined),
  );
  await goaltrace(["cancel", run.id], world.variables(null));
  expect(await world.ended(run.id)).toMatchObject({ status: "cancelled" });
  const log = await world.log(run.id);
  expect(log.find((entry) => entry.kind === "message" && entry.role === "tool")).toMatchObject({
    outcome: "cancelled",
    output: expect.stringMatching(/^begun\n\[stopped/u) as unknown,
  });
  expect(log.filter((entry) => entry.kind === "event" && entry.type === "process.ended")).toMatchObject([
    { data: { killed: "canceled" } },
  ]);
});

it("never repeats a command when its worker died, and leaves nothing of it running", async () => {
  const projectFolder = await makeProject("killed");
  const command = "echo run >> runs.txt; sleep 1000";
  const run = await world.queue({ text: `Run: ${command}`, projectFolder });
  const runs = async (): Promise<string> => await readFile(path.join(projectFolder, "runs.txt"), "utf8");
  // The shell creates the file before it writes to it.
  await until("the command to begin", async () => (await runs().catch(() => "")) || undefined);
  await workers.killAll();
  await workers.add(world.variables(model.baseUrl));
  // The rules let this command run without a person, so the model learns that its outcome is unknown.
  expect(await world.ended(run.id)).toMatchObject({ status: "completed" });
  expect(await runs()).toBe("run\n");
  const log = await world.log(run.id);
  expect(log.find((entry) => entry.kind === "message" && entry.role === "tool")).toMatchObject({
    outcome: "interrupted",
  });
  expect(await processesIn(projectFolder)).toEqual([]);
});
