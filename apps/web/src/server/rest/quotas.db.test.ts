import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importTraces } from "../http/import-traces.ts";
import { createAccessWorld, ORIGIN } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";
import type { Endpoint } from "./endpoint.ts";
import { startRunByKey, watchTrace } from "./endpoints.ts";
import { handleRest } from "./handle-rest.ts";

const QUOTAS =
  "person.runs=3, key.runs=2, key.streams=2, person.transfers=1, workspace.calls_per_minute=9, person.calls_per_minute=4";

describe("quotas", () => {
  let world: AccessWorld;
  let key = "";
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", {
      ...{ withModel: true, forRoutes: true, quotas: QUOTAS },
    });
    key = await world.makeKey("member", ["run", "read"]);
  });
  afterAll(async () => world.close());

  const call = async (endpoint: Endpoint, id?: string): Promise<Response> => {
    const { method, address } = endpoint;
    const request = new Request(`${ORIGIN}${address.replace("{id}", id ?? "")}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(method === "post" ? { body: JSON.stringify({ text: "Add" }) } : {}),
    });
    return handleRest(endpoint, request, { runtime: world.runtime, params: id === undefined ? {} : { id } });
  };

  it("refuses a run above the person's limit over REST and in the chat until a run ends", async () => {
    const started: string[] = [];
    const { traceId: direct } = await world.startRun("Add");
    started.push(direct);
    for (let run = 0; run < 2; run += 1) {
      const response = await call(startRunByKey);
      expect(response.status).toBe(201);
      started.push(((await response.json()) as { traceId: string }).traceId);
    }
    const refused = await call(startRunByKey);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(await refused.json()).toMatchObject({
      error: {
        code: "QUOTA_EXCEEDED",
        message: "You have 3 of at most 3 active runs (person.runs).",
      },
    });
    await expect(world.startRun("Add")).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    await world.database.pool.query("update trace set status = 'completed' where id = any($1)", [started]);
    expect((await call(startRunByKey)).status).toBe(201);
  });

  it("refuses a run above the key's limit of active runs, not one of the person, and shows the use", async () => {
    await world.database.pool.query("update trace set status = 'completed'");
    for (let run = 0; run < 2; run += 1) expect((await call(startRunByKey)).status).toBe(201);
    const refused = await call(startRunByKey);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      error: { message: "This key has 2 of at most 2 active runs (key.runs)." },
    });
    const { items } = await world.caller("member").quotas.list({ workspace: world.slugs.ours });
    expect(items).toContainEqual(expect.objectContaining({ name: "key_runs", used: 2, limit: 2 }) as unknown);
    const { traceId } = await world.startRun("Directly");
    const { rows } = await world.database.pool.query<{ key_id: string | null }>(
      "select key_id from trace where status = 'queued' order by id = $1, id",
      [traceId],
    );
    expect(rows.map(({ key_id }) => key_id !== null)).toEqual([true, true, false]);
  });

  it("refuses a stream above the key's limit until one of its streams ends", async () => {
    await world.database.pool.query("update trace set status = 'completed'");
    const { traceId } = await world.startRun("Watched");
    const open = [await call(watchTrace, traceId), await call(watchTrace, traceId)];
    expect(open.map(({ status }) => status)).toEqual([200, 200]);
    expect((await call(watchTrace, traceId)).status).toBe(429);
    await open[0]?.body?.cancel();
    const again = await call(watchTrace, traceId);
    expect(again.status).toBe(200);
    await Promise.all([open[1], again].map(async (response) => response?.body?.cancel()));
  });

  it("lets an admin lower a limit, shows the use, and records the change", async () => {
    const workspace = world.slugs.ours;
    await world.caller("admin").quotas.save({ workspace, limits: { "person.runs": 2 } });
    const listed = await world.caller("member").quotas.list({ workspace });
    expect(listed.editable).toBe(false);
    expect(listed.items).toContainEqual(
      expect.objectContaining({ name: "person_runs", limit: 2, highest: 3 }) as unknown,
    );
    await expect(
      world.caller("admin").quotas.save({ workspace, limits: { "person.runs": 4 } }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
    const { items } = await world.caller("admin").audit.list({ workspace, cursor: null });
    expect(items.map(({ action }) => action)).toContain("quotas.changed");
    await world.caller("admin").quotas.save({ workspace, limits: {} });
  });

  it("counts tests of models, shows them, lets an admin lower the limit, and then refuses a test with its name", async () => {
    const workspace = world.slugs.ours;
    const admin = world.caller("admin");
    const model = { label: "Silent", provider: "default", model: "silent" };
    const saved = await admin.models.save({ workspace, ...model, baseUrl: "http://127.0.0.1:1/v1" });
    const test = async (): Promise<unknown> =>
      await admin.models.test({ workspace, reference: saved.reference });
    for (let call = 0; call < 3; call += 1)
      expect(await test()).toMatchObject({ ok: false, failure: { code: "MODEL_UNAVAILABLE" } });
    const used = async (who: "admin" | "member"): Promise<ReadonlyMap<string, unknown>> => {
      const { items } = await world.caller(who).quotas.list({ workspace });
      return new Map(items.map(({ name, used: calls, limit }) => [name, { calls, limit }]));
    };
    expect((await used("admin")).get("person_calls_per_minute")).toEqual({ calls: 3, limit: 4 });
    const others = await used("member");
    expect(others.get("person_calls_per_minute")).toEqual({ calls: 0, limit: 4 });
    expect(others.get("workspace_calls_per_minute")).toEqual({ calls: 3, limit: 9 });
    await admin.quotas.save({ workspace, limits: { "workspace.calls_per_minute": 3 } });
    expect(await test()).toMatchObject({
      ok: false,
      failure: {
        code: "QUOTA_EXCEEDED",
        message:
          "This workspace has 3 of at most 3 model calls sent within a minute (workspace.calls_per_minute).",
      },
    });
    await expect(
      world.caller("member").quotas.save({ workspace, limits: { "workspace.calls_per_minute": 2 } }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
    const { items } = await admin.audit.list({ workspace, cursor: null });
    expect(items).toContainEqual(
      expect.objectContaining({
        action: "quotas.changed",
        target: "workspace.calls_per_minute=3",
      }) as unknown,
    );
    await admin.quotas.save({ workspace, limits: {} });
  });

  it("refuses a second import of a person while one is in progress", async () => {
    const headers = await world.signIn(world.person("member"));
    const send = async (body: ReadableStream<Uint8Array>): Promise<Response> =>
      importTraces(
        new Request(`${ORIGIN}/import`, { method: "POST", headers, body, duplex: "half" } as RequestInit),
        { workspace: world.slugs.ours },
      );
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let end = (): void => undefined;
    const first = send(
      new ReadableStream(
        {
          pull: async (controller) => {
            begin();
            await new Promise<void>((resolve) => (end = resolve));
            controller.close();
          },
        },
        { highWaterMark: 0 },
      ),
    );
    await begun;
    const second = await send(new ReadableStream({ start: (controller) => controller.close() }));
    expect(second.status).toBe(429);
    expect(second.headers.get("retry-after")).toBe("5");
    end();
    await first;
    const third = await send(new ReadableStream({ start: (controller) => controller.close() }));
    expect(third.status).not.toBe(429);
  });
});
