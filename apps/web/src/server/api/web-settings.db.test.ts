import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AccessWorld, createAccessWorld } from "../testing/access-world.ts";

const VALUE = "brave-key-of-the-workspace";

describe("settings of the web", () => {
  let world: AccessWorld;
  let workspace = "";
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "");
    workspace = world.slugs.ours;
    const grant = { tools: ["search"], domains: ["api.search.brave.com"] };
    await world.caller("admin").secrets.add({ workspace, name: "brave", value: VALUE, ...grant });
    await world
      .caller("admin")
      .secrets.add({ workspace, name: "other", value: VALUE, tools: ["webfetch"], domains: ["*"] });
  });
  afterAll(async () => world.close());

  it("saves a service whose key is a secret for it, shows the name to admins, and is in the audit log", async () => {
    const admin = world.caller("admin");
    const search = { provider: "brave", url: null, secret: "brave" };
    await admin.web.save({ workspace, honorsRobots: false, search });
    expect(await admin.web.get({ workspace })).toMatchObject({
      ...{ honorsRobots: false, search, mayChange: true, secrets: ["brave"], serverService: null },
    });
    expect(await world.caller("viewer").web.get({ workspace })).toMatchObject({
      ...{ search: { provider: "brave", secret: null }, mayChange: false, secrets: [] },
    });
    const { items } = await admin.audit.list({ workspace });
    expect(items[0]).toMatchObject({ action: "web.changed", target: "search: brave" });
    expect(items[0]?.detail).toEqual({ robots: "ignored", secret: "brave" });
    const { tools } = await world.runtime.toolsOf(world.slugs.ours);
    expect(tools.map(({ name }) => name)).toContain("search");
    expect((await world.runtime.toolsOf(world.slugs.theirs)).find("search")).toBeUndefined();
  });

  it.each([
    [{ provider: "brave", url: null, secret: null }, "needs a key"],
    [{ provider: "brave", url: null, secret: "missing" }, "There is no secret missing"],
    [{ provider: "brave", url: null, secret: "other" }, "is not for the tool search"],
    [{ provider: "brave", url: "https://example.com/x", secret: "brave" }, "is not for example.com"],
    [{ provider: "searxng", url: null, secret: null }, "needs an address"],
    [{ provider: "searxng", url: "ftp://example.com", secret: null }, "needs an address"],
    [{ provider: "google", url: null, secret: null }, "is not a service"],
  ])("refuses %j", async (search, message) => {
    const choice = { workspace, honorsRobots: true, search };
    await expect(world.caller("admin").web.save(choice)).rejects.toThrow(message);
  });

  it("is changed by admins only", async () => {
    const choice = { workspace, honorsRobots: false, search: null };
    await expect(world.caller("member").web.save(choice)).rejects.toThrow();
  });
});
