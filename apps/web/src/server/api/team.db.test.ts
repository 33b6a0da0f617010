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

  const tokenFromPath = (path: string): string => path.split("/").at(-1) ?? "";
  const invite = async (email: string, role: "member" | "admin" | "owner" = "member"): Promise<string> =>
    tokenFromPath((await world.caller("owner").invitations.create({ workspace, email, role })).path);

  it("creates one account per link and stores only the link's hash", async () => {
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
    expect(items.find((item) => item.email === "lena@example.com")).toMatchObject({
      name: "Lena",
      role: "member",
    });
  });

  it("adds a signed-in person through a link, but not twice", async () => {
    const token = await invite("somebody@example.com", "admin");
    expect(await world.caller("other").invitations.accept({ token })).toEqual({ workspace });
    const again = await invite("else@example.com");
    await expect(world.caller("other").invitations.accept({ token: again })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await world.caller("other").members.leave({ workspace });
  });

  it("invalidates a link that was renewed or withdrawn or has expired", async () => {
    const first = await invite("renewed@example.com");
    const owner = world.caller("owner");
    const [open] = (await owner.invitations.list({ workspace })).filter(
      (item) => item.email === "renewed@example.com",
    );
    const id = open?.id ?? "";
    const second = tokenFromPath((await owner.invitations.renew({ workspace, id })).path);
    const read = async (token: string): Promise<unknown> => world.caller(null).invitations.read({ token });
    await expect(read(first)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(read(second)).resolves.toBeTruthy();
    await world.database.prisma.invitation.updateMany({ where: { id }, data: { expiresAt: new Date(0) } });
    await expect(read(second)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await owner.invitations.withdraw({ workspace, id });
    expect((await owner.invitations.list({ workspace })).some((item) => item.id === id)).toBe(false);
  });

  it("invalidates a link when its creator loses the right to invite, until an owner renews it", async () => {
    const creator = await world.newPerson("admin");
    const asCreator = world.caller("admin", { person: creator });
    const { id, path } = await asCreator.invitations.create({
      workspace,
      email: "back-door@example.com",
      role: "admin",
    });
    const read = async (link: string): Promise<unknown> =>
      world.caller(null).invitations.read({ token: tokenFromPath(link) });
    await expect(read(path)).resolves.toBeTruthy();
    const owner = world.caller("owner");
    await owner.members.setRole({ workspace, personId: creator.id, role: "member" });
    await expect(read(path)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(
      world.caller(null).invitations.createAccount({ token: tokenFromPath(path), ...NEW }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    await owner.members.remove({ workspace, personId: creator.id });
    await expect(read(path)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(read((await owner.invitations.renew({ workspace, id })).path)).resolves.toBeTruthy();
    await owner.invitations.withdraw({ workspace, id });
  });

  it("lets only owners add and change owners, and keeps the last one", async () => {
    const admin = world.caller("admin");
    const owner = world.caller("owner");
    const memberId = (who: "owner" | "admin" | "member"): string => world.person(who).id;
    await expect(
      admin.invitations.create({ workspace, email: "x@example.com", role: "owner" }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(
      admin.members.setRole({ workspace, personId: memberId("member"), role: "owner" }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(
      admin.members.setRole({ workspace, personId: memberId("owner"), role: "viewer" }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(admin.members.remove({ workspace, personId: memberId("owner") })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(
      owner.members.setRole({ workspace, personId: memberId("owner"), role: "admin" }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(owner.members.leave({ workspace })).rejects.toMatchObject({ code: "CONFLICT" });
    await owner.members.setRole({ workspace, personId: memberId("admin"), role: "owner" });
    // Two owners demote each other concurrently: one request is rejected, so an owner remains.
    const both = await Promise.allSettled([
      owner.members.setRole({ workspace, personId: memberId("admin"), role: "member" }),
      admin.members.setRole({ workspace, personId: memberId("owner"), role: "member" }),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { items } = await world.caller("viewer").members.list({ workspace });
    expect(items.filter(({ role }) => role === "owner")).toHaveLength(1);
  });

  it("lists every membership change in the audit log, page by page", async () => {
    const ownerNow = (await world.caller("viewer").members.list({ workspace })).items.find(
      (item) => item.role === "owner",
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

  it("ends the invitations of a member for good when they leave, even if they return", async () => {
    const creator = await world.newPerson("admin");
    const { path } = await world
      .caller("admin", { person: creator })
      .invitations.create({ workspace, email: "returned@example.com", role: "member" });
    await world.database.members.remove(workspace, creator.id);
    await world.database.members.set(workspace, creator.id, "admin");
    await expect(world.caller(null).invitations.read({ token: tokenFromPath(path) })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
