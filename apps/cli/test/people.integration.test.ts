import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { readEntry } from "@goaltrace/core/log";
import type { Runtime } from "@goaltrace/host";
import { openProcessRuntime, readEnvironment } from "@goaltrace/host/process";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Ask } from "../src/decide-in-terminal.ts";
import { runTask } from "../src/run-task.ts";
import { type AskingWorld, openAskingWorld } from "./support/asking-world.ts";
import { type MockModel, startMockModel } from "./support/mock-model.ts";
import { goaltrace } from "./support/process.ts";
import { until } from "./support/world.ts";

let world: AskingWorld;
let model: MockModel;
let runtime: Runtime;

beforeAll(async () => {
  world = await openAskingWorld();
  model = await startMockModel((request) =>
    request.messages.some(({ role }) => role === "tool")
      ? { text: "Done." }
      : { calls: [{ name: "write_file", arguments: { path: "notes.txt", content: "one" } }] },
  );
  runtime = await openProcessRuntime(readEnvironment(world.variables(model.baseUrl)), {
    databaseUrl: world.url,
  });
});
afterAll(async () => {
  await runtime?.close();
  await model?.close();
  await world?.close();
});
beforeEach(async () => await rm(path.join(world.project, "notes.txt"), { force: true }));

const written = async (): Promise<string | null> =>
  await readFile(path.join(world.project, "notes.txt"), "utf8").catch(() => null);

it("does not run a call that needs a person when no one is there, and names the exact option that allows it", async () => {
  const command = ["run", "--folder", world.project, "Write the notes"];
  const plain = await goaltrace(command, world.variables(model.baseUrl));
  expect(plain.code).toBe(0);
  expect(plain.stdout).toContain("--allow 'write_file(notes.txt)'");
  const json = await goaltrace([...command, "--json"], world.variables(model.baseUrl));
  const results = json.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly kind: string })
    .filter(({ kind }) => kind !== "request")
    .map((line) => readEntry(line))
    .filter((entry) => entry.kind === "message" && entry.role === "tool");
  expect(results).toMatchObject([
    {
      ...{ outcome: "denied", refusal: "no_approver" },
      output: expect.stringContaining("--allow 'write_file(notes.txt)'") as unknown,
    },
  ]);
  expect(await written()).toBeNull();
});

it("runs the calls that --allow permits, and only those", async () => {
  const run = async (rule: string): Promise<number | null> =>
    (
      await goaltrace(
        ["run", "--folder", world.project, "--allow", rule, "Write"],
        world.variables(model.baseUrl),
      )
    ).code;
  expect(await run("write_file(docs/**)")).toBe(0);
  expect(await written()).toBeNull();
  expect(await run("write_file(notes.txt)")).toBe(0);
  expect(await written()).toBe("one");
  expect(await run("write_file(")).toBe(2);
});

/** Runs the task in this process with a person who types these lines. */
async function runWith(
  lines: readonly string[],
): Promise<{ readonly exit: number; readonly output: string }> {
  const printed: string[] = [];
  const typed = [...lines];
  const ask: Ask = async () => typed.shift() ?? null;
  const exit = await runTask(
    runtime,
    { task: "Write the notes", folder: world.project },
    { ask, print: (line) => void printed.push(line), listenForInterrupts: () => () => undefined },
  );
  return { exit, output: printed.join("\n") };
}

it("asks in the terminal and runs what the person approves", async () => {
  const { exit, output } = await runWith(["x", "a"]);
  expect(output).toContain('? write_file {"path":"notes.txt","content":"one"}');
  expect([exit, await written()]).toEqual([0, "one"]);
});

it("asks again after an edit that the tool does not accept, and runs the accepted one", async () => {
  const { exit, output } = await runWith(["e", "{", "e", '{"path":"notes.txt","content":"two"}']);
  expect(output).toContain("The tool does not accept these arguments.");
  expect([exit, await written()]).toEqual([0, "two"]);
});

it("passes a denial with its reason to the model", async () => {
  const before = model.bodies.length;
  const { exit } = await runWith(["d", "Not today."]);
  expect([exit, await written()]).toEqual([0, null]);
  expect(model.bodies.slice(before).join("")).toContain("A person denied this call: Not today.");
});

it("lists, approves and denies from other processes", async () => {
  const waiting = async (): Promise<{ readonly traceId: string; readonly running: Promise<unknown> }> => {
    const running = runWith([]);
    const traceId = await until(
      "the request",
      async () =>
        (await world.database.requests.list(world.scope, "waiting", { cursor: null, limit: 1 })).items[0]
          ?.traceId,
    );
    return { traceId, running };
  };
  const variables = world.variables(null);
  const first = await waiting();
  expect((await goaltrace(["inbox"], variables)).stdout).toContain(first.traceId);
  expect((await goaltrace(["approve", first.traceId], variables)).code).toBe(0);
  await first.running;
  expect(await written()).toBe("one");
  expect((await goaltrace(["deny", first.traceId], variables)).code).toBe(1);
  await rm(path.join(world.project, "notes.txt"));
  const second = await waiting();
  expect((await goaltrace(["deny", second.traceId, "--reason", "No."], variables)).code).toBe(0);
  await second.running;
  expect(await written()).toBeNull();
  expect((await goaltrace(["inbox"], variables)).stdout).toContain("Nothing is waiting.");
});
