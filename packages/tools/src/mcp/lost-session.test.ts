import { createServer } from "node:http";
import { text as readText } from "node:stream/consumers";
import { createToolRun } from "@goaltrace/core/testing";
import { afterEach, expect, it } from "vitest";
import { createSandbox } from "../process/sandbox.ts";
import { createMcpManager } from "./mcp-manager.ts";
import { createServerTool } from "./server-tool.ts";
import { definitionDigest } from "./tool-definition.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server over HTTP that forgets its sessions, or breaks the connection of the next call. */
async function startServer() {
  let session = 1;
  let breaks = false;
  let calls = 0;
  const reply = (method: string, params: { readonly protocolVersion?: string }): object | null => {
    if (method === "initialize")
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "remote", version: "1" },
      };
    const inputSchema = { type: "object" };
    if (method === "tools/list")
      return {
        tools: [
          { name: "look", inputSchema, annotations: { readOnlyHint: true } },
          { name: "change", inputSchema },
          { name: "wrong", inputSchema },
        ],
      };
    return method === "tools/call" ? { content: [{ type: "text", text: `call ${String(calls)}` }] } : null;
  };
  const http = createServer((request, response) => {
    void readText(request).then((body) => {
      if (request.method !== "POST") return response.writeHead(405).end();
      const {
        id,
        method,
        params = {},
      } = JSON.parse(body) as {
        id?: number;
        method: string;
        params?: { protocolVersion?: string; name?: string };
      };
      if (id === undefined) return response.writeHead(202).end();
      if (method !== "initialize" && method !== "server/discover") {
        if (request.headers["mcp-session-id"] !== String(session)) return response.writeHead(404).end();
        if (method === "tools/call") calls += 1;
        if (method === "tools/call" && breaks) {
          breaks = false;
          return response.destroy();
        }
      }
      const result = params.name === "wrong" ? null : reply(method, params);
      const answer = result === null ? { error: { code: -32601, message: "not found" } } : { result };
      response.writeHead(200, { "content-type": "application/json", "mcp-session-id": String(session) });
      return response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const host = `127.0.0.1:${String(address.port)}`;
  const manager = createMcpManager({
    machine: { sandbox: createSandbox(null), variables: {} },
    ...{ web: { privateHosts: new Set([host]) }, newId: () => "http" },
  });
  closing.push(async () => {
    await manager.close();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
  const server = manager.server(
    { workspaceId: "w", projectFolder: null, forbiddenFolders: [] },
    {
      name: "remote",
      settings: { kind: "http", url: `http://${host}/mcp`, headers: {}, oauth: null, trustsHints: false },
    },
  );
  const connection = await server.ready(AbortSignal.timeout(120_000));
  const run = createToolRun();
  return {
    status: server.status,
    calls: () => calls,
    forget: () => void (session += 1),
    break: () => void (breaks = true),
    call: async (name: string) => {
      const definition = connection.tools().definitions.find((one) => one.name === name);
      if (definition === undefined) throw new Error(`no tool ${name}`);
      const tool = createServerTool({
        ...{ name: `remote__${name}`, serverName: "remote", trustsHints: false, mask: (text) => text },
        approved: {
          ...{ definition, digest: definitionDigest(definition), approvedAt: 0, reportedName: "remote" },
        },
        server: () => server,
      });
      return await run.call(tool, {});
    },
  };
}

it("opens a new session when a server has forgotten the old one, and repeats a call that only reads", async () => {
  const { call, calls, forget, status } = await startServer();
  expect((await call("look")).output).toBe("call 1");
  forget();
  expect((await call("look")).output).toBe("call 2");
  expect(calls()).toBe(2);
  expect(status().state).toBe("ready");
});

it("reports that a call may have taken effect when its connection broke, and serves the next one", async () => {
  const server = await startServer();
  server.break();
  const { outcome, output } = await server.call("change");
  expect(outcome).toBe("error");
  expect(output).toContain("may have taken effect");
  expect(server.calls()).toBe(1);
  await expect.poll(async () => (await server.call("change")).output).toBe("call 2");
});

it("keeps the connection when a server answers with an error", async () => {
  const { call, status } = await startServer();
  expect(await call("wrong")).toMatchObject({ outcome: "error" });
  expect(status().state).toBe("ready");
});
