import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { roleIncludes, ROLES } from "../auth/roles.ts";
import { exportTrace } from "../http/export-trace.ts";
import { handleMetrics } from "../metrics/handle-metrics.ts";
import { createAccessWorld, ORIGIN } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";
import { handleRest } from "./handle-rest.ts";
import type { Endpoint } from "./endpoint.ts";
import { ENDPOINTS, getTrace, watchTrace } from "./endpoints.ts";
import { KEY_LIMIT } from "./key-limit.ts";
import { openApiDocument } from "./openapi.ts";
import { REQUIRED_ROLE } from "./scopes.ts";

const SECRET = "marzipan-quokka";
/** The sequence of no entry, because the owner's key would erase one. */
const NO_ENTRY = "999999";
const ALL = ["read", "run", "admin"] as const;
/** Bodies of endpoints that reject an empty one before they look at the trace. */
const BODIES: Readonly<Record<string, string>> = {
  answerQuestion: '{"text":"Blue"}',
  resolveEffect: '{"resolution":"left"}',
  queueMessage: '{"text":"Next"}',
  setAgentBudget: '{"budget":""}',
  setConversationBudget: '{"budget":""}',
  steerRun: '{"text":"Left"}',
};
/** Routes outside the REST API; other tests check their access. */
const OTHER_ROUTES = [
  ...["api/auth/[...all]", "api/trpc/[trpc]", "api/openapi.json", "health", "ready", "metrics"],
  ...["api/mcp/client-metadata", "api/mcp/signed-in"],
  ...["api/w/[workspace]/traces/[id]/export", "api/w/[workspace]/traces/export"],
  ...["api/w/[workspace]/traces/import", "api/mcp"],
];

