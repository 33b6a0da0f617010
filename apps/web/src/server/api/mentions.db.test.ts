import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccessWorld } from "../testing/access-world.ts";
import type { AccessWorld, Persona } from "../testing/access-world.ts";

describe("the inbox of mentions", () => {
  let world: AccessWorld;
  let workspace = "";
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", { withModel: true });
    workspace = world.slugs.ours;
  });
  afterAll(async () => world.close());

  const personId = (who: Persona): string => world.person(who).id;
  const unread = async (who: Persona): Promise<number> =>
    (await world.caller(who).mentions.unread({ workspace })).count;
  const bodies = async (who: Persona): Promise<readonly string[]> =>
    (await world.caller(who).mentions.list({ workspace })).items.map((item) => item.body);
  /** Starts a run in a shared conversation of the member. */
  const startShared = async (text: string): Promise<{ readonly traceId: string; readonly id: string }> => {
    const member = world.caller("member");
    const { traceId, conversationId: id } = await world.startRun(text);
    await member.conversations.setVisibility({ workspace, id, visibility: "shared" });
    return { traceId, id };
  };

  it("lists a comment as unread for each mentioned member until they read it, and for no one else", async () => {
    const { traceId } = await startShared("Bake a cake\nwith plums");
    const comment = { workspace, traceId, sequence: 1, goalId: "root", body: "@viewer @admin look" };
    const mentions = [personId("viewer"), personId("admin"), personId("member"), personId("other"), "nobody"];
    const { id } = await world.caller("member").annotations.add({ ...comment, mentions });
    const { items } = await world.caller("viewer").mentions.list({ workspace });
    expect(items).toEqual([
      {
        ...{ commentId: id, traceId, sequence: 1, goalId: "root", body: comment.body, readAt: null },
        ...{ personName: "member", title: "Bake a cake", createdAt: expect.any(Number) as unknown },
      },
    ]);
    expect([await unread("viewer"), await unread("admin")]).toEqual([1, 1]);
    expect([await unread("member"), await unread("owner")]).toEqual([0, 0]);
    await world.caller("owner").mentions.markRead({ workspace, ids: [id] });
    expect(await unread("viewer")).toBe(1);
    expect(await world.caller("viewer").mentions.markRead({ workspace, ids: [id] })).toEqual({ count: 0 });
    expect(await unread("admin")).toBe(1);
    await world.caller("admin").mentions.markRead({ workspace, ids: null });
    expect(await unread("admin")).toBe(0);
    expect(await bodies("admin")).toEqual([comment.body]);
  });

  it("does not load what traces store beside their title", async () => {
    const { traceId } = await startShared("Bake bread");
    const comment = { workspace, traceId, body: "@viewer", mentions: [personId("viewer")] };
    await world.caller("member").annotations.add(comment);
    // A header whose end is not JSON cannot be read as a whole.
    await world.database.pool.query("update trace set header = header || repeat('x', 100000) where id = $1", [
      traceId,
    ]);
    const { items } = await world.caller("viewer").mentions.list({ workspace });
    expect(items[0]).toMatchObject({ traceId, title: "Bake bread" });
    await world.database.pool.query("update trace set header = rtrim(header, 'x') where id = $1", [traceId]);
    await world.caller("viewer").mentions.markRead({ workspace, ids: null });
  });

  it("updates mentions when a comment is edited, removed or restored", async () => {
    const { traceId } = await startShared("Edit");
    const member = world.caller("member");
    const first = { workspace, traceId, body: "@owner", mentions: [personId("owner")] };
    const { id } = await member.annotations.add(first);
    await world.caller("owner").mentions.markRead({ workspace, ids: null });
    await member.annotations.edit({
      workspace,
      id,
      body: "@owner @viewer",
      mentions: [personId("owner"), personId("viewer")],
    });
    expect([await unread("owner"), await unread("viewer")]).toEqual([0, 1]);
    await member.annotations.edit({ workspace, id, body: "@viewer", mentions: [personId("viewer")] });
    expect(await bodies("owner")).not.toContain("@viewer");
    await member.annotations.remove({ workspace, id });
    expect(await unread("viewer")).toBe(0);
    await member.annotations.restore({ workspace, id });
    expect(await unread("viewer")).toBe(1);
    await world.caller("viewer").mentions.markRead({ workspace, ids: null });
    await expect(
      world.caller("owner").annotations.edit({ workspace, id, body: "x", mentions: [personId("admin")] }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await unread("admin")).toBe(0);
  });

  it("hides a mention on a private or removed run", async () => {
    const { traceId, id } = await startShared("Private again");
    const member = world.caller("member");
    await member.annotations.add({ workspace, traceId, body: "@owner see", mentions: [personId("owner")] });
    expect(await unread("owner")).toBe(1);
    await member.conversations.setVisibility({ workspace, id, visibility: "private" });
    expect(await unread("owner")).toBe(0);
    expect(await bodies("owner")).not.toContain("@owner see");
    await member.conversations.setVisibility({ workspace, id, visibility: "shared" });
    expect(await unread("owner")).toBe(1);
    await world.database.pool.query("update trace_facts set removed_at = now() where trace_id = $1", [
      traceId,
    ]);
    expect(await unread("owner")).toBe(0);
  });

  it("continues each page where the previous one ended", async () => {
    const { traceId } = await startShared("Many");
    const person = await world.newPerson("viewer");
    for (let count = 0; count < 33; count += 1)
      await world
        .caller("member")
        .annotations.add({ workspace, traceId, body: `note ${count}`, mentions: [person.id] });
    const reader = world.caller("viewer", { person });
    const first = await reader.mentions.list({ workspace });
    const rest = await reader.mentions.list({ workspace, cursor: first.nextCursor });
    expect(rest.nextCursor).toBeNull();
    const notes = [...first.items, ...rest.items].map((item) => item.body);
    expect(notes).toEqual(Array.from({ length: 33 }, (_, index) => `note ${32 - index}`));
  });
});
