import { readPackedOutline, unpackOutline } from "@goaltrace/core/log";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PEER_HEADER } from "../http/peer-address.ts";
import { createAccessWorld, ORIGIN, PASSWORD } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";
import { createCaller } from "./root.ts";

describe("procedures over a database", () => {
  let world: AccessWorld;
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "");
  });
  afterAll(async () => world.close());

  it("rejects a run without a model with MODEL_NOT_CONFIGURED and 503", async () => {
    await expect(
      world.caller("member").runs.start({ workspace: world.slugs.ours, text: "hello" }),
    ).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      cause: { code: "MODEL_NOT_CONFIGURED" },
    });
  });

  it("starts and cancels a conversation's run, and rejects a second message while it is running", async () => {
    const member = world.caller("member");
    const workspace = world.slugs.ours;
    await world.caller("admin").models.setDefault({ workspace, reference: "scripted/demo" });
    const started = await member.runs.start({ workspace, text: "Look at the files\nplease" });
    await expect(
      member.runs.start({ workspace, text: "more", conversationId: started.conversationId }),
    ).rejects.toMatchObject({
      cause: { code: "CONFLICT" },
    });
    const listed = await member.conversations.list({ workspace });
    expect(listed.items[0]).toMatchObject({
      id: started.conversationId,
      title: "Look at the files",
      status: "queued",
    });
    expect(await member.runs.cancel({ workspace, traceId: started.traceId })).toEqual({ requested: true });
    const skeleton = await member.traces.skeleton({ workspace, id: started.traceId });
    expect(skeleton.lastSequence).toBe(1);
    expect(unpackOutline(readPackedOutline(skeleton.packed))).toMatchObject([{ k: "user" }]);
    const signal = new AbortController();
    const stream = await createCaller(
      {
        runtime: world.runtime,
        person: world.person("member"),
        sessionId: world.sessionOf(world.person("member")),
        requestId: "r",
        headers: new Headers(),
      },
      { signal: signal.signal },
    ).traces.tail({ workspace, id: started.traceId, shape: "entries", after: 0 });
    const first = await stream[Symbol.asyncIterator]().next();
    expect(JSON.stringify(first.value)).toContain("Look at the files");
    signal.abort();
  });

  it("never returns a stored key, and drops it when the address changes", async () => {
    const admin = world.caller("admin");
    const model = {
      workspace: world.slugs.ours,
      label: "DeepSeek",
      provider: "deepseek",
      model: "deepseek-chat",
      baseUrl: "https://api.deepseek.com",
    };
    const saved = await admin.models.save({ ...model, key: "sk-1234567890abcdef" });
    expect(await admin.models.save({ ...model, id: saved.id, label: "Renamed" })).toMatchObject({
      keyHint: "cdef",
      keyDropped: false,
    });
    const listed = JSON.stringify(await world.caller("viewer").models.list({ workspace: world.slugs.ours }));
    expect(listed).toContain("Renamed");
    expect(listed).not.toMatch(/sk-1234|encryptedKey/);
    expect(
      await admin.models.save({ ...model, id: saved.id, baseUrl: "https://evil.example" }),
    ).toMatchObject({ keyHint: null, keyDropped: true });
    await expect(
      admin.models.save({ ...model, id: saved.id, baseUrl: "http://169.254.169.254/v1" }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("signs in with an httpOnly cookie, changes the password, and limits attempts", async () => {
    const email = world.person("owner").email;
    const signIn = async (password: string, origin = ORIGIN): Promise<Response> =>
      world.runtime.auth.handler(
        new Request(`${ORIGIN}/api/auth/sign-in/email`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            host: "localhost:3000",
            origin,
            [PEER_HEADER]: "203.0.113.9",
          },
          body: JSON.stringify({ email, password }),
        }),
      );
    expect((await signIn(PASSWORD, "https://evil.example")).status).toBe(403);
    const good = await signIn(PASSWORD);
    expect(good.status).toBe(200);
    const cookie = good.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    const headers = new Headers({
      cookie: cookie.split(";")[0] ?? "",
      host: "localhost:3000",
      origin: ORIGIN,
    });
    expect((await world.runtime.auth.findSession(headers))?.person).toMatchObject({ email });
    const me = createCaller({
      runtime: world.runtime,
      person: world.person("owner"),
      sessionId: world.sessionOf(world.person("owner")),
      requestId: "r",
      headers,
    });
    await expect(
      me.account.changePassword({ current: "wrong-wrong-wrong", next: "another-long-password" }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
    expect(await me.account.changePassword({ current: PASSWORD, next: "another-long-password" })).toEqual({
      changed: true,
    });
    expect((await world.runtime.auth.findSession(headers))?.person).toMatchObject({ email });
    expect((await signIn(PASSWORD)).status).toBe(401);
    const statuses = [];
    for (let attempt = 0; attempt < 10; attempt += 1)
      statuses.push((await signIn("wrong-wrong-wrong")).status);
    expect(statuses.at(-1)).toBe(429);
    await world.database.prisma.session.deleteMany({ where: { userId: world.person("owner").id } });
    expect(await world.runtime.auth.findSession(headers)).toBeNull();
  });
});
