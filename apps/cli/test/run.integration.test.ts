import { closeSync, existsSync, openSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { readEntry } from "@goaltrace/core/log";
import { readExport } from "@goaltrace/core/reading";
import { afterAll, beforeAll, expect, it } from "vitest";
import { logFaults, rebuiltRequests } from "./support/log-laws.ts";
import { type MockAnswer, startMockModel } from "./support/mock-model.ts";
import { goaltrace, startCommand } from "./support/process.ts";
import { IS_SOAK } from "./support/soak.ts";
import { openOwnWorld, until, type World } from "./support/world.ts";

let world: World;

beforeAll(async () => {
  world = await openOwnWorld();
  await mkdir(path.join(world.folder, "project"));
  await writeFile(path.join(world.folder, "project", "notes.txt"), "The key word is heron.\n");
});
afterAll(async () => {
  await world?.close();
});

/** Returns the names of the tools that a request offers. */
function sentTools(body: string): readonly string[] {
  const { tools = [] } = JSON.parse(body) as { tools?: readonly { function: { name: string } }[] };
  return tools.map((tool) => tool.function.name);
}

/** Runs `goaltrace run --json` once against a mock with these answers and checks the laws that hold for every run. */
async function runAgainst(answers: readonly MockAnswer[], options: readonly string[] = []) {
  let next = 0;
  const model = await startMockModel(
    () => answers[next++] ?? { status: 418, error: { message: "one request too many" } },
  );
  const outcome = await goaltrace(
    ["run", "--json", "--folder", path.join(world.folder, "project"), ...options, "What is the key word?"],
    world.variables(model.baseUrl),
  );
  await model.close();
  const entries = outcome.stdout
    .trim()
    .split("\n")
    .map((line) => readEntry(JSON.parse(line)));
  expect(logFaults(entries)).toEqual([]);
  expect(entries).toEqual(await world.log(entries[0]?.traceId ?? ""));
  expect(model.complaints).toEqual([]);
  expect(await rebuiltRequests(world, entries)).toEqual(model.bodies);
  const end = entries.at(-1);
  const finished = end?.kind === "event" && end.type === "trace.finished" ? end.data : undefined;
  return { ...outcome, entries, requests: model.bodies, finished };
}

it("prints one JSON line per entry and exits with 0 for a plain answer", async () => {
  const { code, finished, requests } = await runAgainst([{ text: "It is heron." }]);
  expect(code).toBe(0);
  expect(finished).toMatchObject({ status: "completed", summary: "It is heron." });
  expect(requests).toHaveLength(1);
});

it("uses the strategy that --strategy names", async () => {
  const plan = { steps: [{ id: "E1", tool: "calculator", args: { expression: "2 + 3" } }] };
  const solution = { answer: "It is 5.", evidence_sufficient: true };
  const { code, finished, entries, requests } = await runAgainst(
    [{ text: JSON.stringify(plan) }, { text: JSON.stringify(solution) }],
    ["--strategy", "rewoo"],
  );
  expect(code).toBe(0);
  expect(finished).toMatchObject({ status: "completed", summary: "It is 5." });
  expect(requests).toHaveLength(2);
  expect(entries.some((entry) => entry.kind === "event" && entry.type === "plan.made")).toBe(true);
});

it("exits with 2 and names the nearest strategy for one that does not exist", async () => {
  const { code, stdout, stderr } = await goaltrace(
    ["run", "--strategy", "rewo", "Hello"],
    world.variables(null),
  );
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain('There is no strategy "rewo"');
  expect(stderr).toContain("Did you mean rewoo?");
});

it("runs a tool in the given folder and sends its result back", async () => {
  const { code, requests } = await runAgainst([
    { calls: [{ name: "read_file", arguments: { path: "notes.txt" } }] },
    { text: "It is heron." },
  ]);
  expect(code).toBe(0);
  expect(requests).toHaveLength(2);
  expect(requests[1]).toContain("The key word is heron.");
});

it("exports the whole log with the blobs that its requests reference", async () => {
  const { entries } = await runAgainst([{ text: "It is heron." }]);
  const printed = await goaltrace(["export", entries[0]?.traceId ?? ""], world.variables(""));
  expect(printed.code).toBe(0);
  const file = readExport(printed.stdout.trimEnd().split("\n"));
  expect(file.entries).toEqual(entries);
  const contents = new Set(file.blobs.map(({ sha256 }) => sha256));
  const named = entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "call.started"
      ? [...entry.data.request.systemBlobs, entry.data.request.toolsBlob]
      : [],
  );
  expect(named.length).toBeGreaterThan(0);
  for (const sha256 of named) expect(contents).toContain(sha256);
});

