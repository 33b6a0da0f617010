import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { roleIncludes, ROLES } from "../auth/roles.ts";
import { createAccessWorld, PASSWORD } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";
import { MIN_ROLES } from "../testing/min-roles.ts";
import { callOutcome } from "../testing/call-outcome.ts";
import { appRouter } from "./root.ts";

/** Input with the fields of all workspace procedures, so that every call reaches the access check. */
const inputFor = (workspace: string): Record<string, unknown> => ({
  ...{ workspace, id: randomUUID(), traceId: randomUUID(), sequence: 1, after: 0, limit: 1, offset: 0 },
  ...{ shape: "entries", field: "output", sha256: "0".repeat(64), reference: "a/b", title: "t" },
  ...{ pinned: true, text: "t", name: "n", path: "/tmp", label: "l", provider: "p", model: "m" },
  ...{ baseUrl: "https://example.com", current: PASSWORD, next: PASSWORD, personId: randomUUID() },
  ...{ role: "viewer", email: "new@example.com", scopes: ["read"], visibility: "shared" },
  token: "x".repeat(40),
});
const PATHS = Object.keys(appRouter._def.procedures);
const WORKSPACE_PROCEDURES = PATHS.filter((name) => !["public", "person"].includes(MIN_ROLES[name] ?? ""));
/** Procedures that need only the workspace as input, so that an allowed call would take effect. */
const ACTS_WITHOUT_INPUT = new Set(["members.leave", "models.detect", "traces.watch"]);

describe("access to every procedure", () => {
  let world: AccessWorld;
  beforeAll(async () => {
    world = await createAccessWorld(process.env["DATABASE_URL"] ?? "");
  });
  afterAll(async () => world.close());

  it("lists the minimum role of every procedure", () => {
    expect([...PATHS].sort()).toEqual(Object.keys(MIN_ROLES).sort());
    const declared = PATHS.map((name) => {
      const procedure = Reflect.get(appRouter._def.procedures, name) as {
        _def?: { meta?: { access?: { kind: string; role?: string } } };
      };
      const access = procedure._def?.meta?.access;
      return [name, access?.role ?? access?.kind];
    });
    expect(Object.fromEntries(declared)).toEqual(MIN_ROLES);
  });

  it.each(PATHS.filter((name) => MIN_ROLES[name] !== "public"))(
    "%s rejects an anonymous caller",
    async (name) => {
      expect(await callOutcome(world.caller(null), name, inputFor(world.slugs.ours))).toMatch(
        /^NOT_SIGNED_IN/,
      );
    },
  );

  it.each(WORKSPACE_PROCEDURES)(
    "%s answers a member of another workspace as if this one did not exist",
    async (name) => {
      expect(await callOutcome(world.caller("other"), name, inputFor(world.slugs.ours))).toMatch(
        /^NOT_FOUND: Workspace not found/,
      );
    },
  );

  it.each(WORKSPACE_PROCEDURES)("%s requires exactly its minimum role", async (name) => {
    const minRole = MIN_ROLES[name];
    for (const role of ROLES) {
      const allowed =
        minRole !== "public" && minRole !== "person" && minRole !== undefined && roleIncludes(role, minRole);
      if (allowed && ACTS_WITHOUT_INPUT.has(name)) continue;
      // Without the rest of its input an allowed call passes the access check and stops there.
      const input = allowed ? { workspace: world.slugs.ours } : inputFor(world.slugs.ours);
      const outcome = await callOutcome(world.caller(role), name, input);
      if (allowed) expect(outcome, role).not.toMatch(/^NOT_ALLOWED|^NOT_SIGNED_IN|Workspace not found/);
      else expect(outcome, role).toMatch(/^NOT_ALLOWED/);
    }
  });
});
