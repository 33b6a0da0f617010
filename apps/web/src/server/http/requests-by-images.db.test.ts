import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { handleTrpc } from "../api/handle-trpc.ts";
import { appRouter } from "../api/root.ts";
import { createAccessWorld, ORIGIN } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";
import { exportTrace } from "./export-trace.ts";
import { handleAuth } from "./handle-auth.ts";

const MUTATIONS = Object.keys(appRouter._def.procedures).filter((name) => {
  const procedure = Reflect.get(appRouter._def.procedures, name) as { _def: { type: string } };
  return procedure._def.type === "mutation";
});
const APP = path.join(import.meta.dirname, "../../app");

let world: AccessWorld;
let cookies: Headers;
let traceId = "";
beforeAll(async () => {
  world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", { withModel: true, forRoutes: true });
  ({ traceId } = await world.startRun("Bake a cake"));
  cookies = await world.signIn(world.person("member"));
});
afterAll(async () => world?.close());

/** A request as an image in a text makes a reader's browser send it: a GET with the reader's cookies. */
const image = (address: string): Request =>
  new Request(`${ORIGIN}${address}`, {
    headers: { ...Object.fromEntries(cookies), "sec-fetch-dest": "image" },
  });

/** Everything that people can change, apart from the time of their last visit. */
async function state(): Promise<string> {
  const { prisma } = world.database;
  const where = { workspaceId: world.slugs.ours };
  return JSON.stringify([
    await prisma.auditEntry.findMany({ where }),
    await prisma.member.findMany({ where, omit: { lastSeenAt: true } }),
    await prisma.invitation.findMany({ where }),
    await prisma.apiKey.findMany({ where }),
    await prisma.setting.findMany({ where }),
    await prisma.conversation.findMany({ where }),
    await prisma.shareLink.findMany({ where }),
    await prisma.runSignal.count({ where }),
    await prisma.trace.count({ where }),
    await prisma.session.count(),
  ]);
}

it("refuses every mutation", async () => {
  const before = await state();
  const input = { workspace: world.slugs.ours, id: traceId, traceId, ids: [traceId], policy: "hand_over" };
  for (const name of MUTATIONS) {
    const search = encodeURIComponent(JSON.stringify({ json: input }));
    expect((await handleTrpc(image(`/api/trpc/${name}?input=${search}`))).status, name).toBe(405);
  }
  expect(await state()).toBe(before);
});

it("changes nothing with an export, and cannot sign out", async () => {
  const before = await state();
  const exported = await exportTrace(image("/x"), { workspace: world.slugs.ours, id: traceId });
  expect(await exported.text()).toContain("Bake a cake");
  expect((await handleAuth(image("/api/auth/sign-out"))).ok).toBe(false);
  expect(await state()).toBe(before);
});

it("reaches no other route that writes", async () => {
  const files = (await readdir(APP, { recursive: true })).filter(
    (file) => path.basename(file) === "route.ts",
  );
  const writers: string[] = [];
  for (const file of files) {
    const text = await readFile(path.join(APP, file), "utf8");
    if (/\bGET\b/.test(text) && /\b(POST|PUT|PATCH|DELETE)\b/.test(text)) writers.push(path.dirname(file));
  }
  // Both are tested above; keys of REST and MCP are never sent by an image.
  expect(
    writers.filter((route) => !/^api\/(?:conversations|agents|budget|mcp)\b/u.test(route)).sort(),
  ).toEqual(["api/auth/[...all]", "api/trpc/[trpc]"]);
});