it.each([
  ["401", { status: 401, error: { message: "Incorrect API key provided" } }, "MODEL_REFUSED_KEY"],
  [
    "404",
    { status: 404, error: { message: "The model does not exist", code: "model_not_found" } },
    "MODEL_NOT_FOUND",
  ],
  [
    "429 without quota",
    { status: 429, error: { message: "You exceeded your current quota", code: "insufficient_quota" } },
    "MODEL_QUOTA_EXHAUSTED",
  ],
])("fails immediately on %s with exit code 1 and a fix", async (_what, answer, code) => {
  const outcome = await runAgainst([answer]);
  expect(outcome.code).toBe(1);
  expect(outcome.requests).toHaveLength(1);
  expect(outcome.finished).toMatchObject({ status: "failed", failure: { code } });
  expect(outcome.finished?.failure?.fix).not.toBe("");
});

it("offers and runs a single tool for an agent limited to the calculator", async () => {
  const { code, requests, entries } = await runAgainst(
    [
      { calls: [{ name: "calculator", arguments: { expression: "6*7" } }] },
      { calls: [{ name: "read_file", arguments: { path: "notes.txt" } }] },
      { text: "It is 42." },
    ],
    ["--tools", "calculator"],
  );
  expect(code).toBe(0);
  expect(requests.map(sentTools)).toEqual([["calculator"], ["calculator"], ["calculator"]]);
  expect(requests[1]).toContain("42");
  expect(requests[2]).not.toContain("heron");
  const trace = await world.trace(entries[0]?.traceId ?? "");
  expect(trace.agent.tools).toEqual(["calculator"]);
});

it("makes exactly one model call without tools with --mode call", async () => {
  const { code, requests } = await runAgainst([{ text: "It is heron." }], ["--mode", "call"]);
  expect(code).toBe(0);
  expect(requests.map(sentTools)).toEqual([[]]);
});

it("stores --context with the run", async () => {
  const options = ["--context", "ticket=SHOP-12", "--context", "attempt=2"];
  const { entries } = await runAgainst([{ text: "It is heron." }], options);
  const trace = await world.trace(entries[0]?.traceId ?? "");
  expect(trace.context).toEqual({ ticket: "SHOP-12", attempt: 2 });
});

it("exits with 3, names the setting and stores nothing without a model", async () => {
  const before = await world.database.traces.list(world.scope, {}, { cursor: null, limit: 100 });
  const { code, stdout, stderr } = await goaltrace(["run", "--json", "Hello"], world.variables(null));
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toContain("MODEL_NOT_CONFIGURED");
  expect(stderr).toContain("OPENAI_API_KEY");
  expect(await world.database.traces.list(world.scope, {}, { cursor: null, limit: 100 })).toEqual(before);
});

/** Faults that nothing but the command reports. */
const FAULTS: readonly (readonly [readonly string[], string])[] = [
  [["run", "Hello", "--max-steps", "none"], "--max-steps"],
  [["run", "Hello", "--tools", "calculater"], "Did you mean calculator?"],
  [["run", "Hello", "--agent", "genral"], "Did you mean general?"],
  [["run", "Hello", "--model", "gpt-4.1,"], "--model must be a name"],
  [["worker", "--concurrency", "many"], "--concurrency must be a whole number"],
];
/** The tests of the functions that read options and files cover these, too. */
const COVERED_FAULTS: typeof FAULTS = [
  [["run", "Hello", "--mode", "chat"], "--mode must be agent or call"],
  [["run", "Hello", "--context", "ticket"], "--context must be NAME=VALUE"],
  [["run", "Hello", "--folder", "/no/such/dir"], "it does not exist"],
  [["run", "Hello", "--folder", "package.json"], "is not a folder"],
  [["run", " \n"], "The task is empty."],
  [["run", "-"], "Standard input contains no task."],
  [["import", "/no/such/file"], "it does not exist"],
  [["run", "Hello", "--modle", "x"], "Did you mean --model?"],
];

it.each(IS_SOAK ? [...FAULTS, ...COVERED_FAULTS] : FAULTS)(
  "rejects %j with exit code 2 and a hint",
  async (commandArguments, expected) => {
    const { code, stdout, stderr } = await goaltrace(
      commandArguments,
      world.variables("http://127.0.0.1:9/v1"),
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(expected);
    expect(stderr).not.toContain("    at ");
  },
);

/** All are found in one place, whose tests cover every command; these show how the program ends. */
const JSON_FAULTS = [
  ["run", "--json"],
  ["nothing", "--json"],
  ...(IS_SOAK
    ? [
        ["export", "--json"],
        ["pause", "--json"],
        ["import", "--json"],
        ["compact", "--json"],
        ["admin", "create-user", "--json"],
        ["doctor", "--json", "now"],
      ]
    : []),
];

it.each(JSON_FAULTS.map((fault) => [fault]))(
  "reports the fault of %j in one JSON line",
  async (commandArguments) => {
    const { code, stdout, stderr } = await goaltrace(commandArguments, world.variables(null));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: "INVALID_INPUT" } });
  },
);