describe("access to every REST endpoint", () => {
  let world: AccessWorld;
  let traceId = "";
  let conversationId = "";
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", { withModel: true, forRoutes: true });
    ({ traceId, conversationId } = await world.startRun(`Bake ${SECRET}`));
  });
  afterAll(async () => world.close());

  const send = async (
    endpoint: Endpoint,
    key: string | null,
    options: {
      readonly headers?: Record<string, string>;
      readonly search?: string;
      readonly id?: string;
    } = {},
  ): Promise<Response> => {
    const id = options.id ?? traceId;
    const address = endpoint.address
      .replace("{id}", id)
      .replace("{sequence}", NO_ENTRY)
      .replace("{messageId}", NO_ENTRY)
      .replace("{agent}", "general");
    const search = options.search ?? (endpoint.method === "delete" ? "?id=none" : "");
    const request = new Request(`${ORIGIN}${address}${search}`, {
      method: endpoint.method.toUpperCase(),
      headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...options.headers },
      body: endpoint.body === null ? undefined : (BODIES[endpoint.name] ?? "{}"),
    });
    return handleRest(endpoint, request, {
      runtime: world.runtime,
      params: { id, sequence: NO_ENTRY, messageId: NO_ENTRY, agent: "general" },
    });
  };
  /** The text of a response; for a stream only the first chunk. */
  const readText = async (response: Response): Promise<string> => {
    if (!(response.headers.get("content-type") ?? "").includes("event-stream")) return response.text();
    const reader = response.body?.getReader();
    const first = await reader?.read();
    await reader?.cancel();
    return new TextDecoder().decode(first?.value);
  };
  const walk = ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.address}`, endpoint] as const);

  it.each(walk)(
    "%s rejects requests without a key and with unknown or revoked keys",
    async (_name, endpoint) => {
      const secret = await world.makeKey("owner", ALL);
      const [key] = await world.database.apiKeys.list(world.slugs.ours, world.person("owner").id);
      await world.database.apiKeys.revoke(world.slugs.ours, key?.id ?? "", null);
      for (const invalidKey of [null, "gt_unknown", secret]) {
        const response = await send(endpoint, invalidKey);
        expect(response.status).toBe(401);
        expect(await response.json()).toMatchObject({ error: { code: "NOT_SIGNED_IN" } });
      }
    },
  );

  it.each(walk)("%s requires its scope and a role that includes it", async (_name, endpoint) => {
    const others = ALL.filter((scope) => scope !== endpoint.scope);
    expect((await send(endpoint, await world.makeKey("owner", others))).status).toBe(403);
    for (const role of ROLES) {
      const response = await send(endpoint, await world.makeKey(role, ALL));
      const allowed = roleIncludes(role, REQUIRED_ROLE[endpoint.scope]);
      // The run asks nothing, so a decision conflicts.
      if (allowed) expect([200, 400, 404, 409], role).toContain(response.status);
      else expect(response.status, role).toBe(403);
      await response.body?.cancel();
    }
  });

  it.each(walk)(
    "%s reveals nothing about a private conversation to other people's keys",
    async (_name, endpoint) => {
      const outsider = await readText(await send(endpoint, await world.makeKey("other", ALL)));
      const owner = await readText(await send(endpoint, await world.makeKey("owner", ALL)));
      expect(outsider + owner).not.toContain(SECRET);
      if (endpoint.address.includes("{id}")) expect(outsider).toContain("NOT_FOUND");
    },
  );

  it("returns responses that match their schemas to the owner", async () => {
    const key = await world.makeKey("member", ["read", "run"]);
    for (const endpoint of ENDPOINTS.filter(({ method, scope }) => method === "get" && scope === "read")) {
      const isOfConversation = endpoint.address.startsWith("/api/conversations/{id}");
      const response = await send(endpoint, key, { id: isOfConversation ? conversationId : traceId });
      expect(response.status).toBe(200);
      if (endpoint.response === null) expect(await readText(response)).toMatch(/^id: 1\nevent: entry\n/);
      else expect(endpoint.response.safeParse(await response.json()).error).toBeUndefined();
    }
    const remove = ENDPOINTS.find(({ name }) => name === "deleteConversation") as Endpoint;
    expect((await send(remove, key, { search: "?id=none" })).status).toBe(404);
  });

  it("rate-limits a key with Retry-After, without affecting other keys", async () => {
    const [busy, calm] = [await world.makeKey("member", ["read"]), await world.makeKey("member", ["read"])];
    const keys = await world.database.apiKeys.list(world.slugs.ours, world.person("member").id);
    const busyId = keys.find((key) => key.hint === busy.slice(-4))?.id ?? "";
    const counted = createHash("sha256").update(`key ${busyId}`).digest("hex");
    const { pool } = world.database;
    expect((await send(getTrace, busy)).status).toBe(200);
    await pool.query("update call_count set count = $2 where id = $1", [counted, KEY_LIMIT.limit]);
    const refused = await send(getTrace, busy);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect(await refused.json()).toMatchObject({ error: { code: "RATE_LIMITED" } });
    expect((await send(getTrace, calm)).status).toBe(200);
    await pool.query("update call_count set window_start = now() - interval '2 minutes' where id = $1", [
      counted,
    ]);
    expect((await send(getTrace, busy)).status).toBe(200);
  });

  it("resumes after Last-Event-ID and filters by goal", async () => {
    const key = await world.makeKey("member", ["read"]);
    const resumed = await readText(await send(watchTrace, key, { headers: { "last-event-id": "1" } }));
    expect(resumed).not.toContain("event: entry");
    expect(await readText(await send(watchTrace, key, { search: "?goal=none" }))).not.toContain(
      "event: entry",
    );
    expect((await send(watchTrace, key, { search: "?after=x" })).status).toBe(400);
  });

  it("ends an open stream when its key is revoked", async () => {
    const secret = await world.makeKey("member", ["read"]);
    const [key] = await world.database.apiKeys.list(world.slugs.ours, world.person("member").id);
    const reader = (await send(watchTrace, secret)).body?.getReader();
    await reader?.read();
    await world.database.apiKeys.revoke(world.slugs.ours, key?.id ?? "", null);
    let text = "";
    for (;;) {
      const piece = await reader?.read();
      if (piece === undefined || piece.done) break;
      text += new TextDecoder().decode(piece.value);
    }
    expect(text).toMatch(/event: error\ndata: .*NOT_SIGNED_IN/);
    const requestId = /"requestId":"([^"]+)"/.exec(text)?.[1] ?? "none";
    expect(world.logged.filter((line) => line.includes(requestId))).toEqual([
      expect.stringContaining("NOT_SIGNED_IN"),
    ]);
  });

  it("exports a trace according to session, workspace and conversation visibility", async () => {
    const status = async (who: "member" | "viewer" | "other" | null): Promise<number> => {
      const headers = who === null ? new Headers() : await world.signIn(world.person(who));
      const request = new Request(`${ORIGIN}/x`, { headers });
      const response = await exportTrace(request, { workspace: world.slugs.ours, id: traceId });
      await response.body?.cancel();
      return response.status;
    };
    expect(await status(null)).toBe(401);
    expect(await status("other")).toBe(404);
    expect(await status("viewer")).toBe(404);
    expect(await status("member")).toBe(200);
    const member = world.caller("member");
    const workspace = world.slugs.ours;
    await member.conversations.setVisibility({ workspace, id: conversationId, visibility: "shared" });
    expect(await status("viewer")).toBe(200);
    await member.conversations.setVisibility({ workspace, id: conversationId, visibility: "private" });
  });

  it("serves metrics only to this machine or with the operator's token", async () => {
    const requestMetrics = async (headers: Record<string, string>, metricsToken: string | null = null) =>
      handleMetrics(new Request(`${ORIGIN}/metrics`, { headers }), { ...world.runtime, metricsToken });
    const local = await requestMetrics({ "x-goaltrace-peer": "127.0.0.1", host: "localhost:3000" });
    expect(local.status).toBe(200);
    const text = await local.text();
    expect(text).toMatch(/^goaltrace_runs\{status="queued"\} \d+$/m);
    expect(text).toMatch(/^goaltrace_entries_appended_total \d+$/m);
    expect((await requestMetrics({ "x-goaltrace-peer": "203.0.113.9", host: "localhost" })).status).toBe(401);
    const token = "a-long-metrics-token";
    expect((await requestMetrics({ authorization: `Bearer ${token}` }, token)).status).toBe(200);
    expect((await requestMetrics({ authorization: "Bearer wrong" }, token)).status).toBe(401);
  });

  it("documents every endpoint from its schemas", () => {
    const document = openApiDocument(ENDPOINTS) as { paths: Record<string, Record<string, unknown>> };
    const documented = Object.entries(document.paths).flatMap(([address, operations]) =>
      Object.keys(operations).map((method) => `${method} ${address}`),
    );
    expect(documented.sort()).toEqual(walk.map(([name]) => name).sort());
    expect(document.paths["/api/traces/{id}/events"]?.["get"]).toMatchObject({
      parameters: [
        { name: "id", in: "path", required: true },
        { name: "goal", in: "query", required: false },
        { name: "after", in: "query", required: false },
      ],
    });
  });

  it("covers every route", async () => {
    const root = path.join(import.meta.dirname, "../../app");
    const files = await readdir(root, { recursive: true });
    const routes = files
      .filter((file) => path.basename(file) === "route.ts")
      .map((file) => path.dirname(file));
    const documented = ENDPOINTS.map(({ address }) =>
      address.slice(1).replaceAll("{", "[").replaceAll("}", "]"),
    );
    expect(new Set(routes)).toEqual(new Set([...documented, ...OTHER_ROUTES]));
  });
});
