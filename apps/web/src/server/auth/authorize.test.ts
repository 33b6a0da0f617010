import { describe, expect, it } from "vitest";
import { authorize } from "./authorize.ts";
import type { Access, Membership } from "./authorize.ts";
import { ROLES } from "./roles.ts";

const person = { id: "p", name: "Mira", email: "mira@storefront.dev" };
const membership = (role: Membership["role"]): Membership => ({
  id: "w",
  slug: "storefront",
  name: "Storefront",
  role,
});
const authorizeAs = (
  access: Access,
  role: Membership["role"] | null,
  workspace: string | undefined = "storefront",
) =>
  authorize({
    access,
    person: role === null ? null : person,
    workspace,
    findMembership: async (_personId, slug) =>
      role !== null && slug === "storefront" ? membership(role) : undefined,
  });

describe("authorize", () => {
  it("allows each role its own level and all lower ones, and rejects higher ones", async () => {
    for (const [height, needed] of ROLES.entries()) {
      for (const [mine, role] of ROLES.entries()) {
        const attempt = authorizeAs({ kind: "workspace", role: needed }, role);
        if (mine >= height) await expect(attempt).resolves.toMatchObject({ membership: { role } });
        else await expect(attempt).rejects.toMatchObject({ code: "NOT_ALLOWED" });
      }
    }
  });

  it("rejects an anonymous caller except on public procedures", async () => {
    await expect(authorizeAs({ kind: "person" }, null)).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
    await expect(authorizeAs({ kind: "workspace", role: "viewer" }, null)).rejects.toMatchObject({
      code: "NOT_SIGNED_IN",
    });
    await expect(authorizeAs({ kind: "public" }, null)).resolves.toEqual({ person: null, membership: null });
  });

  it("does not reveal whether another team's workspace exists", async () => {
    await expect(
      authorizeAs({ kind: "workspace", role: "viewer" }, "owner", "elsewhere"),
    ).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
