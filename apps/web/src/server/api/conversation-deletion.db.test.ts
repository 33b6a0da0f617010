import { createHash, randomUUID } from "node:crypto";
import type { Entry } from "@goaltrace/core/log";
import type { Blob } from "@goaltrace/core/ports";
import { finishDeletions } from "@goaltrace/host";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { deleteConversationPermanently } from "../rest/endpoints.ts";
import { handleRest } from "../rest/handle-rest.ts";
import { createAccessWorld, ORIGIN } from "../testing/access-world.ts";
import type { AccessWorld, Persona } from "../testing/access-world.ts";
import { findMarks } from "../testing/find-marks.ts";

type Started = { readonly traceId: string; readonly conversationId: string };

const textBlob = (text: string): Blob => ({
  sha256: createHash("sha256").update(text).digest("hex"),
  ...{ mediaType: "text/plain", encoding: "utf8", text },
});
const imageBlob = (text: string): Blob => {
  const bytes = Buffer.concat([Buffer.from([137, 80, 78, 71, 0, 255]), Buffer.from(text)]);
  return {
    sha256: createHash("sha256").update(bytes).digest("hex"),
    ...{ mediaType: "image/png", encoding: "base64", text: bytes.toString("base64") },
  };
};

describe("permanent deletion of a conversation", () => {
  let world: AccessWorld;
  let workspace = "";
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", { withModel: true, forRoutes: true });
    workspace = world.slugs.ours;
  });
  afterAll(async () => world.close());

  /** A run as a worker leaves it: with calls, files and an answer that contain `mark`, in entries and contents. */
  const work = async ({ traceId }: Started, mark: string): Promise<void> => {
    const { traces } = world.database;
    const claimed = await traces.claim({ owner: "worker", leaseMs: 60_000, only: traceId });
    if (claimed === undefined) throw new Error("nothing to claim");
    const { trace, lease } = claimed;
    const [before, after, image] = [textBlob(`before ${mark}`), textBlob(`after ${mark}`), imageBlob(mark)];
    const base = (
      offset: number,
    ): Pick<Entry, "id" | "traceId" | "sequence" | "version" | "at" | "goalId"> => ({
      ...{ id: randomUUID(), traceId, sequence: trace.lastSequence + offset, version: 1 },
      ...{ at: 1_700_000_000_000, goalId: "root" },
    });
    const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, reasoningTokens: 0, estimated: false };
    const entries: readonly Entry[] = [
      {
        ...base(1),
        ...{ kind: "message", role: "assistant", callId: "c1", text: mark, reasoning: mark, model: "m" },
        toolCalls: [{ id: "t1", name: `tool_${mark}`, arguments: JSON.stringify({ text: mark }) }],
        ...{ finishReason: "tool_calls", usage, cost: 0, durationMs: 1, firstTokenMs: 1, description: mark },
      },
      {
        ...base(2),
        ...{ kind: "event", type: "file.changed" },
        data: {
          ...{ toolCallId: "t1", path: mark, beforeBlob: before.sha256, afterBlob: after.sha256 },
          ...{ added: 1, removed: 1 },
        },
      },
      {
        ...base(3),
        ...{ kind: "message", role: "tool", toolCallId: "t1", toolName: `tool_${mark}`, outcome: "ok" },
        ...{ title: mark, output: mark, durationMs: 1, description: mark, tokens: 1 },
        parts: [{ type: "image", mediaType: "image/png", blob: image.sha256 }],
      },
      {
        ...base(4),
        ...{ kind: "event", type: "trace.finished" },
        data: { status: "completed", failure: null, summary: mark },
      },
    ];
    await traces.append({
      ...{ traceId, rootId: traceId, fence: lease.fence, entries, blobs: [before, after, image] },
      projection: { ...trace, status: "completed", lastSequence: trace.lastSequence + 4, summary: mark },
    });
    await traces.release(lease);
  };

  /** Adds everything that people and running calls leave around a run. */
  const annotate = async ({ traceId, conversationId }: Started, mark: string): Promise<void> => {
    const member = world.caller("member");
    await member.conversations.setVisibility({ workspace, id: conversationId, visibility: "shared" });
    await member.conversations.rename({ workspace, id: conversationId, title: `About ${mark}` });
    const owner = world.caller("owner");
    const target = { workspace, traceId, sequence: 1 };
    await owner.annotations.add({ ...target, body: mark, mentions: [world.person("member").id] });
    await owner.annotations.rate({ workspace, traceId, score: -1, reason: mark });
    await owner.annotations.rate({ ...target, score: 1, reason: mark, tags: ["correct"] });
    await member.annotations.tag({ workspace, traceIds: [traceId], add: [mark], remove: [] });
    await member.shares.create({ workspace, traceId, days: 7, includeContent: true });
    await member.runs.pin({ workspace, traceId, text: mark });
    const place = { layer: "conversation", target: conversationId } as const;
    await member.permissions.addRule({ workspace, place, effect: "allow", rule: `write_file(${mark}/**)` });
    const { pool, live } = world.database;
    const delta = { traceId, callId: "c9", attempt: 0, offset: 0, text: mark } as const;
    live.publish({ kind: "delta", channel: "text", ...delta });
    await vi.waitFor(async () => {
      const { rowCount } = await pool.query("select from live_partial where trace_id = $1", [traceId]);
      expect(rowCount).toBe(1);
    });
  };
  const newMark = (): string => `quokka${randomUUID().replaceAll("-", "")}`;
  const audited = async (): Promise<readonly unknown[]> => {
    const { items } = await world.database.audit.list(workspace, { cursor: null, limit: 5 });
    return items.map(({ action, target, detail, email }) => [action, target, detail, email.split("-")[0]]);
  };

  it("leaves none of its texts, contents, marks or ids in any table", async () => {
    const mark = newMark();
    const first = await world.startRun(`Look for ${mark}`);
    await work(first, mark);
    const member = world.caller("member");
    const second = await member.runs.start({
      ...{ workspace, conversationId: first.conversationId, text: `Again ${mark}` },
    });
    await work(second, mark);
    await annotate(second, mark);
    const { rows: comments } = await world.database.pool.query<{ readonly id: string }>(
      "select id from trace_comment where trace_id = $1",
      [second.traceId],
    );
    const commentId = comments[0]?.id ?? "";
    const ids = [first.traceId, second.traceId, commentId];
    expect(await findMarks(world.database, [mark])).toEqual([
      ...["blob.text", "conversation.title", "entry.body", "entry.skeleton", "entry_rating.reason"],
      ...["experience.condition", "experience.rule", "experience_evidence.quote", "live_partial.text"],
      ...["message_search.words", "permission_rule.pattern", "run_signal.payload", "trace.header"],
      "trace.projection",
      ...["trace_comment.body", "trace_facts.tools", "trace_rating.reason", "trace_tag.tag"],
    ]);
    expect(await findMarks(world.database, ids)).toEqual(
      expect.arrayContaining(["mention.comment_id", "share_link.trace_id", "trace_blob.trace_id"]),
    );
    const id = first.conversationId;
    expect(await member.conversations.contents({ workspace, id })).toEqual({
      ...{ runs: 2, messages: 6, comments: 1, shareLinks: 1 },
    });
    expect(await member.conversations.deletePermanently({ workspace, id })).toEqual({ state: "deleted" });
    expect(await findMarks(world.database, [mark])).toEqual([]);
    // The audit log says who shared and deleted what, by id.
    expect(await findMarks(world.database, ids)).toEqual(["audit_entry.target"]);
    expect(await findMarks(world.database, [id])).toEqual(["audit_entry.target", "conversation_deletion.id"]);
    expect(await audited()).toContainEqual(["conversation.deleted", id, {}, "member"]);
  });

  it("finds texts in every form in which a database can hold them", async () => {
    const mark = newMark();
    const { pool } = world.database;
    await pool.query(
      "create table later_feature (words tsvector, raw bytea, list text[], value jsonb, encoded text)",
    );
    try {
      for (const [column, value] of [
        ["words", mark],
        ["raw", Buffer.from(`x${mark}`)],
        ["list", [mark.toUpperCase()]],
        ["value", JSON.stringify({ deep: [mark] })],
        ["encoded", Buffer.from(`abcd${mark}`).toString("base64")],
      ] as const) {
        await pool.query(`insert into later_feature (${column}) values ($1)`, [value]);
        expect(await findMarks(world.database, [mark])).toEqual([`later_feature.${column}`]);
        await pool.query("delete from later_feature");
      }
    } finally {
      await pool.query("drop table later_feature");
    }
  });

  it("allows the author, admins and owners, and rejects other members and viewers", async () => {
    const attempt = async (who: Persona, id: string): Promise<unknown> =>
      world.caller(who).conversations.deletePermanently({ workspace, id });
    const colleague = await world.newPerson("member");
    const { conversationId: id } = await world.startRun("Bake");
    const asColleague = world.caller(null, { person: colleague }).conversations;
    await expect(asColleague.deletePermanently({ workspace, id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(attempt("viewer", id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await world.caller("member").conversations.setVisibility({ workspace, id, visibility: "shared" });
    for (const rejected of [asColleague.deletePermanently, asColleague.contents])
      await expect(rejected({ workspace, id })).rejects.toMatchObject({
        code: "FORBIDDEN",
        cause: { code: "NOT_ALLOWED", fix: expect.stringContaining("owner") as unknown },
      });
    expect(await attempt("member", id)).toEqual({ state: "deleted" });
    for (const who of ["admin", "owner"] as const) {
      const { conversationId } = await world.startRun("Bake");
      expect(await attempt(who, conversationId)).toEqual({ state: "deleted" });
      expect((await audited())[0]).toEqual(["conversation.deleted", conversationId, {}, who]);
    }
  });

  it("answers a repeated REST request like the first one, and audits the deletion once, with the key", async () => {
    const { conversationId: id, traceId } = await world.startRun("Bake");
    const send = async (who: Persona): Promise<Response> =>
      handleRest(
        deleteConversationPermanently,
        new Request(`${ORIGIN}/api/conversations/${id}`, {
          method: "DELETE",
          headers: { authorization: `Bearer ${await world.makeKey(who, ["run"])}` },
        }),
        { runtime: world.runtime, params: { id } },
      );
    expect((await send("other")).status).toBe(404);
    for (let time = 0; time < 2; time += 1) {
      const response = await send("member");
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ deleted: true, remainingRuns: 0 });
    }
    expect((await send("other")).status).toBe(404);
    expect(
      await world.database.traces.get({ workspaceId: workspace, personId: "" }, traceId),
    ).toBeUndefined();
    const entries = (await audited()).filter((entry) => JSON.stringify(entry).includes(id));
    expect(entries).toEqual([["conversation.deleted", id, { key: "member" }, "member"]]);
  });

  it("is finished by a worker after a crash", async () => {
    const { conversationId: id, traceId } = await world.startRun("Bake");
    const scope = { workspaceId: workspace, personId: world.person("member").id };
    await world.database.deletions.begin(scope, id, { ofOthers: false });
    const stop = new AbortController();
    const { clock, logger } = world.runtime;
    const finishing = finishDeletions({ stores: world.database, clock, logger }, stop.signal);
    await vi.waitFor(async () => {
      expect(await world.database.traces.get(scope, traceId)).toBeUndefined();
      expect(await world.database.deletions.unfinished()).not.toContainEqual({ workspaceId: workspace, id });
    });
    stop.abort();
    await finishing;
  });
});
