import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createToolRun, type ToolRun } from "@goaltrace/core/testing";
import { expect } from "vitest";
import { createSandbox } from "../../process/sandbox.ts";
import { createMcpManager } from "../mcp-manager.ts";
import type { McpServer } from "../mcp-server.ts";
import { createServerTool } from "../server-tool.ts";
import { settingMask } from "../setting-secrets.ts";
import { definitionDigest } from "../tool-definition.ts";

const FIXTURE = fileURLToPath(new URL("hostile-modes.mjs", import.meta.url));
/** The secret in the settings of the servers. */
export const KEY = "key-0123456789";
let ids = 0;
const manager = createMcpManager({
  machine: { sandbox: createSandbox(null), variables: {} },
  web: { privateHosts: new Set() },
  newId: () => `modes-${String((ids += 1))}`,
});

/** Stops all servers. */
export async function closeServers(): Promise<void> {
  await manager.close();
}

const settings = (mode: string) => ({
  ...{ kind: "stdio" as const, command: process.execPath, args: [FIXTURE, mode], env: { API_KEY: KEY } },
  ...{ network: false, trustsHints: false },
});

/** Starts a server that behaves badly in one way. */
export function start(mode: string): { readonly server: McpServer; readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), "mcp-"));
  const place = { workspaceId: "w", projectFolder: folder, forbiddenFolders: [] };
  return { server: manager.server(place, { name: "hostile", settings: settings(mode) }), folder };
}

type Call = {
  readonly tool?: string;
  readonly input?: object;
  readonly context?: Parameters<typeof createToolRun>[0];
};

/** Calls a tool as it is defined now. @default echo */
export async function call(
  server: McpServer,
  { tool: name = "echo", input = { text: "b" }, context = {} }: Call = {},
): ReturnType<ToolRun["call"]> {
  const connection = await server.ready(AbortSignal.timeout(120_000));
  const definition = connection.tools().definitions.find((one) => one.name === name);
  if (definition === undefined) throw new Error(`no tool ${name}`);
  const tool = createServerTool({
    ...{
      name: `hostile__${name}`,
      serverName: "hostile",
      trustsHints: false,
      mask: settingMask(settings("")),
    },
    approved: {
      ...{ definition, digest: definitionDigest(definition), approvedAt: 0 },
      reportedName: connection.identity.name,
    },
    server: () => server,
  });
  return await createToolRun(context).call(tool, input);
}

/** Expects that the server still serves what it is asked. */
export async function expectService(server: McpServer): Promise<void> {
  expect((await call(server)).output).toBe("echo: b");
}

/** Expects that a server is stopped for a reason, while another one serves. */
export async function expectStopped(mode: string, reason: string): Promise<void> {
  const [{ server }, other] = [start(mode), start("plain")];
  await other.server.ready(AbortSignal.timeout(120_000));
  const called = call(server, { context: { signal: AbortSignal.timeout(120_000) } });
  await expectService(other.server);
  const { outcome, output } = await called;
  expect(outcome).toBe("error");
  expect(output).toContain(reason);
  await expectService(other.server);
}
