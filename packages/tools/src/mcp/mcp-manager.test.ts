import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, vi } from "vitest";
import { createSandbox } from "../process/sandbox.ts";
import { createMcpManager } from "./mcp-manager.ts";
import type { McpServer } from "./mcp-server.ts";
import { readCallResult } from "./call-result.ts";
import { resultOf } from "./testing/result-of.ts";

const FIXTURE = fileURLToPath(new URL("testing/server.mjs", import.meta.url));
let count = 0;
// The fixture is beside the code, which the sandbox hides; `sandbox.test.ts` proves what the sandbox keeps from commands.
const manager = createMcpManager({
  machine: { sandbox: createSandbox(null), variables: { PATH: process.env["PATH"], SECRET_OF_SERVER: "s" } },
  web: { privateHosts: new Set() },
  newId: () => `test-${String((count += 1))}`,
});
afterAll(async () => await manager.close());

function start(
  mode: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): McpServer {
  return manager.server(
    { workspaceId: "w", projectFolder: mkdtempSync(join(tmpdir(), "mcp-")), forbiddenFolders: [] },
    {
      name: mode,
      settings: {
        ...{ kind: "stdio", command: process.execPath, args: [FIXTURE, mode, ...args], env },
        ...{ network: false, trustsHints: false },
      },
    },
  );
}
const never = new AbortController().signal;

async function callText(
  server: McpServer,
  tool: string,
  input: Record<string, unknown> = {},
): Promise<string> {
  const connection = await server.ready(never);
  const progress: string[] = [];
  const result = await connection.call({
    ...{
      tool,
      arguments: input,
      signal: AbortSignal.timeout(120_000),
      traceparent: "00-1-2-01",
      input: null,
    },
    onProgress: (text) => progress.push(text),
  });
  return progress.join("") + readCallResult(resultOf(result)).text;
}

it("stops an unused server, but not one with a running call", async () => {
  const impatient = createMcpManager({
    machine: { sandbox: createSandbox(null), variables: { PATH: process.env["PATH"] } },
    ...{ web: { privateHosts: new Set<string>() }, newId: () => "idle", idle: { stopMs: 60, lookMs: 2 } },
  });
  const settings = { command: process.execPath, args: [FIXTURE, "good"], env: {}, network: false };
  const server = impatient.server(
    { workspaceId: "w", projectFolder: mkdtempSync(join(tmpdir(), "mcp-")), forbiddenFolders: [] },
    { name: "idle", settings: { kind: "stdio", ...settings, trustsHints: false } },
  );
  const connection = await server.ready(never);
  const stopCall = new AbortController();
  const call = connection.call({
    ...{
      tool: "hang",
      arguments: {},
      signal: stopCall.signal,
      traceparent: null,
      input: null,
      onProgress: () => undefined,
    },
  });
  // Many looks pass while the server answers other calls.
  const started = performance.now();
  while (performance.now() - started < 150) await callText(server, "echo", { text: "still here" });
  expect(server.status().state).toBe("ready");
  stopCall.abort();
  await expect(call).rejects.toThrow();
  await vi.waitFor(() => expect(server.status().state).toBe("stopped"));
  await impatient.close();
});

describe("a server that this machine runs", () => {
  it("works in a folder of its own without a project, even after the system has deleted that folder", async () => {
    const args = ["-c", 'echo "folder: $PWD." >&2; exec "$0" "$1" good', process.execPath, FIXTURE];
    const settings = { command: "sh", args, env: {}, network: false, trustsHints: false };
    const server = manager.server(
      { workspaceId: "w", projectFolder: null, forbiddenFolders: [] },
      { name: "own", settings: { kind: "stdio", ...settings } },
    );
    const folders = (): readonly string[] =>
      [...server.status().log.matchAll(/folder: (?<path>.+)\./gu)].map(([, path = ""]) => path);
    await server.ready(never);
    await expect.poll(folders).toHaveLength(1);
    await rm(folders()[0] ?? "", { recursive: true });
    await server.restart();
    expect(await callText(server, "echo", { text: "hello" })).toBe("echo: hello");
    await expect.poll(folders).toHaveLength(2);
    expect(folders()[1]).not.toBe(folders()[0]);
  });

  it("starts with its first use, lists its tools and answers calls", async () => {
    const server = start("good");
    expect(server.status()).toMatchObject({ state: "stopped", identity: null });
    expect(await callText(server, "echo", { text: "hello" })).toBe("echo: hello");
    expect(server.status()).toMatchObject({
      state: "ready",
      identity: { name: "fixture", version: "1.0.0", protocol: "2025-11-25" },
    });
    expect(await callText(server, "facts")).toBe('{"answer":42}');
    expect(await callText(server, "slow")).toContain("part 1");
    expect(await callText(server, "meta")).toContain("00-1-2-01");
  });

  it("sees the variables of its settings and those of commands, nothing of this process", async () => {
    const names = await callText(start("good", [], { API_KEY: "k-123456789" }), "env");
    expect(names).toContain("API_KEY");
    expect(names).not.toContain("SECRET_OF_SERVER");
  });
});
