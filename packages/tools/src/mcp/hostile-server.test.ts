import { mkdtempSync, readFileSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createToolRun } from "@goaltrace/core/testing";
import { afterAll, expect, it } from "vitest";
import { createSandbox } from "../process/sandbox.ts";
import { PROCESS_MARKER } from "../process/command-environment.ts";
import { markerOf } from "../process/leftovers.ts";
import { processesWith } from "../process/process-list.ts";
import { createMcpManager } from "./mcp-manager.ts";
import type { McpServer } from "./mcp-server.ts";
import { createServerTool } from "./server-tool.ts";
import { definitionDigest, readDefinition, readDefinitions } from "./tool-definition.ts";
import { toolNames } from "./tool-name.ts";

const FIXTURE = fileURLToPath(new URL("testing/server.mjs", import.meta.url));
let ids = 0;
const PARTS = {
  machine: { sandbox: createSandbox(null), variables: { PATH: process.env["PATH"] } },
  web: { privateHosts: new Set<string>() },
};
const manager = createMcpManager({
  ...PARTS,
  newId: () => `hostile-${String((ids += 1))}`,
});
afterAll(async () => await manager.close());
const never = new AbortController().signal;

function start(...args: readonly string[]): McpServer {
  return startIn(mkdtempSync(join(tmpdir(), "mcp-")), args);
}

function startIn(folder: string, args: readonly string[], by = manager): McpServer {
  const settings = { command: process.execPath, args: [FIXTURE, ...args], env: {}, network: false };
  return by.server(
    { workspaceId: "w", projectFolder: folder, forbiddenFolders: [] },
    { name: "hostile", settings: { kind: "stdio", ...settings, trustsHints: false } },
  );
}

/** A tool as it was approved when the server had this definition. */
async function approvedTool(server: McpServer, name: string) {
  const connection = await server.ready(never);
  const definition = connection.tools().definitions.find((one) => one.name === name);
  if (definition === undefined) throw new Error(`no tool ${name}`);
  return createServerTool({
    ...{ name: `hostile__${name}`, serverName: "hostile", trustsHints: false, mask: (text) => text },
    approved: {
      ...{ definition, digest: definitionDigest(definition), approvedAt: 0 },
      reportedName: connection.identity.name,
    },
    server: () => server,
  });
}

it.each([
  ["ends at once", ["ends"]],
  ["writes a message of 11 MiB first", ["huge-start"]],
  ["writes a line without an end", ["huge-open"]],
  ["lists tools that break the protocol", ["malformed"]],
  ["lists pages without an end", ["endless-pages"]],
])("returns only the reason for a server that %s", async (_, args) => {
  const server = start(...args);
  await expect(server.ready(never)).rejects.toThrow();
  expect(server.status()).toMatchObject({ state: "failed", identity: null });
  expect(server.status().problem).not.toBe("");
});

it("starts a server with a low priority after a failed start", async () => {
  const usual = getPriority();
  const folder = mkdtempSync(join(tmpdir(), "mcp-"));
  const place = { workspaceId: "w", projectFolder: folder, forbiddenFolders: [] };
  const ends = 'console.error(`priority ${require("node:os").getPriority()}.`); process.exit(3);';
  const settings = { command: process.execPath, args: ["-e", ends], env: {}, network: false };
  const server = manager.server(place, {
    name: "ends",
    settings: { kind: "stdio", ...settings, trustsHints: false },
  });
  const seen = (): readonly number[] =>
    [...server.status().log.matchAll(/^priority (?<value>-?\d+)\./gmu)].map(([, value]) => Number(value));
  await expect(server.ready(never)).rejects.toThrow();
  // Once as a server of today and once as an older one, which may well work.
  expect(seen()).toEqual([usual, usual]);
  await expect.poll(() => seen().length).toBe(4);
  expect(seen()).toEqual([usual, usual, Math.min(19, usual + 10), Math.min(19, usual + 10)]);
  await server.close();
});

it.each([
  ["in the sandbox", createSandbox()],
  ["without a sandbox", createSandbox(null)],
])("says that the command of a server was not found, %s", async (_, sandbox) => {
  const own = createMcpManager({
    machine: { sandbox, variables: { PATH: process.env["PATH"] } },
    ...{ web: { privateHosts: new Set<string>() }, newId: () => "missing" },
  });
  const settings = { command: "no-such-program", args: ["--port", "1"], env: {}, network: false };
  const server = own.server(
    { workspaceId: "w", projectFolder: mkdtempSync(join(tmpdir(), "mcp-")), forbiddenFolders: [] },
    { name: "missing", settings: { kind: "stdio", ...settings, trustsHints: false } },
  );
  await expect(server.ready(never)).rejects.toThrow("The command no-such-program was not found.");
  expect(server.status().problem).toContain("The command no-such-program was not found.");
  await own.close();
});

it.each([
  ["greets with garbage", "garbage"],
  ["floods with notices", "flood"],
  ["answers calls of nobody, and each twice", "wrong-ids"],
  ["ends at the first message that it does not know", "ends-at-unknown"],
  ["starts late", "late"],
])("works with a server that %s", async (_, mode) => {
  const server = start(mode);
  const { run } = createRun(await approvedTool(server, "echo"));
  const { output, outcome } = await run({ text: "hello" });
  expect(outcome).not.toBe("error");
  expect(output).toMatch(/^(?:echo: hello|first)$/u);
  await server.close();
});

