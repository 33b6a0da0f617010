import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportTrace } from "../http/export-trace.ts";
import { exportTraces } from "../http/export-traces.ts";
import { importTraces } from "../http/import-traces.ts";
import { handleRest } from "../rest/handle-rest.ts";
import { hideConversation } from "../rest/endpoints.ts";
import { createAccessWorld, ORIGIN } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";

describe("audit log of shares, exports, imports and deletions", () => {
  let world: AccessWorld;
  let workspace = "";
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", { withModel: true, forRoutes: true });
    workspace = world.slugs.ours;
  });
  afterAll(async () => world.close());

  const SECRET_TASK = "marzipan-quokka";
  const start = async (): ReturnType<AccessWorld["startRun"]> => world.startRun(SECRET_TASK);
  /** The audit entries that an action adds, newest first. */
  const entriesAddedBy = async (act: () => Promise<unknown>): Promise<readonly unknown[]> => {
    const before = await world.database.audit.list(workspace, { cursor: null, limit: 200 });
    await act();
    const after = await world.database.audit.list(workspace, { cursor: null, limit: 200 });
    const earlierIds = new Set(before.items.map((entry) => entry.id));
    return after.items
      .filter((entry) => !earlierIds.has(entry.id))
      .map(({ action, target, detail, email }) => [action, target, detail, email.split("-")[0]]);
  };

  it("records a public link when it is created and once when it is revoked", async () => {
    const member = world.caller("member");
    const { traceId } = await start();
    let id = "";
    const create = async (): Promise<void> => {
      ({ id } = await member.shares.create({ workspace, traceId, days: 7, includeContent: true }));
    };
    expect(await entriesAddedBy(create)).toEqual([
      ["share.created", traceId, { days: "7", content: "included" }, "member"],
    ]);
    expect(await entriesAddedBy(async () => member.shares.revoke({ workspace, id }))).toEqual([
      ["share.ended", traceId, {}, "member"],
    ]);
    expect(await entriesAddedBy(async () => member.shares.revoke({ workspace, id }))).toEqual([]);
  });

  it("records removed, restored and deleted runs in one entry each, and nothing for a rejected request", async () => {
    const member = world.caller("member");
    const ids: string[] = [];
    for (let run = 0; run < 7; run += 1) ids.push((await start()).traceId);
    const some = expect.stringMatching(/^[\w-]+(, [\w-]+){4}$/) as unknown;
    expect(await entriesAddedBy(async () => member.traces.remove({ workspace, ids }))).toEqual([]);
    await world.database.pool.query("update trace_facts set status = 'completed' where trace_id = any($1)", [
      ids,
    ]);
    const line = (action: string): unknown => [action, some, { runs: "7" }, "member"];
    expect(await entriesAddedBy(async () => member.traces.remove({ workspace, ids }))).toEqual([
      line("trace.removed"),
    ]);
    expect(await entriesAddedBy(async () => member.traces.restore({ workspace, ids }))).toEqual([
      line("trace.restored"),
    ]);
    await member.traces.remove({ workspace, ids });
    expect(await entriesAddedBy(async () => member.traces.purge({ workspace, ids }))).toEqual([
      line("trace.deleted"),
    ]);
  });

  it("records removed and restored conversations, with the key that was used", async () => {
    const member = world.caller("member");
    const { conversationId: id } = await start();
    expect(await entriesAddedBy(async () => member.conversations.delete({ workspace, id }))).toEqual([
      ["conversation.removed", id, {}, "member"],
    ]);
    expect(await entriesAddedBy(async () => member.conversations.restore({ workspace, id }))).toEqual([
      ["conversation.restored", id, {}, "member"],
    ]);
    const key = await world.makeKey("member", ["run"]);
    const request = new Request(`${ORIGIN}/api/conversations?id=${id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${key}` },
    });
    const byKey = async (): Promise<unknown> =>
      handleRest(hideConversation, request, { runtime: world.runtime, params: {} });
    expect(await entriesAddedBy(byKey)).toEqual([["conversation.removed", id, { key: "member" }, "member"]]);
  });

  it("records exports and imports by run id, without the task text", async () => {
    const { traceId } = await start();
    const headers = await world.signIn(world.person("member"));
    let file = "";
    // An image in a text can make a reader's browser send this request.
    const openAddress = async (): Promise<void> => {
      const response = await exportTrace(new Request(`${ORIGIN}/x`, { headers }), { workspace, id: traceId });
      expect(await response.text()).toContain(SECRET_TASK);
    };
    expect(await entriesAddedBy(openAddress)).toEqual([]);
    const ids = new FormData();
    ids.set("ids", traceId);
    const exportOne = async (): Promise<void> => {
      const request = new Request(`${ORIGIN}/x`, { method: "POST", headers, body: ids });
      const response = await exportTraces(request, { workspace });
      expect(response.headers.get("content-disposition")).toContain(`trace-${traceId}.jsonl`);
      file = await response.text();
    };
    const anyText: unknown = expect.any(String);
    const oneRun = { runs: "1" };
    expect(await entriesAddedBy(exportOne)).toEqual([["trace.exported", traceId, oneRun, "member"]]);
    const body = new FormData();
    body.set("ids", [traceId, randomUUID()].join(","));
    const exportMany = async (): Promise<void> => {
      const response = await exportTraces(new Request(`${ORIGIN}/x`, { method: "POST", headers, body }), {
        workspace,
      });
      await response.text();
    };
    expect(await entriesAddedBy(exportMany)).toEqual([["trace.exported", anyText, { runs: "2" }, "member"]]);
    const importText = async (text: string): Promise<Response> =>
      importTraces(new Request(`${ORIGIN}/x`, { method: "POST", headers, body: text }), { workspace });
    const imported = await entriesAddedBy(async () => importText(file));
    expect(imported).toEqual([["trace.imported", anyText, oneRun, "member"]]);
    expect(await entriesAddedBy(async () => importText("{}"))).toEqual([]);
    const all = await world.database.audit.list(workspace, { cursor: null, limit: 200 });
    expect(JSON.stringify(all)).not.toContain(SECRET_TASK);
  });
});
