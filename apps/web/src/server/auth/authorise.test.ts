import { describe, expect, it } from "vitest";
import { authorise } from "./authorise.ts";
import type { Access, Membership } from "./authorise.ts";
import { ROLES } from "./roles.ts";

const person = { id: "p", name: "Mira", email: "mira@storefront.dev" };
const membership = (role: Membership["role"]): Membership => ({
  id: "w",
  slug: "storefront",
  name: "Storefront",
  role,
});
const ask = (access: Access, role: Membership["role"] | null, workspace: string | undefined = "storefront") =>
  authorise({
    access,
    person: role === null ? null : person,
    workspace,
    membershipOf: async (_personId, slug) =>
      role !== null && slug === "storefront" ? membership(role) : undefined,
  });

describe("authorise", () => {
  it("lets each role do what lower roles may, and no more", async () => {
    for (const [height, needed] of ROLES.entries()) {
      for (const [mine, role] of ROLES.entries()) {
        const asked = ask({ kind: "workspace", role: needed }, role);
        if (mine >= height) await expect(asked).resolves.toMatchObject({ membership: { role } });
        else await expect(asked).rejects.toMatchObject({ code: "NOT_ALLOWED" });
      }
    }
  });

  it("refuses a stranger everywhere but on public procedures", async () => {
    await expect(ask({ kind: "person" }, null)).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
    await expect(ask({ kind: "workspace", role: "viewer" }, null)).rejects.toMatchObject({
      code: "NOT_SIGNED_IN",
    });
    await expect(ask({ kind: "public" }, null)).resolves.toEqual({ person: null, membership: null });
  });

  it("does not tell whether another team's workspace exists", async () => {
    await expect(ask({ kind: "workspace", role: "viewer" }, "owner", "elsewhere")).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
