import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { afterEach, expect, it } from "vitest";
import { createSandbox } from "../process/sandbox.ts";
import { createAddressGuard } from "../web/address-guard.ts";
import { readCallResult } from "./call-result.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { createMcpManager } from "./mcp-manager.ts";
import type { McpServer } from "./mcp-server.ts";
import { createMemoryCredentials } from "./oauth/memory-credentials.ts";
import { SignInFailed, startSignIn } from "./oauth/sign-in.ts";
import { resultOf } from "./testing/result-of.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
const never = AbortSignal.timeout(120_000);

/** Serves requests on a free port of this machine. */
async function serve(listener: RequestListener): Promise<string> {
  const http = createServer(listener);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  closing.push(async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `127.0.0.1:${String(address.port)}`;
}

/** A server of the network that no one may reach from here. */
async function serveSecret(): Promise<{ readonly host: string; readonly asked: () => number }> {
  let asked = 0;
  const host = await serve((_, response) => {
    asked += 1;
    response.end("secret");
  });
  return { host, asked: () => asked };
}

type Message = {
  readonly id?: number;
  readonly method: string;
  readonly params?: { protocolVersion?: string };
};
/** Answers a message badly. False leaves it to the server, which answers well. */
type Badly = (message: Message, response: ServerResponse, request: IncomingMessage) => boolean;

/** Starts a server of 2025 at an address. */
async function start(badly: Badly): Promise<McpServer> {
  const host = await serve((request, response) => {
    void readText(request).then((body) => {
      if (request.method !== "POST") return response.writeHead(405).end();
      const message = JSON.parse(body) as Message;
      if (badly(message, response, request)) return response;
      const { id, method, params } = message;
      if (id === undefined) return response.writeHead(202).end();
      const serverInfo = { name: "remote", version: "1" };
      const results: Readonly<Record<string, object>> = {
        initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo },
        "tools/list": { tools: [{ name: "look", inputSchema: { type: "object" } }] },
        "tools/call": { content: [{ type: "text", text: "seen" }] },
      };
      const result = results[method];
      const answer = result === undefined ? { error: { code: -32_601, message: "not found" } } : { result };
      response.setHeader("content-type", "application/json");
      return response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    });
  });
  const manager = createMcpManager({
    machine: { sandbox: createSandbox(null), variables: {} },
    ...{ web: { privateHosts: new Set([host]) }, newId: () => "hostile-http" },
  });
  closing.push(async () => await manager.close());
  const settings = {
    kind: "http" as const,
    url: `http://${host}/mcp`,
    headers: {},
    oauth: null,
    trustsHints: false,
  };
  return manager.server(
    { workspaceId: "w", projectFolder: null, forbiddenFolders: [] },
    { name: "remote", settings },
  );
}

async function look(server: McpServer): Promise<string> {
  const connection = await server.ready(never);
  const call = { tool: "look", arguments: {}, signal: never, traceparent: null, input: null };
  return readCallResult(resultOf(await connection.call({ ...call, onProgress: () => undefined }))).text;
}

it.each([301, 302, 307, 308])(
  "does not follow a redirect (%i) to another address of the network",
  async (status) => {
    const secret = await serveSecret();
    for (const location of [`http://${secret.host}/mcp`, "http://169.254.169.254/latest/meta-data"]) {
      const server = await start((_, response) => {
        response.writeHead(status, { location }).end();
        return true;
      });
      await expect(server.ready(never)).rejects.toThrow();
      expect(server.status().log).not.toContain("secret");
    }
    expect(secret.asked()).toBe(0);
  },
);

it("does not follow a redirect in the middle of a connection, and serves the next call", async () => {
  const secret = await serveSecret();
  let calls = 0;
  const server = await start(({ method }, response) => {
    if (method !== "tools/call" || (calls += 1) > 1) return false;
    response.writeHead(307, { location: `http://${secret.host}/mcp` }).end();
    return true;
  });
  await expect(look(server)).rejects.toThrow();
  expect(secret.asked()).toBe(0);
  await expect.poll(async () => await look(server).catch(() => "")).toBe("seen");
});

it("works with a server that names another session in every answer", async () => {
  let sessions = 0;
  const server = await start((_, response) => {
    response.setHeader("mcp-session-id", `session-${String((sessions += 1))}`);
    return false;
  });
  for (let count = 0; count < 3; count += 1) expect(await look(server)).toBe("seen");
});

it("stops a server whose stream of events never ends", async () => {
  const event = `data: ${JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: {} })}\n\n`;
  const server = await start(({ method }, response) => {
    if (method !== "tools/call") return false;
    response.writeHead(200, { "content-type": "text/event-stream" });
    const pump = (): void => {
      while (!response.destroyed && response.write(event.repeat(100)));
      if (!response.destroyed) response.once("drain", pump);
    };
    pump();
    return true;
  });
  await expect(look(server)).rejects.toThrow();
  await expect.poll(() => server.status().log).toContain("sends more than can be read");
});

/** Tries to sign in to a server whose answers say where that happens. */
async function signIn(answer: (path: string, origin: string) => object | string | null): Promise<unknown> {
  let origin = "";
  const host = await serve((request, response) => {
    const found = answer(request.url ?? "", origin);
    if (found === null) return void response.writeHead(404).end();
    if (typeof found === "string") return void response.writeHead(302, { location: found }).end();
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(found));
  });
  origin = `http://${host}`;
  const fetch = createGuardedFetch(createAddressGuard({ privateHosts: new Set([host]) }));
  const client = { redirectUrl: "http://localhost:3000/back", metadataUrl: null, registered: null };
  const auth = { credentials: createMemoryCredentials(), client };
  return await startSignIn({ url: `${origin}/mcp`, fetch, auth }, "state").catch((thrown: unknown) => thrown);
}

const RESOURCE = "/.well-known/oauth-protected-resource/mcp";
const SERVER = "/.well-known/oauth-authorization-server";
const metadata = (origin: string, more: object): object => ({
  ...{ issuer: origin, authorization_endpoint: `${origin}/authorize`, token_endpoint: `${origin}/token` },
  ...{ registration_endpoint: `${origin}/register`, response_types_supported: ["code"] },
  ...{ code_challenge_methods_supported: ["S256"], ...more },
});

it("asks no other address of the network on behalf of a server's authorization", async () => {
  const secret = await serveSecret();
  const inside = `http://${secret.host}`;
  const resource = (servers: string) => (path: string, origin: string) =>
    path === RESOURCE ? { resource: `${origin}/mcp`, authorization_servers: [servers] } : null;
  const results = [
    await signIn(resource(inside)),
    await signIn(resource("http://169.254.169.254")),
    await signIn(() => `${inside}/metadata`),
    await signIn((path, origin) => {
      if (path === RESOURCE) return { resource: `${origin}/mcp`, authorization_servers: [origin] };
      return path === SERVER ? metadata(origin, { registration_endpoint: `${inside}/register` }) : null;
    }),
  ];
  for (const result of results) expect(result).toBeInstanceOf(SignInFailed);
  expect(secret.asked()).toBe(0);
});

it.each(["javascript:alert(1)", "file:///etc/passwd", "vscode://open", "data:text/html,x"])(
  "sends no one to %s for a sign-in",
  async (page) => {
    const result = await signIn((path, origin) => {
      if (path === RESOURCE) return { resource: `${origin}/mcp`, authorization_servers: [origin] };
      if (path === SERVER) return metadata(origin, { authorization_endpoint: page });
      return path === "/register" ? { client_id: "c", redirect_uris: ["http://localhost:3000/back"] } : null;
    });
    expect(result).toBeInstanceOf(SignInFailed);
  },
);