it("leaves out definitions that are invalid, too long or repeated, and keeps the others", () => {
  const good = { name: "echo", inputSchema: { type: "object" } };
  const long = { ...good, name: "long", description: "z".repeat(40_000) };
  const { definitions, problems } = readDefinitions([{ name: 7 }, "text", null, good, long, good]);
  expect(definitions).toEqual([good]);
  expect(problems).toHaveLength(5);
});

it("gives no tool the name of another, whatever its server calls it", () => {
  const names = [
    "read_file",
    "x__read_file",
    "../../etc",
    "a".repeat(128),
    `${"a".repeat(127)}b`,
    "读",
    "谁",
    // As read_file looks with letters of other scripts, with a filler and with a mark.
    ...["re\u0430d_file", "read_file\u3164", "read_file\u0301", "READ_FILE"],
  ];
  const given = [...toolNames("x", names).values()];
  expect(new Set(given).size).toBe(names.length);
  for (const name of given) expect(name).toMatch(/^x__[a-zA-Z0-9_-]{1,61}$/u);
});

it("ends a call with a message of more than 10 MiB, reports that, and serves the next call", async () => {
  const server = start("good");
  const [huge, echo] = [await approvedTool(server, "huge"), await approvedTool(server, "echo")];
  const { outcome, output } = await createRun(huge).run({});
  expect(outcome).toBe("error");
  expect(output).toContain("more than 10 MiB");
  await expect.poll(async () => (await createRun(echo).run({ text: "again" })).output).toBe("echo: again");
});

it("repeats a read-only call when its server ended during it, and no other call", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mcp-"));
  const server = startIn(folder, ["good"]);
  const callsOf = (name: string) =>
    readFileSync(join(folder, `${name}.calls`), "utf8").split("\n").length - 1;
  const [reading, effectful] = [
    await approvedTool(server, "die"),
    await approvedTool(server, "die_once_changed"),
  ];
  const read = await createRun(reading).run({});
  expect(read).toMatchObject({ output: "alive" });
  expect(callsOf("die")).toBe(2);
  const changed = await createRun(effectful).run({});
  expect(changed.outcome).toBe("error");
  expect(changed.output).toContain("may have taken effect");
  expect(callsOf("die_once_changed")).toBe(1);
});

it("restarts a server that stopped reading, and repeats a read-only call", async () => {
  const server = start("deaf");
  const [deaf, echo] = [await approvedTool(server, "deaf"), await approvedTool(server, "echo")];
  expect((await createRun(deaf).run({})).output).toBe("I hear nothing.");
  expect((await createRun(echo).run({ text: "again" })).output).toBe("echo: again");
});

it("refuses a tool whose definition changed since it was approved, and records that", async () => {
  const server = start("good");
  const [echo, grow] = [await approvedTool(server, "echo"), await approvedTool(server, "grow")];
  await createRun(grow).run({});
  const { run, events } = createRun(echo);
  await expect.poll(async () => (await run({ text: "x" })).output).toContain("approve");
  expect(events()).toMatchObject([
    { type: "tools.changed", data: { source: "hostile", reason: "definition_changed" } },
  ]);
});

it("does not match results against patterns of the server, which may never end", async () => {
  // A test of such an expression would never return.
  const { output } = await createRun(await approvedTool(start("pattern"), "echo")).run({});
  expect(output).toContain("aaaa");
});

it("ends a call with its run, and leaves no process of a server that ignores signals", async () => {
  // A manager of its own: servers of other tests may just be starting again, with the next ids.
  const id = `stubborn-${String(process.pid)}`;
  const own = createMcpManager({ ...PARTS, newId: () => id });
  const server = startIn(mkdtempSync(join(tmpdir(), "mcp-")), ["stubborn"], own);
  const connection = await server.ready(never);
  const marker = `${PROCESS_MARKER}=${markerOf(id)}`;
  expect(await processesWith(marker)).not.toEqual([]);
  const abort = new AbortController();
  const call = { tool: "hang", arguments: {}, signal: abort.signal, traceparent: null, input: null };
  const hanging = connection.call({ ...call, onProgress: () => undefined });
  abort.abort();
  await expect(hanging).rejects.toThrow();
  await server.close();
  expect(await processesWith(marker)).toEqual([]);
  await own.close();
});

it("removes characters that a database refuses from names of servers and tools", async () => {
  const { identity } = await start("strange-name").ready(never);
  expect(identity.name).toBe("fixture");
  for (const name of ["a\0", "a\ud800", "a\u202e", "a\n"])
    expect(readDefinition({ name, inputSchema: { type: "object" } })).toMatch(/cannot be shown/u);
});

it("reads no definition that is not an object with a name", () => {
  for (const value of [null, 7, [], {}, { name: "" }, { name: "a" }, { name: "a", inputSchema: [] }])
    expect(typeof readDefinition(value)).toBe("string");
});

type ServerTool = Awaited<ReturnType<typeof approvedTool>>;
function createRun(tool: ServerTool) {
  const run = createToolRun();
  return { run: async (input: object) => await run.call(tool, input), events: () => run.recorded };
}
