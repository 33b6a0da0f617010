import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createDatabase, type Database } from "./database.ts";
import { LIVE_CHANNEL } from "./live/channel.ts";
import { writeWake } from "./live/wire.ts";
import { newEntry, newScope, newTrace } from "./testing/fixture.ts";

describe("database", () => {
  let database: Database;
  beforeAll(() => {
    database = createDatabase(process.env.DATABASE_URL ?? "");
  });
  afterAll(() => database.close());

  it("wakes the workers of every process for a queued job", async () => {
    const other = createDatabase(process.env.DATABASE_URL ?? "");
    let wakes = 0;
    await other.listening();
    const stop = await other.jobs.subscribe(() => {
      wakes += 1;
    });
    await database.jobs.enqueue({ traceId: randomUUID(), workspaceId: "workspace", groupId: null });
    await vi.waitFor(() => expect(wakes).toBeGreaterThan(0), 1_500);
    await stop();
    await other.close();
  });

  it("wakes workers a few times for many jobs that are queued together", async () => {
    const listener = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await listener.connect();
    const ids = Array.from({ length: 200 }, () => randomUUID());
    const wakes: string[] = [];
    const isOver = writeWake("over");
    let hasEnded = false;
    const known = new Set(ids.map(writeWake));
    listener.on("notification", ({ payload = "" }) => {
      if (known.has(payload)) wakes.push(payload);
      hasEnded ||= payload === isOver;
    });
    await listener.query(`listen ${LIVE_CHANNEL}`);
    await Promise.all(
      ids.map(
        async (traceId) => await database.jobs.enqueue({ traceId, workspaceId: "workspace", groupId: null }),
      ),
    );
    await database.jobs.enqueue({ traceId: "over", workspaceId: "workspace", groupId: null });
    await vi.waitFor(() => expect(hasEnded).toBe(true));
    expect(wakes.length).toBeGreaterThan(0);
    expect(wakes.length).toBeLessThan(ids.length / 20);
    await listener.end();
  });

  it("wakes workers for a signal only when its run is waiting", async () => {
    const scope = newScope();
    const waiting = newTrace(scope, { status: "waiting", waitingFor: "question" });
    const running = newTrace(scope, { status: "running" });
    for (const trace of [waiting, running])
      await database.traces.create(scope, trace, [newEntry(trace.id, 1)], []);
    const listener = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await listener.connect();
    const payloads: string[] = [];
    listener.on("notification", ({ payload = "" }) => payloads.push(payload));
    await listener.query(`listen ${LIVE_CHANNEL}`);
    const body = { kind: "answer", payload: { questionId: "q", text: "Blue" } } as const;
    for (const { id: traceId } of [running, waiting])
      await database.signals.insert(scope, { ...body, id: "answer", traceId, personId: null, at: 1 });
    await vi.waitFor(() => expect(payloads).toContain(writeWake(waiting.id)), 1_000);
    expect(payloads).not.toContain(writeWake(running.id));
    expect(payloads.filter((payload) => payload.includes("signalled")).join()).toContain(running.id);
    await listener.end();
  });

  it("replaces half of a character in the title of a new conversation, and refuses a NUL", async () => {
    const scope = { workspaceId: randomUUID(), personId: "owner" };
    const base = { pinned: false, shared: false, folderId: null, model: null, createdAt: 1, updatedAt: 1 };
    const create = async (id: string, title: string): Promise<void> =>
      await database.conversations.create(scope, { ...base, id, personId: "owner", title });
    await create("a", "a\ud800b");
    expect(await database.conversations.get(scope, "a")).toMatchObject({ title: "a\ufffdb" });
    await expect(create("b", "a\0b")).rejects.toThrow("Unicode escape");
    expect(await database.conversations.get(scope, "b")).toBeUndefined();
  });

  it("lists a person's own and shared conversations and undoes a deletion", async () => {
    const workspaceId = randomUUID();
    const [owner, stranger] = [
      { workspaceId, personId: "owner" },
      { workspaceId, personId: "stranger" },
    ];
    const base = { title: "T", pinned: false, shared: false, folderId: null, model: null, createdAt: 1 };
    for (const [index, id] of ["a", "b", "c"].entries()) {
      await database.conversations.create(owner, {
        ...base,
        id,
        personId: "owner",
        updatedAt: index,
        pinned: id === "a",
      });
    }
    const first = await database.conversations.list(owner, { cursor: null, limit: 1 });
    const second = await database.conversations.list(owner, { cursor: first.nextCursor, limit: 1 });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(["a", "c", "b"]);
    expect((await database.conversations.list(stranger, { cursor: null, limit: 9 })).items).toEqual([]);
    await expect(database.conversations.update(stranger, "a", { title: "X" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await database.conversations.remove(owner, "a");
    expect(await database.conversations.get(owner, "a")).toBeUndefined();
    await database.conversations.restore(owner, "a");
    expect((await database.conversations.get(owner, "a"))?.title).toBe("T");
  });

  it("lets one of two concurrent first accounts win and own its workspace", async () => {
    if (!(await database.accounts.isEmpty())) return;
    const people = [randomUUID(), randomUUID()];
    const outcomes = await Promise.allSettled(
      people.map((personId) =>
        database.accounts.createOwner(
          {
            personId,
            accountId: randomUUID(),
            name: "N",
            email: `${personId}@example.org`,
            passwordHash: "hash",
          },
          { id: randomUUID(), slug: personId, name: "W" },
        ),
      ),
    );
    const winner = people.find((_, index) => outcomes[index]?.status === "fulfilled") ?? "";
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await database.members.membership(winner, winner))?.role).toBe("owner");
    await database.prisma.workspace.deleteMany({ where: { slug: winner } });
    await database.prisma.user.deleteMany({ where: { id: winner } });
  });
});
