import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSystemClock, createSystemIds } from "@goaltrace/core/system";
import { createTokenizer } from "@goaltrace/core/tokenizer";
import { createDatabase } from "@goaltrace/db";
import type { Database } from "@goaltrace/db";
import { openVault } from "@goaltrace/tools";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuth } from "../auth/create-auth.ts";
import type { Person } from "../auth/authorise.ts";
import { databaseStores } from "../database-stores.ts";
import type { Runtime } from "../runtime.ts";
import { appRouter, createCaller } from "./root.ts";

const PUBLIC = new Set(["setup.state", "setup.createOwner"]);
const PASSWORD = "correct-horse-battery";
const ORIGIN = "http://localhost:3000";

/** Input that reaches the gate of any procedure of the workspace, whatever else it wants. */
const inputFor = (workspace: string): Record<string, unknown> => ({
  workspace,
  id: randomUUID(),
  traceId: randomUUID(),
  sequence: 1,
  after: 0,
  limit: 1,
  offset: 0,
  shape: "entries",
  field: "output",
  sha256: "0".repeat(64),
  reference: "a/b",
  title: "t",
  pinned: true,
  text: "t",
  name: "n",
  path: "/tmp",
  label: "l",
  provider: "p",
  baseUrl: "https://example.com",
  model: "m",
  current: PASSWORD,
  next: PASSWORD,
});

