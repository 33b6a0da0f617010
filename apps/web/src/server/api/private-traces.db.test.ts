import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccessWorld } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";
import { MIN_ROLES } from "../testing/min-roles.ts";
import { callOutcome } from "../testing/call-outcome.ts";
import { appRouter } from "./root.ts";

const SECRET = "marzipan-quokka";
const READ_PROCEDURES = Object.keys(appRouter._def.procedures)
  .filter((name) => MIN_ROLES[name] !== "public" && MIN_ROLES[name] !== "person")
  .filter((name) => {
    const procedure = Reflect.get(appRouter._def.procedures, name) as { _def: { type: string } };
    return procedure._def.type !== "mutation" && name !== "models.detect";
  });

describe("private conversations", () => {
  let world: AccessWorld;
  let traceId = "";
  let conversationId = "";
  const hashes: string[] = [];
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", { withModel: true });
    ({ traceId, conversationId } = await world.startRun(`Bake ${SECRET} again`));
    const rows = await world.database.prisma.traceBlob.findMany({ where: { traceId } });
    hashes.push(...rows.map((row) => row.sha256));
  });
  afterAll(async () => world.close());

  const inputs = (): readonly Record<string, unknown>[] => {
    const rest = {
      ...{ workspace: world.slugs.ours, sequence: 1, after: 0, limit: 50, offset: 0, shape: "entries" },
      ...{ field: "description", text: "marzipan", query: "marzipan", q: "marzipan", cursor: null },
      ...{ traceId, conversationId, ids: [traceId], sequences: [1], callId: "c", sha256: "0".repeat(64) },
      ...{ query_: "marzipan", filter: {}, wanted: {}, from: 0, to: Date.now() + 1e9, days: 30 },
    };
    return [
      { ...rest, id: traceId },
      { ...rest, id: conversationId },
      ...hashes.map((sha256) => ({ ...rest, sha256 })),
    ];
  };
  const seen = async (who: "owner" | "admin" | "viewer", name: string): Promise<string> => {
    const outcomes = [];
    for (const input of inputs()) {
      const controller = new AbortController();
      const timer = setTimeout(() => {
        controller.abort();
      }, 300);
      outcomes.push(await callOutcome(world.caller(who, { signal: controller.signal }), name, input));
      clearTimeout(timer);
    }
    return outcomes.join("\n");
  };

  it.each(READ_PROCEDURES)(
    "%s hides a private conversation from everyone else, including owners",
    async (name) => {
      for (const who of ["owner", "viewer"] as const)
        expect((await seen(who, name)).replaceAll(/Bake|again/g, ""), who).not.toContain(SECRET);
    },
  );

  it("lets only its owner read, share and unshare it, effective immediately", async () => {
    const workspace = world.slugs.ours;
    const read = async (who: "member" | "viewer"): Promise<string> =>
      callOutcome(world.caller(who), "traces.skeleton", { workspace, id: traceId });
    expect(await read("member")).toContain(SECRET);
    expect(await read("viewer")).toMatch(/^NOT_FOUND/);
    const share = async (who: "member" | "owner", visibility: "shared" | "private"): Promise<string> =>
      callOutcome(world.caller(who), "conversations.setVisibility", {
        workspace,
        id: conversationId,
        visibility,
      });
    expect(await share("owner", "shared")).toMatch(/^NOT_FOUND/);
    expect(await share("member", "shared")).toMatch(/^done/);
    expect(await read("viewer")).toContain(SECRET);
    expect(
      await callOutcome(world.caller("owner"), "conversations.delete", { workspace, id: conversationId }),
    ).toMatch(/^NOT_FOUND/);
    expect(await seen("viewer", "traces.entries")).toContain(SECRET);
    expect(await share("member", "private")).toMatch(/^done/);
    expect(await read("viewer")).toMatch(/^NOT_FOUND/);
    const audit = await world.caller("admin").audit.list({ workspace });
    expect(audit.items.map((entry) => entry.action)).toEqual(
      expect.arrayContaining(["conversation.shared", "conversation.unshared"]),
    );
    expect(JSON.stringify(audit)).not.toContain(SECRET);
  });

  it("shows traces without a conversation to the whole workspace", async () => {
    const { database, runtime, slugs } = world;
    const scope = { workspaceId: slugs.ours, personId: world.person("member").id };
    const trace = await database.traces.get(scope, traceId);
    if (trace === undefined) throw new Error("The trace does not exist.");
    const id = randomUUID();
    const own = { ...trace, id, rootId: id, conversationId: null, lastSequence: 0 };
    await database.traces.create(scope, own, [], []);
    const viewer = { ...scope, personId: world.person("viewer").id };
    expect((await runtime.stores.traces.get(viewer, id))?.id).toBe(id);
    expect(await runtime.stores.traces.get({ ...viewer, workspaceId: slugs.theirs }, id)).toBeUndefined();
    await expect(runtime.stores.traces.delete(viewer, traceId)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("open streams", () => {
  let world: AccessWorld;
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", { withModel: true });
  });
  afterAll(async () => world.close());

  /** Opens both streams for a new viewer with a real session, and waits for the first item of the trace stream. */
  const openStreams = async () => {
    const workspace = world.slugs.ours;
    const member = world.caller("member");
    const run = await member.runs.start({ workspace, text: "Keep working for a long time" });
    await member.conversations.setVisibility({ workspace, id: run.conversationId, visibility: "shared" });
    const person = await world.newPerson("viewer");
    const caller = world.caller(null, { person, headers: await world.signIn(person) });
    const tail = await caller.traces.tail({ workspace, id: run.traceId, shape: "entries", after: 0 });
    const watch = await caller.traces.watch({ workspace });
    const iterator = tail[Symbol.asyncIterator]();
    expect((await iterator.next()).done).toBe(false);
    return { run, person, iterator, watch: watch[Symbol.asyncIterator]() };
  };
  const endReason = async (iterator: AsyncIterator<unknown>): Promise<string> => {
    try {
      while ((await iterator.next()).done !== true);
      return "ended";
    } catch (thrown) {
      const cause = thrown instanceof Error ? thrown.cause : undefined;
      return cause instanceof Error && "code" in cause ? String(cause.code) : String(thrown);
    }
  };

  it("end at once when the member is removed", async () => {
    const { person, iterator, watch } = await openStreams();
    await world.caller("owner").members.remove({ workspace: world.slugs.ours, personId: person.id });
    expect(await Promise.all([endReason(iterator), endReason(watch)])).toEqual(["NOT_FOUND", "NOT_FOUND"]);
  });

  it("end when the session is revoked", async () => {
    const { person, iterator } = await openStreams();
    await world.database.prisma.session.deleteMany({ where: { userId: person.id } });
    expect(await endReason(iterator)).toBe("NOT_SIGNED_IN");
  });

  it("end when the conversation becomes private", async () => {
    const { run, iterator } = await openStreams();
    const { conversationId: id } = run;
    await world
      .caller("member")
      .conversations.setVisibility({ workspace: world.slugs.ours, id, visibility: "private" });
    expect(await endReason(iterator)).toBe("NOT_FOUND");
  });
});