it("exits with 3, names the known models and stores nothing when a fallback is unknown", async () => {
  const before = await world.database.traces.list(world.scope, {}, { cursor: null, limit: 100 });
  const { code, stdout, stderr } = await goaltrace(["run", "--model", "mock,mokc", "Hello"], {
    ...world.variables("http://127.0.0.1:9/v1"),
    GOALTRACE_MODEL: "mock",
  });
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toContain("The model mokc is not configured.");
  expect(stderr).toContain("Did you mean mock? Known models: mock, scripted/demo.");
  expect(await world.database.traces.list(world.scope, {}, { cursor: null, limit: 100 })).toEqual(before);
});

it("reads the task from standard input", async () => {
  const model = await startMockModel(() => ({ text: "It is heron." }));
  const { ended } = startCommand(["run", "--json", "-"], world.variables(model.baseUrl), {
    input: "What is\nthe key word?\n",
  });
  const { code } = await ended;
  await model.close();
  expect(code).toBe(0);
  expect(model.bodies[0]).toContain("What is\\nthe key word?");
});

it.each(["text", "json"])(
  "cancels the run and ends quietly when the reader of its %s has ended",
  async (format) => {
    const model = await startMockModel(
      () => ({ calls: [{ name: "read_file", arguments: { path: "notes.txt" } }] }),
      () => 100,
    );
    const options = format === "json" ? ["--json"] : [];
    const command = startCommand(
      ["run", ...options, "--folder", path.join(world.folder, "project"), "What is the key word?"],
      world.variables(model.baseUrl),
    );
    await until(
      "the first line",
      async () => await Promise.resolve(command.stdout().includes("\n") ? true : undefined),
    );
    command.closeOutput();
    const { code, stderr } = await command.ended;
    await model.close();
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    const { items } = await world.database.traces.list(world.scope, {}, { cursor: null, limit: 1 });
    expect(items[0]).toMatchObject({ status: "cancelled" });
  },
);

const FULL_DEVICE = "/dev/full";

it.skipIf(!existsSync(FULL_DEVICE))(
  "cancels the run and reports once that its output cannot be written",
  async () => {
    const model = await startMockModel(() => ({ text: "It is heron." }));
    const full = openSync(FULL_DEVICE, "w");
    const { ended } = startCommand(["run", "What is the key word?"], world.variables(model.baseUrl), {
      output: full,
    });
    const { code, stderr } = await ended;
    closeSync(full);
    await model.close();
    expect(code).toBe(1);
    expect(stderr.match(/Standard output cannot be written/gu)).toHaveLength(1);
    expect(stderr).not.toContain("    at ");
    const { items } = await world.database.traces.list(world.scope, {}, { cursor: null, limit: 1 });
    expect(items[0]).toMatchObject({ status: "cancelled" });
  },
);

it("imports what it exports, from a file and from standard input", async () => {
  const { entries } = await runAgainst([{ text: "It is heron." }]);
  const exported = await goaltrace(["export", entries[0]?.traceId ?? ""], world.variables(""));
  const file = path.join(world.folder, "run.jsonl");
  await writeFile(file, exported.stdout);
  const first = await goaltrace(["import", "--json", file], world.variables(""));
  expect(first).toMatchObject({ code: 0, stderr: "" });
  const { imported } = JSON.parse(first.stdout) as { imported: { id: string; renamed: boolean }[] };
  expect(imported).toMatchObject([{ renamed: true }]);
  expect(await world.trace(imported[0]?.id ?? "")).toMatchObject({
    status: "completed",
    projectFolder: null,
  });
  const { ended } = startCommand(["import", "-"], world.variables(""), { input: exported.stdout });
  expect((await ended).stdout).toContain("a new id");
  const { items } = await world.database.audit.list(world.scope.workspaceId, { cursor: null, limit: 1 });
  expect(items[0]).toMatchObject({ action: "trace.imported", detail: { runs: "1", by: "command line" } });
});

it("imports nothing of a file that is not an export", async () => {
  const { code, stderr } = await goaltrace(
    ["import", path.join(world.folder, "project", "notes.txt")],
    world.variables(""),
  );
  expect(code).toBe(2);
  expect(stderr).toContain("Line 1 is not the header");
});

it("prints help without a database, and without colors when not in a terminal", async () => {
  const commandArguments = ["admin", "create-user", "--help"];
  const { code, stdout } = await goaltrace(commandArguments, { GOALTRACE_HOME: world.folder }, "launcher");
  expect(code).toBe(0);
  expect(stdout).toContain("goaltrace admin create-user");
  expect(stdout).not.toContain("\u001b[");
});
