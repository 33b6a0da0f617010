import { readLog } from "@goaltrace/core/reading";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccessWorld, ENVIRONMENT_SECRET } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";

const KEY = "sk-live-0123456789abcdef";

describe("secrets in user input", () => {
  let world: AccessWorld;
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "");
    const workspace = world.slugs.ours;
    const admin = world.caller("admin");
    const model = { label: "DeepSeek", provider: "deepseek", model: "deepseek-chat", key: KEY };
    await admin.models.save({ workspace, ...model, baseUrl: "https://api.deepseek.com" });
    await admin.models.setDefault({ workspace, reference: "scripted/demo" });
  });
  afterAll(async () => world.close());

  /** All rows of the workspace that a page may show, as text. */
  const storedRows = async (): Promise<string> => {
    const { prisma } = world.database;
    const where = { workspaceId: world.slugs.ours };
    const rows = await Promise.all([
      ...[prisma.trace.findMany({ where }), prisma.conversation.findMany({ where })],
      ...[prisma.traceComment.findMany({ where }), prisma.traceRating.findMany({ where })],
      ...[prisma.traceTag.findMany({ where }), prisma.runSignal.findMany({ where })],
    ]);
    return JSON.stringify(rows, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
  };

  it("masks stored keys and environment secrets in the log, titles, comments, tags and signals", async () => {
    const workspace = world.slugs.ours;
    const member = world.caller("member");
    const text = `${KEY} fails, and ${ENVIRONMENT_SECRET} too`;
    const masked = "[redacted:model-key#1] fails, and [redacted:environment#1] too";
    const { traceId, conversationId } = await member.runs.start({ workspace, text });
    await member.runs.pin({ workspace, traceId, text });
    await member.runs.compact({ workspace, traceId, focus: text });
    const { id } = await member.annotations.add({ workspace, traceId, body: "see" });
    await member.annotations.add({ workspace, traceId, body: text });
    await member.annotations.edit({ workspace, id, body: text });
    await member.annotations.rate({ workspace, traceId, score: -1, reason: text });
    await member.annotations.tag({ workspace, traceIds: [traceId], add: [KEY] });
    const notes = await member.annotations.list({ workspace, traceId });
    expect(notes.comments.map((comment) => comment.body)).toEqual([masked, masked]);
    expect(notes.mine?.reason).toBe(masked);
    expect(notes.tags).toEqual(["[redacted:model-key#1]"]);
    expect((await member.conversations.get({ workspace, id: conversationId })).title).toBe(
      masked.slice(0, 59).trimEnd() + "…",
    );
    await member.conversations.rename({ workspace, id: conversationId, title: text });
    const scope = { workspaceId: workspace, personId: world.person("member").id };
    const trace = await world.database.traces.get(scope, traceId);
    if (trace === undefined) throw new Error("The trace does not exist.");
    expect(trace.task).toBe(masked);
    const log = JSON.stringify(await readLog({ traces: world.database.traces, scope }, trace));
    for (const text of [log, await storedRows()]) {
      expect(text).toContain("[redacted:model-key#1]");
      expect(text).not.toContain(KEY);
      expect(text).not.toContain(ENVIRONMENT_SECRET);
    }
  });

  it("masks a retried message whose key became known after it was stored", async () => {
    const workspace = world.slugs.ours;
    const member = world.caller("member");
    const admin = world.caller("admin");
    const later = "afterthought-0123456789abcdef";
    const { traceId } = await member.runs.start({ workspace, text: `Use ${later}` });
    await world.database.pool.query(
      `update trace set status = 'failed', projection = (projection::jsonb || '{"status":"failed"}')::text where id = $1`,
      [traceId],
    );
    const model = { label: "Other", provider: "other", model: "other", key: later };
    await admin.models.save({ workspace, ...model, baseUrl: "https://api.example.com" });
    const again = await member.runs.retry({ workspace, traceId });
    const detail = await member.traces.get({ workspace, id: again.traceId });
    expect(JSON.stringify(detail)).toContain("redacted:model-key");
    expect(JSON.stringify(detail)).not.toContain(later);
  });
});
