import { mkdir, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { createSystemClock } from "@goaltrace/core/system";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChatRequest } from "./support/chat-request.ts";
import { logFaults } from "./support/log-laws.ts";
import { type MockAnswer, type MockModel, startMockModel } from "./support/mock-model.ts";
import { createWorkerProcesses, goaltrace } from "./support/process.ts";
import { IS_SOAK } from "./support/soak.ts";
import { openOwnWorld, until, type World } from "./support/world.ts";

/** The promised time from a cancel to the end of all that works below its run. A busy machine takes longer, so only soak measures it. */
const LIMIT_MS = IS_SOAK ? 5_000 : Number.POSITIVE_INFINITY;
const ROOT = "Let three agents work";
const AGAIN = "Say that you are here";

const clock = createSystemClock();
const workers = createWorkerProcesses("real");
let world: World;
let model: MockModel;
let folder: string;
/** Ends the answer that an agent waits for. */
let release = (): void => undefined;
const released = new Promise<void>((resolve) => {
  release = resolve;
});
/** Whether that answer was asked for. */
let isStalled = false;

const call = (name: string, input: object): MockAnswer => ({ calls: [{ name, arguments: input }] });
const task = (prompt: string) => ({ name: "task", arguments: { agent: "general", prompt } });
/** A command that ignores requests to end, and leaves a process in the background. It writes its mark when it runs. */
const stubborn = (mark: string): MockAnswer =>
  call("bash_command", {
    command: `trap "" TERM INT HUP; sleep 600 & echo here > ${mark}; sleep 600; sleep 600`,
  });

const FIRST: Readonly<Record<string, MockAnswer>> = {
  [ROOT]: { calls: ["command", "hand out", "stall"].map(task) },
  command: stubborn("command.txt"),
  "hand out": { calls: [task("deep")] },
  deep: stubborn("deep.txt"),
};

async function answer({ messages }: ChatRequest): Promise<MockAnswer> {
  const asked = messages.find(({ role, content }) => role === "user" && (content ?? "") in FIRST)?.content;
  if (asked != null && !messages.some(({ role }) => role === "tool")) return FIRST[asked] ?? { text: "?" };
  if (messages.some(({ role, content }) => role === "user" && content === "stall")) {
    isStalled = true;
    await released;
  }
  return { text: "Here." };
}

beforeAll(async () => {
  world = await openOwnWorld();
  folder = path.join(world.folder, "project");
  await mkdir(folder);
  await world.database.permissions.addRule(world.scope, {
    ...{ id: "commands", layer: "workspace", target: "", effect: "allow", tool: "bash_command", pattern: "" },
  });
  model = await startMockModel(answer);
  await workers.add(world.variables(model.baseUrl));
});
afterAll(async () => {
  release();
  await workers.killAll();
  await model?.close();
  await world?.close();
});

/** The processes of commands, by the folder that they were started in. */
async function processes(): Promise<readonly string[]> {
  const numbers = (await readdir("/proc")).filter((name) => /^\d+$/u.test(name));
  const found = await Promise.all(
    numbers.map(async (number) => {
      const variables = await readFile(`/proc/${number}/environ`, "latin1").catch(() => "");
      return variables.split("\0").includes(`PWD=${folder}`) ? [number] : [];
    }),
  );
  return found.flat();
}

async function untilMarked(mark: string): Promise<void> {
  await until(mark, async () => await readFile(path.join(folder, mark)).catch(() => undefined));
}

it("ends every call and every process of a tree within 5 s of a cancel, and nothing of it starts again", async () => {
  const run = await world.queue({ text: ROOT, projectFolder: folder });
  await untilMarked("command.txt");
  await untilMarked("deep.txt");
  await until("the answer that does not come", async () =>
    isStalled ? await Promise.resolve(true) : undefined,
  );
  await until("the processes of both commands", async () =>
    (await processes()).length >= 4 ? true : undefined,
  );

  const sentAt = clock.now();
  expect((await goaltrace(["cancel", run.id], world.variables(null))).code).toBe(0);
  expect((await world.ended(run.id)).status).toBe("cancelled");
  await until("the end of all processes", async () => ((await processes()).length === 0 ? true : undefined));
  expect(clock.now() - sentAt).toBeLessThan(LIMIT_MS);

  const family = await world.database.traces.family(world.scope, run.id);
  expect(family.map(({ task: name, status }) => `${name} ${status}`).sort()).toEqual(
    [
      `${ROOT} cancelled`,
      "command cancelled",
      "deep cancelled",
      "hand out cancelled",
      "stall cancelled",
    ].sort(),
  );
  const logs = await Promise.all(family.map(async ({ id }) => await world.log(id)));
  expect(logs.flatMap(logFaults)).toEqual([]);
  // Each parent has what its agents have done so far.
  const ends = logs
    .flat()
    .flatMap((entry) =>
      entry.kind === "event" && entry.type === "child.finished" ? [entry.data.status] : [],
    );
  expect(ends).toEqual(["cancelled", "cancelled", "cancelled", "cancelled"]);

  // The worker continues with other runs, and takes up nothing of this one, even if the answer comes after all.
  const requests = model.bodies.length;
  release();
  const next = await world.queue({ text: AGAIN, projectFolder: folder });
  expect((await world.ended(next.id)).status).toBe("completed");
  expect(model.bodies.slice(requests).filter((body) => !body.includes(AGAIN))).toEqual([]);
  expect(await processes()).toEqual([]);
  const after = await Promise.all(family.map(async ({ id }) => (await world.log(id)).length));
  expect(after).toEqual(logs.map(({ length }) => length));
});
