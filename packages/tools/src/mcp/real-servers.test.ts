import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createToolRun, IS_SOAK } from "@goaltrace/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandbox } from "../process/sandbox.ts";
import { createMcpManager } from "./mcp-manager.ts";
import { createServerTool } from "./server-tool.ts";
import { findChromium } from "./find-chromium.ts";
import { definitionDigest } from "./tool-definition.ts";

const PACKAGES = join(import.meta.dirname, "../../../../tests/mcp-servers");
const LIMIT_MS = 300_000;
const base = mkdtempSync(join(tmpdir(), "mcp-real-"));
const [installed, project] = [join(base, "servers"), join(base, "project")];
const chromium = findChromium();
const PAGE = "data:text/html,<title>Herons</title><h1>Herons</h1>";

type Case = {
  readonly name: string;
  readonly script: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly network?: boolean;
  readonly tools: number;
  readonly call: readonly [string, object];
  readonly says: string;
};
const OFFICIAL = "@modelcontextprotocol";
const CASES: readonly Case[] = [
  {
    ...{ name: "everything", script: `${OFFICIAL}/server-everything/dist/index.js`, tools: 13 },
    ...{ call: ["echo", { message: "herons" }], says: "herons" },
  },
  {
    ...{ name: "filesystem", script: `${OFFICIAL}/server-filesystem/dist/index.js`, tools: 14 },
    ...{ args: [project], call: ["read_text_file", { path: join(project, "note") }], says: "seven herons" },
  },
  {
    ...{ name: "memory", script: `${OFFICIAL}/server-memory/dist/index.js`, tools: 9 },
    ...{
      env: { MEMORY_FILE_PATH: join(project, "memory.json") },
      call: ["read_graph", {}],
      says: "entities",
    },
  },
  {
    ...{ name: "thinking", script: `${OFFICIAL}/server-sequential-thinking/dist/index.js`, tools: 1 },
    call: [
      "sequentialthinking",
      { thought: "Count.", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
    ],
    says: "thoughtNumber",
  },
  {
    ...{ name: "playwright", script: "@playwright/mcp/cli.js", tools: 20, network: true },
    args: ["--headless", "--isolated", "--no-sandbox", "--executable-path", chromium],
    ...{ call: ["browser_navigate", { url: PAGE }], says: "Herons" },
  },
  {
    ...{ name: "devtools", script: "chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js", tools: 25 },
    args: ["--headless", "--isolated", "--executablePath", chromium, "--chromeArg=--no-sandbox"],
    ...{ network: true, call: ["list_pages", {}], says: "about:blank" },
  },
  {
    ...{ name: "puppeteer", script: `${OFFICIAL}/server-puppeteer/dist/index.js`, tools: 7, network: true },
    env: { PUPPETEER_SKIP_DOWNLOAD: "1", PUPPETEER_EXECUTABLE_PATH: chromium },
    call: [
      "puppeteer_navigate",
      {
        ...{ url: PAGE, allowDangerous: true },
        launchOptions: { headless: true, executablePath: chromium, args: ["--no-sandbox"] },
      },
    ],
    says: "Navigated",
  },
  // Its failure without a network is an ordinary result.
  {
    ...{ name: "context7", script: "@upstash/context7-mcp/dist/index.js", tools: 2 },
    ...{ call: ["resolve-library-id", { libraryName: "react", query: "hooks" }], says: "rror" },
  },
  {
    ...{ name: "sqlite-npx", script: "mcp-server-sqlite-npx/dist/index.js", tools: 5 },
    ...{ args: [join(project, "one.sqlite")], call: ["list_tables", {}], says: "[]" },
  },
  {
    ...{ name: "mcp-sqlite", script: "mcp-sqlite/mcp-sqlite-server.js", tools: 8 },
    ...{ args: [join(project, "two.sqlite")], call: ["list_tables", {}], says: "No tables" },
  },
];

/** In soak only: it installs servers of others, as `tests/mcp-servers` locks them. */
describe.runIf(IS_SOAK)("servers from npm, in the sandbox", () => {
  const manager = createMcpManager({
    machine: { sandbox: createSandbox(), variables: { PATH: process.env["PATH"], HOME: tmpdir() } },
    ...{ web: { privateHosts: new Set<string>() }, newId: () => `real-${String(performance.now())}` },
  });
  beforeAll(async () => {
    mkdirSync(project);
    writeFileSync(join(project, "note"), "seven herons");
    cpSync(PACKAGES, installed, { recursive: true });
    await promisify(execFile)("npm", ["ci", "--no-audit", "--no-fund", "--prefix", installed], {
      env: { ...process.env, PUPPETEER_SKIP_DOWNLOAD: "1", PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1" },
    });
  }, LIMIT_MS);
  afterAll(async () => {
    await manager.close();
    rmSync(base, { recursive: true, force: true });
  });

  it.each(CASES)(
    "$name lists its tools and answers a call",
    async ({ name, script, args = [], env = {}, network = false, tools, call: [tool, input], says }) => {
      const server = manager.server(
        { workspaceId: "w", projectFolder: project, forbiddenFolders: [] },
        {
          name,
          settings: {
            ...{ kind: "stdio", command: "node", args: [join(installed, "node_modules", script), ...args] },
            ...{ env, network, trustsHints: false },
          },
        },
      );
      const connection = await server.ready(AbortSignal.timeout(60_000));
      const { definitions } = connection.tools();
      expect(definitions.length).toBeGreaterThanOrEqual(tools);
      const definition = definitions.find((one) => one.name === tool);
      if (definition === undefined) throw new Error(`no tool ${tool}`);
      const { output } = await createToolRun().call(
        createServerTool({
          ...{ name: "real__tool", serverName: name, trustsHints: false, mask: (text) => text },
          approved: {
            ...{ definition, digest: definitionDigest(definition), approvedAt: 0 },
            reportedName: connection.identity.name,
          },
          server: () => server,
        }),
        { ...input },
      );
      expect(output).toContain(says);
    },
    LIMIT_MS,
  );
});
