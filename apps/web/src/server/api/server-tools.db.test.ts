import type { Trace } from "@goaltrace/core/log";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AccessWorld, createAccessWorld } from "../testing/access-world.ts";

let world: AccessWorld;
beforeAll(async () => {
  world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", { withModel: true });
});
afterAll(async () => await world?.close());

const serverToolsOf = ({ agent }: Trace): unknown =>
  agent.tools === "all" ? "all" : agent.tools.filter((name) => name.includes("__"));

async function turnsOf(conversationId: string): Promise<readonly Trace[]> {
  const at = { workspace: world.slugs.ours, id: conversationId };
  return (await world.caller("member").conversations.get(at)).traces;
}

async function end(traceId: string): Promise<void> {
  await world.database.pool.query(
    "update trace set status = 'completed', projection = jsonb_set(projection::jsonb, '{status}', '\"completed\"')::text where id = $1",
    [traceId],
  );
}

it("keeps the servers of a conversation for its runs, its retries and its queue, until someone chooses others", async () => {
  const workspace = world.slugs.ours;
  const member = world.caller("member");
  const chosen = ["docs__*", "mail__send"];
  const first = await member.runs.start({ workspace, text: "Find it", serverTools: chosen });
  const { conversationId } = first;
  const at = { workspace, id: conversationId };
  expect(await member.conversations.get(at)).toMatchObject({ serverTools: chosen });
  await end(first.traceId);
  const second = await member.runs.start({ workspace, conversationId, text: "Again" });
  await end(second.traceId);
  const retried = await member.runs.retry({ workspace, traceId: second.traceId });
  await end(retried.traceId);
  expect((await turnsOf(conversationId)).map(serverToolsOf)).toEqual([chosen, chosen, chosen]);

  await member.conversations.setServerTools({ ...at, serverTools: [] });
  const without = await member.runs.start({ workspace, conversationId, text: "Without" });
  await end(without.traceId);
  await member.conversations.setServerTools({ ...at, serverTools: null });
  await member.runs.start({ workspace, conversationId, text: "With all" });
  expect((await turnsOf(conversationId)).slice(-2).map(serverToolsOf)).toEqual([[], "all"]);
});

it("names no tool that the workspace does not have, such as a search that no one has configured", async () => {
  const workspace = world.slugs.ours;
  expect(world.runtime.tools.find("search")).toBeDefined();
  for (const choice of [{ serverTools: ["docs__*"] }, { agent: "explore" }]) {
    const { conversationId } = await world
      .caller("member")
      .runs.start({ workspace, text: "Find it", ...choice });
    const [{ agent } = { agent: { tools: "all" } }] = await turnsOf(conversationId);
    expect(agent.tools).toContain("read_file");
    expect(agent.tools).not.toContain("search");
  }
});

it("refuses a choice that names no tool of a server, and one by a viewer", async () => {
  const { conversationId } = await world.startRun("Add");
  const at = { workspace: world.slugs.ours, id: conversationId };
  for (const name of ["read_file", "a__b,c__d", "x".repeat(65)])
    await expect(
      world.caller("member").conversations.setServerTools({ ...at, serverTools: [name] }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  await expect(
    world.caller("viewer").conversations.setServerTools({ ...at, serverTools: [] }),
  ).rejects.toMatchObject({ code: "FORBIDDEN" });
});

it("lists no server without approved tools, and refuses an unknown agent", async () => {
  const { tools } = world.caller("viewer");
  const at = { workspace: world.slugs.ours, folderId: null };
  expect(await tools.ofServers({ ...at, agent: "general" })).toEqual({ items: [] });
  await expect(tools.ofServers({ ...at, agent: "nobody" })).rejects.toThrow();
});
