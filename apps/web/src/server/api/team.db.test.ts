import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccessWorld } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";

const NEW = { name: "Lena", password: "a-long-enough-password" };

describe("members and invitations", () => {
  let world: AccessWorld;
  let workspace = "";
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "");
    workspace = world.slugs.ours;
  });
  afterAll(async () => world.close());

  const tokenOf = (path: string): string => path.split("/").at(-1) ?? "";
  const invite = async (email: string, role: "member" | "admin" | "owner" = "member"): Promise<string> =>
    tokenOf((await world.caller("owner").invitations.create({ workspace, email, role })).path);

  it("a link makes one account, once, and keeps only its hash", async () => {
    const token = await invite("Lena@Example.com");
    const stranger = world.caller(null);
    expect(await stranger.invitations.read({ token })).toMatchObject({
      email: "lena@example.com",
      role: "member",
      hasAccount: false,
      signedInAs: null,
    });
    expect(JSON.stringify(await world.database.prisma.invitation.findMany())).not.toContain(token);
    expect(await stranger.invitations.createAccount({ token, ...NEW })).toEqual({
      workspace,
      email: "lena@example.com",
    });
    await expect(stranger.invitations.createAccount({ token, ...NEW })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const { items } = await world.caller("viewer").members.list({ workspace });
    expect(items.find((one) => one.email === "lena@example.com")).toMatchObject({
      name: "Lena",
      role: "member",
    });
  });

  it("a link lets in who is signed in, but not twice", async () => {
    const token = await invite("somebody@example.com", "admin");
    expect(await world.caller("other").invitations.accept({ token })).toEqual({ workspace });
    const again = await invite("else@example.com");
    await expect(world.caller("other").invitations.accept({ token: again })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await world.caller("other").members.leave({ workspace });
  });

  it("links end when renewed, withdrawn or expired", async () => {
    const first = await invite("renewed@example.com");
    const owner = world.caller("owner");
    const [open] = (await owner.invitations.list({ workspace })).filter(
      (one) => one.email === "renewed@example.com",
    );
    const id = open?.id ?? "";
    const second = tokenOf((await owner.invitations.renew({ workspace, id })).path);
    const read = async (token: string): Promise<unknown> => world.caller(null).invitations.read({ token });
    await expect(read(first)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(read(second)).resolves.toBeTruthy();
    await world.database.prisma.invitation.updateMany({ where: { id }, data: { expiresAt: new Date(0) } });
    await expect(read(second)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await owner.invitations.withdraw({ workspace, id });
    expect((await owner.invitations.list({ workspace })).some((one) => one.id === id)).toBe(false);
  });

  it("a link ends with the right of who made it, until somebody who has it renews it", async () => {
    const maker = await world.newPerson("admin");
    const asMaker = world.caller("admin", { person: maker });
    const { id, path } = await asMaker.invitations.create({
      workspace,
      email: "back-door@example.com",
      role: "admin",
    });
    const read = async (link: string): Promise<unknown> =>
      world.caller(null).invitations.read({ token: tokenOf(link) });
    await expect(read(path)).resolves.toBeTruthy();
    const owner = world.caller("owner");
    await owner.members.setRole({ workspace, personId: maker.id, role: "member" });
    await expect(read(path)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(
      world.caller(null).invitations.createAccount({ token: tokenOf(path), ...NEW }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    await owner.members.remove({ workspace, personId: maker.id });
    await expect(read(path)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(read((await owner.invitations.renew({ workspace, id })).path)).resolves.toBeTruthy();
    await owner.invitations.withdraw({ workspace, id });
  });

  it("only owners make and change owners, and the last one stays", async () => {
    const admin = world.caller("admin");
    const owner = world.caller("owner");
    const idOf = (who: "owner" | "admin" | "member"): string => world.person(who).id;
    await expect(
      admin.invitations.create({ workspace, email: "x@example.com", role: "owner" }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(
      admin.members.setRole({ workspace, personId: idOf("member"), role: "owner" }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(
      admin.members.setRole({ workspace, personId: idOf("owner"), role: "viewer" }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(admin.members.remove({ workspace, personId: idOf("owner") })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(
      owner.members.setRole({ workspace, personId: idOf("owner"), role: "admin" }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(owner.members.leave({ workspace })).rejects.toMatchObject({ code: "CONFLICT" });
    await owner.members.setRole({ workspace, personId: idOf("admin"), role: "owner" });
    // Two owners that demote each other at the same moment: one is refused, an owner stays.
    const both = await Promise.allSettled([
      owner.members.setRole({ workspace, personId: idOf("admin"), role: "member" }),
      admin.members.setRole({ workspace, personId: idOf("owner"), role: "member" }),
    ]);
    expect(both.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    const { items } = await world.caller("viewer").members.list({ workspace });
    expect(items.filter((one) => one.role === "owner")).toHaveLength(1);
  });

  it("every change of members stands in the audit log, page by page", async () => {
    const ownerNow = (await world.caller("viewer").members.list({ workspace })).items.find(
      (one) => one.role === "owner",
    );
    const caller = world.caller(ownerNow?.personId === world.person("owner").id ? "owner" : "admin");
    const { items } = await caller.audit.list({ workspace });
    const actions = items.map((entry) => entry.action);
    for (const action of ["member.joined", "member.left", "member.role_changed", "invitation.created"])
      expect(actions).toContain(action);
    const scope = world.slugs.ours;
    const first = await world.database.audit.list(scope, { cursor: null, limit: 2 });
    const rest = await world.database.audit.list(scope, { cursor: first.nextCursor, limit: 200 });
    expect([...first.items, ...rest.items].map((entry) => entry.id)).toEqual(items.map((entry) => entry.id));
  });

  it("limits attempts per e-mail address, from wherever they come", async () => {
    const { email } = world.person("member");
    const counts = [];
    for (let attempt = 0; attempt < 3; attempt += 1)
      counts.push(await world.database.signInAttempts.count(email.toUpperCase(), 60_000));
    expect(counts).toEqual([1, 2, 3]);
    await world.database.signInAttempts.clear(email);
    expect(await world.database.signInAttempts.count(email, 60_000)).toBe(1);
  });
});
