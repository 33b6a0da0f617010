import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportTrace } from "../http/export-trace.ts";
import { exportTraces } from "../http/export-traces.ts";
import { importTraces } from "../http/import-traces.ts";
import { answerRest } from "../rest/answer-rest.ts";
import { deleteConversation } from "../rest/endpoints.ts";
import { createAccessWorld, ORIGIN } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";

describe("what leaves, enters and goes, in the audit log", () => {
  let world: AccessWorld;
  let workspace = "";
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", { withModel: true, forRoutes: true });
    workspace = world.slugs.ours;
  });
  afterAll(async () => world.close());

  const SECRET_TASK = "marzipan-quokka";
  const start = async (): ReturnType<AccessWorld["startRun"]> => world.startRun(SECRET_TASK);
  /** What was noted since, newest first. */
  const noted = async (act: () => Promise<unknown>): Promise<readonly unknown[]> => {
    const before = await world.database.audit.list(workspace, { cursor: null, limit: 200 });
    await act();
    const after = await world.database.audit.list(workspace, { cursor: null, limit: 200 });
    const known = new Set(before.items.map((entry) => entry.id));
    return after.items
      .filter((entry) => !known.has(entry.id))
      .map(({ action, target, detail, email }) => [action, target, detail, email.split("-")[0]]);
  };

  it("public links, made and ended once, with what they show", async () => {
    const member = world.caller("member");
    const { traceId } = await start();
    let id = "";
    const made = async (): Promise<void> => {
      ({ id } = await member.shares.create({ workspace, traceId, days: 7, includeContent: true }));
    };
    expect(await noted(made)).toEqual([
      ["share.created", traceId, { days: "7", content: "included" }, "member"],
    ]);
    expect(await noted(async () => member.shares.revoke({ workspace, id }))).toEqual([
      ["share.ended", traceId, {}, "member"],
    ]);
    expect(await noted(async () => member.shares.revoke({ workspace, id }))).toEqual([]);
  });

  it("runs taken out, put back and deleted, many in one line, and nothing for what was refused", async () => {
    const member = world.caller("member");
    const ids: string[] = [];
    for (let run = 0; run < 7; run += 1) ids.push((await start()).traceId);
    const some = expect.stringMatching(/^[\w-]+(, [\w-]+){4}$/) as unknown;
    expect(await noted(async () => member.traces.remove({ workspace, ids }))).toEqual([]);
    await world.database.pool.query("update trace_facts set status = 'completed' where trace_id = any($1)", [
      ids,
    ]);
    const line = (action: string): unknown => [action, some, { runs: "7" }, "member"];
    expect(await noted(async () => member.traces.remove({ workspace, ids }))).toEqual([
      line("trace.removed"),
    ]);
    expect(await noted(async () => member.traces.restore({ workspace, ids }))).toEqual([
      line("trace.restored"),
    ]);
    await member.traces.remove({ workspace, ids });
    expect(await noted(async () => member.traces.purge({ workspace, ids }))).toEqual([line("trace.deleted")]);
  });

  it("conversations removed and put back, by their person or by a key", async () => {
    const member = world.caller("member");
    const { conversationId: id } = await start();
    expect(await noted(async () => member.conversations.delete({ workspace, id }))).toEqual([
      ["conversation.removed", id, {}, "member"],
    ]);
    expect(await noted(async () => member.conversations.restore({ workspace, id }))).toEqual([
      ["conversation.restored", id, {}, "member"],
    ]);
    const key = await world.makeKey("member", ["run"]);
    const request = new Request(`${ORIGIN}/api/conversations?id=${id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${key}` },
    });
    const byKey = async (): Promise<unknown> =>
      answerRest(deleteConversation, request, { runtime: world.runtime, params: {} });
    expect(await noted(byKey)).toEqual([["conversation.removed", id, { key: "member" }, "member"]]);
  });

  it("exports and imports, by run, without a word of what was asked", async () => {
    const { traceId } = await start();
    const headers = await world.signIn(world.person("member"));
    let file = "";
    const one = async (): Promise<void> => {
      const response = await exportTrace(new Request(`${ORIGIN}/x`, { headers }), { workspace, id: traceId });
      file = await response.text();
    };
    const anyText: unknown = expect.any(String);
    const oneRun = { runs: "1" };
    expect(await noted(one)).toEqual([["trace.exported", traceId, oneRun, "member"]]);
    const body = new FormData();
    body.set("ids", [traceId, randomUUID()].join(","));
    const many = async (): Promise<void> => {
      const response = await exportTraces(new Request(`${ORIGIN}/x`, { method: "POST", headers, body }), {
        workspace,
      });
      await response.text();
    };
    expect(await noted(many)).toEqual([["trace.exported", anyText, { runs: "2" }, "member"]]);
    const enter = async (text: string): Promise<Response> =>
      importTraces(new Request(`${ORIGIN}/x`, { method: "POST", headers, body: text }), { workspace });
    const imported = await noted(async () => enter(file));
    expect(imported).toEqual([["trace.imported", anyText, oneRun, "member"]]);
    expect(await noted(async () => enter("{}"))).toEqual([]);
    const all = await world.database.audit.list(workspace, { cursor: null, limit: 200 });
    expect(JSON.stringify(all)).not.toContain(SECRET_TASK);
  });
});
