import { createTRPCClient } from "@trpc/client";
import type { TRPCClient } from "@trpc/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { handleTrpc } from "../server/api/handle-trpc.ts";
import type { AppRouter } from "../server/api/root.ts";
import { createAccessWorld, ORIGIN } from "../server/testing/access-world.ts";
import type { AccessWorld } from "../server/testing/access-world.ts";
import { createCallLink } from "./call-link.ts";
import { MAX_BATCH_SIZE } from "./query-url.ts";

/** Node refuses a request whose address and headers are longer. */
const MAX_ADDRESS = 16_384;

let world: AccessWorld;
let client: TRPCClient<AppRouter>;
const addresses: string[] = [];
beforeAll(async () => {
  world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", { forRoutes: true });
  const session = await world.signIn(world.person("member"));
  const link = createCallLink(`${ORIGIN}/api/trpc`, async (request, init) => {
    const address = request instanceof Request ? request.url : request.toString();
    addresses.push(address);
    const { method, body, headers: own } = (init ?? {}) as RequestInit;
    const headers = new Headers(own);
    for (const [name, value] of session) headers.set(name, value);
    return await handleTrpc(new Request(address, { method, body, headers }));
  });
  client = createTRPCClient<AppRouter>({ links: [link] });
});
afterAll(async () => world?.close());

it("asks about the longest text that an entry, a message, a skill, an agent or a call may have, in Chinese", async () => {
  const workspace = world.slugs.ours;
  const text = "价".repeat(4_000);
  const fields = {
    ...{ type: "reference" as const, name: "价".repeat(120), description: "价".repeat(300), content: text },
    keywords: Array.from({ length: 20 }, () => "价".repeat(60)),
  };
  expect(await client.memory.check.query({ workspace, fields })).toEqual({ problems: [] });
  expect(await client.memory.wouldRecall.query({ workspace, text })).toMatchObject({ found: [] });
  const skill = `---\nname: prices\ndescription: 价\n---\n${"价".repeat(10_000)}`;
  expect(await client.skills.check.query({ workspace, source: skill, name: null })).toBeTruthy();
  const agent = { description: "价".repeat(100), instructions: "价".repeat(10_000) };
  expect(await client.agents.check.query({ workspace, fields: agent, isNew: true })).toBeTruthy();
  const call = { tool: "write_file", arguments: { path: "prices.md", content: text } };
  expect(await client.permissions.explain.query({ workspace, ...call })).toBeTruthy();
  expect(addresses).toHaveLength(5);
  expect(Math.max(...addresses.map((address) => address.length))).toBeLessThan(MAX_ADDRESS);
});

it("sends other queries as an address, which may be batched", async () => {
  addresses.length = 0;
  const workspace = world.slugs.ours;
  await Promise.all([client.memory.list.query({ workspace }), client.skills.list.query({ workspace })]);
  expect(addresses).toHaveLength(1);
  expect(addresses[0]).toContain("memory.list,skills.list");
});

it("answers more queries of one moment than a batch may have", async () => {
  addresses.length = 0;
  const workspace = world.slugs.ours;
  const queries = Array.from({ length: MAX_BATCH_SIZE + 5 }, async () =>
    client.skills.list.query({ workspace }),
  );
  expect(await Promise.all(queries)).toHaveLength(MAX_BATCH_SIZE + 5);
  expect(addresses).toHaveLength(2);
});
