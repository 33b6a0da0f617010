import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChatRequest } from "./support/chat-request.ts";
import { type MockAnswer, type MockModel, startMockModel } from "./support/mock-model.ts";
import { createWorkerProcesses, type WorkerProcess } from "./support/process.ts";
import { IS_SOAK } from "./support/soak.ts";
import { openOwnWorld, type World } from "./support/world.ts";

const MEGABYTE = 1_000_000;
const SAMPLE_MS = 20;

let world: World;
let model: MockModel;
let worker: WorkerProcess;
const workers = createWorkerProcesses("short");

beforeAll(async () => {
  world = await openOwnWorld();
  model = await startMockModel(printOnce);
  worker = await workers.add(world.variables(model.baseUrl));
});
afterAll(async () => {
  await workers.killAll();
  await model?.close();
  await world?.close();
});

/** A model that prints as many bytes as its task says. */
function printOnce({ messages }: ChatRequest): MockAnswer {
  if (messages.some(({ role }) => role === "tool")) return { text: "Printed." };
  const bytes = messages.findLast(({ role }) => role === "user")?.content ?? "0";
  const command = `yes "warning: unused variable in src/turn-items.ts, line 214" | head -c ${bytes}`;
  return { calls: [{ name: "bash_command", arguments: { command } }] };
}

/** The memory of the worker, in megabytes. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${String(worker.pid)}/status`, "utf8");
  return (Number(/^VmRSS:\s+(\d+) kB/mu.exec(status)?.[1]) * 1024) / MEGABYTE;
}

/** Runs a command that prints `bytes`; returns how much the memory of the worker grew at most, in megabytes. */
async function print(bytes: number, projectFolder: string): Promise<number> {
  const before = await memory();
  let peak = before;
  const run = await world.queue({ text: String(bytes), projectFolder });
  let isOver = false;
  const sampled = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await memory());
      await sleep(SAMPLE_MS);
    }
  })();
  const ended = await world.ended(run.id);
  isOver = true;
  await sampled;
  expect(ended).toMatchObject({ status: "completed", summary: "Printed." });
  const log = await world.log(run.id);
  const printed = log.flatMap((entry) =>
    entry.kind === "event" && entry.type === "process.ended" ? [entry.data.outputBytes] : [],
  );
  expect(printed).toEqual([bytes]);
  return peak - before;
}

/** In soak only: it prints 330 MB. */
it.runIf(IS_SOAK)(
  "needs at most 20 MB of memory for a command that prints 100 MB, from the sandbox to the log",
  async () => {
    const projectFolder = path.join(world.folder, "printing");
    await mkdir(projectFolder);
    // The first commands run code that is not compiled yet.
    for (let count = 0; count < 3; count += 1) await print(10 * MEGABYTE, projectFolder);
    const grown: number[] = [];
    for (let count = 0; count < 3; count += 1) grown.push(await print(100 * MEGABYTE, projectFolder));
    process.stderr.write(
      `memory for 100 MB of output: ${grown.map((each) => each.toFixed(1)).join(", ")} MB\n`,
    );
    // One of them may meet a collection of garbage that other work has caused.
    expect(grown.toSorted((one, other) => one - other)[1]).toBeLessThan(20);
  },
);
