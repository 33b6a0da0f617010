import { createHash } from "node:crypto";
import { listTools, MCP_TOOLS } from "@goaltrace/host/mcp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { KEY_LIMIT } from "../rest/key-limit.ts";
import { type AccessWorld, createAccessWorld } from "../testing/access-world.ts";
import { createMcpTestClient, type Era, type McpTestClient } from "../testing/mcp-client.ts";
import { handleMcp } from "./handle-mcp.ts";

const SECRET = "marzipan-quokka";
const ALL = ["read", "run", "decide", "admin"] as const;
const LIST = z.object({ tools: z.array(z.object({ name: z.string() })) });
const ERA_NAMES: readonly Era[] = ["modern", "legacy"];

describe("access over MCP", () => {
  let world: AccessWorld;
  let traceId = "";
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", { withModel: true });
    ({ traceId } = await world.startRun(`Bake ${SECRET}`));
  });
  afterAll(async () => world.close());

  const connect = async (
    who: Parameters<AccessWorld["makeKey"]>[0],
    scopes: readonly (typeof ALL)[number][] = ALL,
    era: Era = "modern",
  ): Promise<McpTestClient> => createMcpTestClient(world.runtime, await world.makeKey(who, scopes), era);

  /** Arguments that every tool accepts, about the member's private run. */
  const argumentsOf = (name: string): object =>
    ({
      search_traces: { text: SECRET },
      read_goal: { traceId, goal: "root" },
      read_entry: { traceId, sequence: 1 },
      read_model_call: { traceId, sequence: 1 },
      read_model_request: { traceId, sequence: 1 },
      list_requests: {},
      read_request: { traceId, requestId: "none" },
      approve_call: { traceId, requestId: "none" },
      deny_call: { traceId, requestId: "none" },
      answer_question: { traceId, requestId: "none", text: "Blue" },
      resolve_effect: { traceId, requestId: "none", resolution: "left" },
      start_run: { text: "Continue", conversationId: traceId },
      search_memories: { query: SECRET },
      propose_memory: { type: "user", name: "Tea", description: "Tea", keywords: [], content: "Drinks tea." },
    })[name] ?? { traceId };
  const tools = MCP_TOOLS.map((tool) => [tool.name, tool] as const);

  it.each(tools)("%s reveals nothing of another person's private run", async (name) => {
    for (const who of ["other", "owner"] as const) {
      const { value, failure } = await (await connect(who)).call(name, argumentsOf(name));
      expect(JSON.stringify({ value, failure })).not.toContain(SECRET);
      if ("traceId" in argumentsOf(name)) expect(failure, who).toMatchObject({ code: "NOT_FOUND" });
    }
  });

  it.each(tools)("%s needs its scope, and a role that includes it", async (name, { right }) => {
    const other = right === "read" ? "run" : "read";
    const without = await (await connect("owner", [other])).call(name, argumentsOf(name));
    expect(without.failure).toMatchObject({
      code: "NOT_ALLOWED",
      fix: expect.stringContaining(right) as unknown,
    });
    const viewer = await (await connect("viewer")).call(name, argumentsOf(name));
    expect(viewer.failure?.code === "NOT_ALLOWED").toBe(right !== "read");
  });

  it.each(ERA_NAMES)("lists the tools that a key may call, with both schemas, to %s clients", async (era) => {
    const list = async (scopes: readonly (typeof ALL)[number][]): Promise<readonly string[]> => {
      const { result } = await (await connect("member", scopes, era)).send("tools/list", {});
      return LIST.parse(result).tools.map(({ name }) => name);
    };
    expect(await list(["read", "run", "decide"])).toEqual(MCP_TOOLS.map(({ name }) => name));
    // A model that starts runs must not approve their calls.
    expect(await list(["read", "run"])).toEqual(
      MCP_TOOLS.filter(({ right }) => right !== "decide").map(({ name }) => name),
    );
    expect(await list(["read"])).toEqual(
      MCP_TOOLS.filter(({ right }) => right === "read").map(({ name }) => name),
    );
    for (const tool of listTools({ rights: new Set(["read", "run", "decide"]) })) {
      expect(tool.inputSchema.type).toBe("object");
      expect(tool.outputSchema?.["properties"]).toBeTypeOf("object");
    }
  });

  it("acknowledges a request for changes with none, and holds no stream open for it", async () => {
    const client = await connect("member", ["read"]);
    const notifications = { toolsListChanged: true, promptsListChanged: true };
    const [acknowledged, end, ...more] = await client.stream("subscriptions/listen", { notifications });
    expect(acknowledged).toMatchObject({
      method: "notifications/subscriptions/acknowledged",
      params: { notifications: {}, _meta: { "io.modelcontextprotocol/subscriptionId": 1 } },
    });
    expect(end).toMatchObject({ id: 1, result: { resultType: "complete" } });
    expect(more).toEqual([]);
  });

  it("refuses requests without a key and with unknown or revoked keys", async () => {
    const revoked = await world.makeKey("owner", ALL);
    const [key] = await world.database.apiKeys.list(world.slugs.ours, world.person("owner").id);
    await world.database.apiKeys.revoke(world.slugs.ours, key?.id ?? "", null);
    for (const secret of [null, "gt_unknown", revoked]) {
      const answer = await createMcpTestClient(world.runtime, secret).send("tools/list", {});
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      expect(answer.error?.data).toMatchObject({ code: "NOT_SIGNED_IN", fix: expect.any(String) as unknown });
    }
  });

  it("counts each request in the limit of the key, and takes one message at a time", async () => {
    const secret = await world.makeKey("member", ["read"]);
    const keys = await world.database.apiKeys.list(world.slugs.ours, world.person("member").id);
    const id = keys.find((key) => key.hint === secret.slice(-4))?.id ?? "";
    const client = createMcpTestClient(world.runtime, secret);
    expect((await client.send("tools/list", {})).status).toBe(200);
    const counted = createHash("sha256").update(`key ${id}`).digest("hex");
    await world.database.pool.query("update call_count set count = $2 where id = $1", [
      counted,
      KEY_LIMIT.limit,
    ]);
    const refused = await client.send("tools/list", {});
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    const batch = await (
      await connect("member", ["read"], "legacy")
    ).send("ping", {}, { body: JSON.stringify([ping, ping]) });
    expect(batch.status).toBe(400);
    expect(batch.error?.message).toContain("request of its own");
  });

  it.each([
    ["a page of another site", { host: "localhost:3000", origin: "https://evil.example" }],
    [
      "a page under a name that was pointed here",
      { host: "evil.example:3000", origin: "http://evil.example:3000" },
    ],
    ["a page that does not name its origin", { host: "evil.example", "sec-fetch-site": "same-origin" }],
  ])("refuses %s before it looks at the key", async (_who, headers) => {
    const answer = await (await connect("member")).send("tools/list", {}, { headers });
    expect(answer.status).toBe(403);
    expect(answer.error?.data).toMatchObject({ code: "NOT_ALLOWED" });
  });

  it("accepts its own pages, and programs under any host name", async () => {
    const client = await connect("member");
    const own: Readonly<Record<string, string>> = { host: "localhost:3000", origin: "http://localhost:3000" };
    for (const headers of [own, { host: "buildbox:3000" }, {}])
      expect((await client.send("tools/list", {}, { headers })).status).toBe(200);
  });

  it("offers no streams and no sessions to end", async () => {
    const authorization = `Bearer ${await world.makeKey("member", ["read"])}`;
    for (const method of ["GET", "DELETE"]) {
      const request = new Request("http://localhost:3000/api/mcp", { method, headers: { authorization } });
      expect((await handleMcp(request, world.runtime)).status).toBe(405);
    }
  });

  it.each(ERA_NAMES)("finds and reads a run as a %s client", async (era) => {
    const client = await connect("member", ["read"], era);
    const found = await client.call("search_traces", { text: SECRET });
    expect(found.value).toMatchObject({ items: [{ id: traceId, status: "queued" }], nextCursor: null });
    const read = await client.call("read_trace", { traceId });
    expect(read.value).toMatchObject({
      trace: { id: traceId, task: `Bake ${SECRET}` },
      goals: [{ id: "root" }],
    });
    const log = await client.call("read_log", { traceId });
    expect(log.value).toMatchObject({
      entries: [{ kind: "person", text: `Bake ${SECRET}` }],
      nextAfter: null,
    });
  });

  it("starts and stops a run on behalf of the key's person", async () => {
    const client = await connect("member");
    const started = await client.call("start_run", { text: "Count the herons", mode: "call" });
    const own = String(started.value?.["traceId"]);
    const stored = await world.runtime.stores.traces.get(
      { workspaceId: world.slugs.ours, personId: world.person("member").id },
      own,
    );
    expect(stored).toMatchObject({ task: "Count the herons", personId: world.person("member").id });
    expect((await client.call("cancel_run", { traceId: own })).value).toEqual({ requested: true });
    const misspelled = await client.call("start_run", { text: "x", modle: "a/b" });
    expect(misspelled.failure).toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("modle") as unknown,
    });
  });

  it("holds a proposed memory until a person accepts it, and refuses secrets", async () => {
    const client = await connect("member");
    const fields = { type: "user", description: "What Mira drinks", keywords: ["tea"] };
    const proposed = await client.call("propose_memory", {
      ...fields,
      name: "Oolong",
      content: "Drinks oolong.",
      project: "Tea room",
    });
    expect(proposed.value).toMatchObject({ state: "held" });
    const search = async (): Promise<unknown> =>
      (await client.call("search_memories", { query: "oolong" })).value;
    expect(await search()).toEqual({ items: [] });
    const id = String(proposed.value?.["id"]);
    await world.caller("member").memory.decide({ workspace: world.slugs.ours, id, approve: true });
    expect(await search()).toMatchObject({ items: [{ id, content: "Drinks oolong.", project: "Tea room" }] });
    const content = "The password is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD";
    const secret = await client.call("propose_memory", { ...fields, name: "Key", content });
    expect(secret.failure).toMatchObject({ code: "INVALID_INPUT" });
  });
});
