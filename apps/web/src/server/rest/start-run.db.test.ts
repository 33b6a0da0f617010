import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccessWorld, ORIGIN } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";
import { handleRest } from "./handle-rest.ts";
import { startRunByKey } from "./endpoints.ts";

describe("POST /api/runs", () => {
  let world: AccessWorld;
  let key = "";
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", { withModel: true });
    key = await world.makeKey("member", ["run"]);
  });
  afterAll(async () => world.close());

  const post = async (body: unknown): Promise<Response> => {
    const headers = { authorization: `Bearer ${key}` };
    const request = new Request(`${ORIGIN}/api/runs`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return handleRest(startRunByKey, request, { runtime: world.runtime, params: {} });
  };
  const start = async (body: unknown) => {
    const response = await post(body);
    expect(response.status).toBe(201);
    const { traceId } = (await response.json()) as { traceId: string };
    const scope = { workspaceId: world.slugs.ours, personId: world.person("member").id };
    return { traceId, trace: await world.database.traces.get(scope, traceId), scope };
  };

  it("stores tools, mode and context with the run and keeps them on a retry", async () => {
    const context = { ticket: "SHOP-12", attempt: 2, nested: { labels: ["a"] } };
    const limited = { tools: ["calculator"], mode: "call", context };
    const { traceId, trace, scope } = await start({ text: "Add", ...limited });
    expect(trace).toMatchObject({ agent: { tools: ["calculator"] }, mode: "call", context });
    await world.database.pool.query(
      `update trace set status = 'failed', projection = (projection::jsonb || '{"status":"failed"}')::text where id = $1`,
      [traceId],
    );
    const again = await world.caller("member").runs.retry({ workspace: world.slugs.ours, traceId });
    expect(await world.database.traces.get(scope, again.traceId)).toMatchObject({
      ...{ agent: { tools: ["calculator"] }, mode: "call", context },
    });
  });

  it("rejects a retry in a folder that is no longer registered", async () => {
    const folder = { id: "folder-1", name: "shop", path: await mkdtemp(join(tmpdir(), "goaltrace-shop-")) };
    const scope = { workspaceId: world.slugs.ours, personId: world.person("member").id };
    await world.database.folders.add(scope, folder);
    const { traceId } = await start({ text: "Add", folderId: folder.id });
    await world.database.pool.query(
      `update trace set status = 'failed', projection = (projection::jsonb || '{"status":"failed"}')::text where id = $1`,
      [traceId],
    );
    await world.database.folders.remove(scope, folder.id);
    const retry = async (): Promise<unknown> =>
      world.caller("member").runs.retry({ workspace: world.slugs.ours, traceId });
    await expect(retry()).rejects.toThrow("no longer registered");
    await world.database.folders.add(scope, folder);
    const again = (await retry()) as { readonly traceId: string };
    expect(await world.database.traces.get(scope, again.traceId)).toMatchObject({
      projectFolder: folder.path,
    });
  });

  it("uses the strategy of the call, or that of the agent without one", async () => {
    expect((await start({ text: "Add" })).trace).toMatchObject({ agent: { strategy: "react" } });
    for (const strategy of ["plan-execute", "rewoo", "reflect", "auto", "react"])
      expect((await start({ text: "Add", strategy })).trace).toMatchObject({ agent: { strategy } });
  });

  it("stores runs that start together in few transactions", async () => {
    const started = await Promise.all(Array.from({ length: 30 }, async () => await start({ text: "Add" })));
    const { rows } = await world.database.pool.query<{ readonly transactions: number }>(
      "select count(distinct xmin::text)::int as transactions from trace where id = any($1)",
      [started.map(({ traceId }) => traceId)],
    );
    expect(rows[0]?.transactions).toBeGreaterThan(0);
    expect(rows[0]?.transactions).toBeLessThan(started.length / 2);
  });

  it("defaults to agent mode with all tools and an empty context", async () => {
    const { trace } = await start({ text: "Add" });
    expect(trace).toMatchObject({ agent: { tools: "all" }, mode: "agent", context: {} });
  });

  it.each([
    ["an unknown model", { model: "scripted/demon" }, "Did you mean scripted/demo?"],
    ["an unknown tool", { tools: ["calculater"] }, "Did you mean calculator?"],
    ["an unknown mode", { mode: "chat" }, "mode"],
    ["an unknown strategy", { strategy: "rewo" }, "strategy"],
    ["a context beyond 8 kB", { context: { text: "x".repeat(9_000) } }, "8"],
  ])("rejects %s and stores nothing", async (_, body, expected) => {
    const scope = { workspaceId: world.slugs.ours, personId: world.person("member").id };
    const page = { cursor: null, limit: 100 };
    const count = async () => [
      (await world.database.traces.list(scope, {}, page)).items.length,
      (await world.database.conversations.list(scope, { ...page, text: undefined })).items.length,
    ];
    const before = await count();
    const response = await post({ text: "Add", ...body });
    expect(response.status).toBe(400);
    const answer = await response.text();
    expect(answer).toContain("INVALID_INPUT");
    expect(answer).toContain(expected);
    expect(await count()).toEqual(before);
  });
});