describe("access to every procedure", () => {
  let home = "";
  let database: Database;
  let runtime: Runtime;
  const people = new Map<string, Person>();
  const slugs = { ours: `ours-${randomUUID()}`, theirs: `theirs-${randomUUID()}` };

  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), "goaltrace-web-"));
    database = createDatabase(process.env["DATABASE_URL"] ?? "");
    const clock = createSystemClock();
    const ids = createSystemIds(clock);
    const vault = await openVault({ home, secret: null });
    const log = (): void => undefined;
    runtime = {
      stores: databaseStores(database, ids),
      vault,
      auth: createAuth({ prisma: database.prisma, secret: vault.derive("sessions"), publicUrl: null }),
      ids,
      clock,
      tokenizer: createTokenizer(),
      logger: { info: log, warn: log, error: log },
      modelVariables: {},
      home,
      publicUrl: null,
    };
    const passwordHash = await runtime.auth.hashPassword(PASSWORD);
    for (const slug of [slugs.ours, slugs.theirs])
      await database.workspaces.create({ id: slug, slug, name: slug });
    for (const role of ["owner", "admin", "member", "viewer"] as const) {
      const person = { id: randomUUID(), name: role, email: `${role}-${randomUUID()}@example.com` };
      people.set(role, person);
      await database.accounts.create({
        personId: person.id,
        accountId: randomUUID(),
        name: role,
        email: person.email,
        passwordHash,
      });
      await database.members.set(slugs.ours, person.id, role);
    }
    const other = { id: randomUUID(), name: "other", email: `other-${randomUUID()}@example.com` };
    people.set("other", other);
    await database.accounts.create({
      personId: other.id,
      accountId: randomUUID(),
      name: "other",
      email: other.email,
      passwordHash,
    });
    await database.members.set(slugs.theirs, other.id, "owner");
  });
  afterAll(async () => {
    await database.close();
    await rm(home, { recursive: true, force: true });
  });

  const paths = Object.keys(appRouter._def.procedures);
  const caller = (who: string | null, headers = new Headers()) =>
    createCaller({
      runtime,
      person: who === null ? null : (people.get(who) ?? null),
      requestId: "r",
      headers,
    });
  /** What a call does: the code of its refusal, or `done`. */
  const outcomeOf = async (name: string, who: string | null): Promise<string> => {
    const [noun = "", verb = ""] = name.split(".");
    const procedures: Record<string, Record<string, (input: unknown) => Promise<unknown>>> = caller(
      who,
    ) as never;
    try {
      const answer = await procedures[noun]?.[verb]?.(inputFor(slugs.ours));
      if (typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer) {
        await (answer as AsyncIterable<unknown>)[Symbol.asyncIterator]().next();
      }
      return "done";
    } catch (thrown) {
      const cause = thrown instanceof Error ? thrown.cause : undefined;
      const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(thrown);
      return `${code}: ${cause instanceof Error ? cause.message : ""}`;
    }
  };

  it("W15 · knows every public procedure by name", () => {
    expect(paths.length).toBeGreaterThan(20);
    const open = paths.filter((name) => {
      const procedure = Reflect.get(appRouter._def.procedures, name) as {
        _def?: { meta?: { access?: { kind: string } } };
      };
      return procedure._def?.meta?.access?.kind === "public";
    });
    expect(new Set(open)).toEqual(PUBLIC);
  });

  it.each(paths.filter((name) => !PUBLIC.has(name)))("W15 · %s refuses a stranger", async (name) => {
    expect(await outcomeOf(name, null)).toMatch(/^NOT_SIGNED_IN/);
  });

  it.each(paths.filter((name) => !/^(setup|account)\.|^workspaces\.mine$/.test(name)))(
    "W15 · %s refuses a member of another workspace as if this one did not exist",
    async (name) => {
      expect(await outcomeOf(name, "other")).toMatch(/^NOT_FOUND: There is no such workspace/);
    },
  );

  it.each([
    "models.save",
    "models.remove",
    "models.setDefault",
    "models.test",
    "models.detect",
    "folders.add",
    "folders.remove",
  ])("W15 · %s refuses members and viewers", async (name) => {
    expect(await outcomeOf(name, "member")).toMatch(/^NOT_ALLOWED/);
    expect(await outcomeOf(name, "viewer")).toMatch(/^NOT_ALLOWED/);
  });

  it.each([
    "runs.start",
    "runs.cancel",
    "runs.retry",
    "conversations.rename",
    "conversations.pin",
    "conversations.delete",
  ])("W15 · %s refuses viewers", async (name) => {
    expect(await outcomeOf(name, "viewer")).toMatch(/^NOT_ALLOWED/);
  });

  it("R28 · starting without a model says MODEL_NOT_CONFIGURED with 503", async () => {
    await expect(caller("member").runs.start({ workspace: slugs.ours, text: "hello" })).rejects.toMatchObject(
      {
        code: "SERVICE_UNAVAILABLE",
        cause: { code: "MODEL_NOT_CONFIGURED" },
      },
    );
  });

  it("M4 · a conversation starts, continues its log, is cancelled, and is refused while it goes", async () => {
    const member = caller("member");
    const workspace = slugs.ours;
    await caller("admin").models.setDefault({ workspace, reference: "scripted/demo" });
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
    expect(skeleton).toMatchObject({ lastSequence: 1, entries: [{ k: "user" }] });
    const signal = new AbortController();
    const stream = await createCaller(
      { runtime, person: people.get("member") ?? null, requestId: "r", headers: new Headers() },
      { signal: signal.signal },
    ).traces.tail({ workspace, id: started.traceId, shape: "entries", after: 0 });
    const first = await stream[Symbol.asyncIterator]().next();
    expect(JSON.stringify(first.value)).toContain("Look at the files");
    signal.abort();
  });

  it("O11 · a stored key never comes back, and is dropped with its address", async () => {
    const admin = caller("admin");
    const model = {
      workspace: slugs.ours,
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
    const listed = JSON.stringify(await caller("viewer").models.list({ workspace: slugs.ours }));
    expect(listed).toContain("Renamed");
    expect(listed).not.toMatch(/sk-1234|encryptedKey/);
    expect(
      await admin.models.save({ ...model, id: saved.id, baseUrl: "https://evil.example" }),
    ).toMatchObject({ keyHint: null, keyDropped: true });
    await expect(
      admin.models.save({ ...model, id: saved.id, baseUrl: "http://169.254.169.254/v1" }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("W15 · signs in with an httpOnly cookie, changes the password, and limits attempts", async () => {
    const email = people.get("owner")?.email ?? "";
    const signIn = async (password: string, origin = ORIGIN): Promise<Response> =>
      runtime.auth.handler(
        new Request(`${ORIGIN}/api/auth/sign-in/email`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            host: "localhost:3000",
            origin,
            "x-forwarded-for": "203.0.113.9",
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
    expect(await runtime.auth.personOf(headers)).toMatchObject({ email });
    const me = createCaller({ runtime, person: people.get("owner") ?? null, requestId: "r", headers });
    await expect(
      me.account.changePassword({ current: "wrong-wrong-wrong", next: "another-long-password" }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
    expect(await me.account.changePassword({ current: PASSWORD, next: "another-long-password" })).toEqual({
      changed: true,
    });
    expect(await runtime.auth.personOf(headers)).toMatchObject({ email });
    expect((await signIn(PASSWORD)).status).toBe(401);
    const statuses = [];
    for (let attempt = 0; attempt < 10; attempt += 1)
      statuses.push((await signIn("wrong-wrong-wrong")).status);
    expect(statuses.at(-1)).toBe(429);
    await database.prisma.session.deleteMany({ where: { userId: people.get("owner")?.id ?? "" } });
    expect(await runtime.auth.personOf(headers)).toBeNull();
  });
});
