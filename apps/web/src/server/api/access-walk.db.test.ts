import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { roleIncludes, ROLES } from "../auth/roles.ts";
import { createAccessWorld, PASSWORD } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";
import { LEAST_ROLES } from "../testing/least-roles.ts";
import { outcomeOf } from "../testing/outcome-of.ts";
import { appRouter } from "./root.ts";

/** Input that reaches the gate of any procedure of the workspace, whatever else it wants. */
const inputFor = (workspace: string): Record<string, unknown> => ({
  ...{ workspace, id: randomUUID(), traceId: randomUUID(), sequence: 1, after: 0, limit: 1, offset: 0 },
  ...{ shape: "entries", field: "output", sha256: "0".repeat(64), reference: "a/b", title: "t" },
  ...{ pinned: true, text: "t", name: "n", path: "/tmp", label: "l", provider: "p", model: "m" },
  ...{ baseUrl: "https://example.com", current: PASSWORD, next: PASSWORD, personId: randomUUID() },
  ...{ role: "viewer", email: "new@example.com", scopes: ["read"], visibility: "shared" },
  token: "x".repeat(40),
});
const PATHS = Object.keys(appRouter._def.procedures);
const OF_WORKSPACE = PATHS.filter((name) => !["public", "person"].includes(LEAST_ROLES[name] ?? ""));
/** Allowed, but they do what they say even without further input. */
const ACTS_AT_ONCE = new Set(["members.leave", "models.detect", "traces.watch"]);

describe("access to every procedure", () => {
  let world: AccessWorld;
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "");
  });
  afterAll(async () => world.close());

  it("knows the least role of every procedure", () => {
    expect([...PATHS].sort()).toEqual(Object.keys(LEAST_ROLES).sort());
    const declared = PATHS.map((name) => {
      const procedure = Reflect.get(appRouter._def.procedures, name) as {
        _def?: { meta?: { access?: { kind: string; role?: string } } };
      };
      const access = procedure._def?.meta?.access;
      return [name, access?.role ?? access?.kind];
    });
    expect(Object.fromEntries(declared)).toEqual(LEAST_ROLES);
  });

  it.each(PATHS.filter((name) => LEAST_ROLES[name] !== "public"))("%s refuses a stranger", async (name) => {
    expect(await outcomeOf(world.caller(null), name, inputFor(world.slugs.ours))).toMatch(/^NOT_SIGNED_IN/);
  });

  it.each(OF_WORKSPACE)(
    "%s refuses a member of another workspace as if this one did not exist",
    async (name) => {
      expect(await outcomeOf(world.caller("other"), name, inputFor(world.slugs.ours))).toMatch(
        /^NOT_FOUND: There is no such workspace/,
      );
    },
  );

  it.each(OF_WORKSPACE)("%s asks for its least role, no more and no less", async (name) => {
    const least = LEAST_ROLES[name];
    for (const role of ROLES) {
      const allowed =
        least !== "public" && least !== "person" && least !== undefined && roleIncludes(role, least);
      if (allowed && ACTS_AT_ONCE.has(name)) continue;
      // Without the rest of its input an allowed call gets past the gate and no further.
      const input = allowed ? { workspace: world.slugs.ours } : inputFor(world.slugs.ours);
      const outcome = await outcomeOf(world.caller(role), name, input);
      if (allowed) expect(outcome, role).not.toMatch(/^NOT_ALLOWED|^NOT_SIGNED_IN|no such workspace/);
      else expect(outcome, role).toMatch(/^NOT_ALLOWED/);
    }
  });
});
