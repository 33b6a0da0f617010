import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  getAgentBudget,
  getBudget,
  getConversationBudget,
  removeAgentBudget,
  removeBudget,
  removeConversationBudget,
  setAgentBudgetByKey,
  setBudget,
  setConversationBudgetByKey,
} from "../rest/budget-endpoints.ts";
import type { Endpoint } from "../rest/endpoint.ts";
import { startRunByKey } from "../rest/endpoints.ts";
import { handleRest } from "../rest/handle-rest.ts";
import { createAccessWorld, ORIGIN } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";

let world: AccessWorld;
beforeAll(async () => {
  world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", { withModel: true, forRoutes: true });
});
afterAll(async () => world.close());
beforeEach(async () => {
  await world.caller("owner").budgets.save({ workspace: world.slugs.ours, budget: "" });
});

async function call(
  endpoint: Endpoint,
  { key, body, id = "" }: { readonly key: string; readonly body?: object; readonly id?: string },
): Promise<Response> {
  const name = /\{(?<name>\w+)\}/u.exec(endpoint.address)?.groups?.["name"] ?? "id";
  const request = new Request(`${ORIGIN}${endpoint.address.replace(`{${name}}`, id)}`, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return handleRest(endpoint, request, { runtime: world.runtime, params: id === "" ? {} : { [name]: id } });
}

describe("the budget of a workspace", () => {
  it("is set, raised and removed in its canonical form, and recorded", async () => {
    const workspace = world.slugs.ours;
    const budgets = world.caller("admin").budgets;
    expect(await budgets.save({ workspace, budget: "$40, 2000 ktok" })).toMatchObject({
      budget: "40usd,2mtok",
    });
    expect(await world.caller("viewer").budgets.get({ workspace })).toMatchObject({
      ...{ budget: "40usd,2mtok", editable: false },
      spent: { usd: 0, tokens: 0, ms: 0, steps: 0 },
    });
    expect(await budgets.save({ workspace, budget: "50usd" })).toMatchObject({ budget: "50usd" });
    expect(await budgets.save({ workspace, budget: "" })).toMatchObject({ budget: "" });
    const { items } = await world.caller("admin").audit.list({ workspace, cursor: null });
    expect(
      items
        .filter(({ action }) => action === "budget.changed")
        .map(({ target }) => target)
        .slice(0, 3),
    ).toEqual([...["", "50usd", "40usd,2mtok"]]);
  });

  it("rejects an invalid budget with what is wrong with it, and is not changed", async () => {
    const workspace = world.slugs.ours;
    const budgets = world.caller("admin").budgets;
    await budgets.save({ workspace, budget: "40usd" });
    await expect(budgets.save({ workspace, budget: "40eur" })).rejects.toMatchObject({
      ...{ code: "BAD_REQUEST", message: expect.stringContaining('"40eur" is not an amount') as unknown },
    });
    expect(await budgets.get({ workspace })).toMatchObject({ budget: "40usd", editable: true });
  });

  it("is read and set over REST, by an admin's key", async () => {
    const key = await world.makeKey("admin", ["read", "admin"]);
    const saved = await call(setBudget, { key, body: { budget: "1.50usd" } });
    expect(saved.status).toBe(200);
    expect(await (await call(getBudget, { key })).json()).toMatchObject({
      budget: "1.5usd",
      held: { usd: 0 },
    });
    const member = await world.makeKey("member", ["read", "run"]);
    expect((await call(setBudget, { key: member, body: { budget: "9usd" } })).status).toBe(403);
    expect((await call(removeBudget, { key: member })).status).toBe(403);
    expect(await (await call(removeBudget, { key })).json()).toMatchObject({ budget: "" });
    expect(await (await call(getBudget, { key: member })).json()).toMatchObject({ budget: "" });
  });

  it("wakes the runs that wait for a budget when it changes", async () => {
    const { traceId } = await world.startRun("Add");
    await world.database.pool.query(
      "update trace set status = 'waiting', waiting_for = 'budget' where id = $1",
      [traceId],
    );
    await world.caller("admin").budgets.save({ workspace: world.slugs.ours, budget: "5usd" });
    const scope = { workspaceId: world.slugs.ours, personId: "" };
    const pending = await world.database.signals.pending(scope, traceId);
    expect(pending.map(({ kind }) => kind)).toEqual(["resume"]);
  });
});

describe("the budget of a run", () => {
  const startedWith = async (traceId: string): Promise<unknown> => {
    const scope = { workspaceId: world.slugs.ours, personId: world.person("member").id };
    return (await world.database.traces.get(scope, traceId))?.budget;
  };

  it("comes from the request or from the conversation, and a change reaches the active run", async () => {
    const workspace = world.slugs.ours;
    const { traceId, conversationId } = await world.startRun("Add");
    expect(await startedWith(traceId)).toBeUndefined();
    const set = await world
      .caller("member")
      .budgets.setForConversation({ workspace, id: conversationId, budget: "0.50usd,10m" });
    expect(set).toEqual({ budget: "0.5usd,10m" });
    const scope = { workspaceId: workspace, personId: world.person("member").id };
    const pending = await world.database.signals.pending(scope, traceId);
    expect(pending.map(({ kind, payload }) => [kind, payload])).toEqual([
      ["set_budget", { budget: "0.5usd,10m" }],
    ]);
    expect(await world.caller("member").conversations.get({ workspace, id: conversationId })).toMatchObject({
      budget: "0.5usd,10m",
    });
    await world.database.pool.query(
      "update trace set status = 'completed', projection = jsonb_set(projection::jsonb, '{status}', '\"completed\"')::text where id = $1",
      [traceId],
    );
    const next = await world.caller("member").runs.start({ workspace, conversationId, text: "Go on" });
    expect(await startedWith(next.traceId)).toEqual({ usd: 0.5, ms: 600_000 });
    const key = await world.makeKey("member", ["run"]);
    const response = await call(startRunByKey, { key, body: { text: "Add", budget: "3steps" } });
    const { traceId: byKey } = (await response.json()) as { traceId: string };
    expect(await startedWith(byKey)).toEqual({ steps: 3 });
    const refused = await call(startRunByKey, { key, body: { text: "Add", budget: "3" } });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: { fix: expect.stringContaining("0.50usd") as unknown },
    });
  });

  it("is set for a conversation, read and removed over REST, and a change reaches the active run", async () => {
    const { traceId, conversationId: id } = await world.startRun("Add");
    const key = await world.makeKey("member", ["read", "run"]);
    const read = async (): Promise<unknown> => (await call(getConversationBudget, { key, id })).json();
    expect(await read()).toEqual({ budget: "" });
    const saved = await call(setConversationBudgetByKey, { key, id, body: { budget: "$2, 600 s" } });
    expect(await saved.json()).toEqual({ budget: "2usd,10m" });
    expect(await read()).toEqual({ budget: "2usd,10m" });
    const refused = await call(setConversationBudgetByKey, { key, id, body: { budget: "2eur" } });
    expect([refused.status, await read()]).toEqual([400, { budget: "2usd,10m" }]);
    expect(await (await call(removeConversationBudget, { key, id })).json()).toEqual({ budget: "" });
    expect(await read()).toEqual({ budget: "" });
    const scope = { workspaceId: world.slugs.ours, personId: world.person("member").id };
    const pending = await world.database.signals.pending(scope, traceId);
    expect(pending.map(({ payload }) => payload)).toEqual([{ budget: "2usd,10m" }, { budget: "" }]);
    const readOnly = await world.makeKey("member", ["read"]);
    expect((await call(removeConversationBudget, { key: readOnly, id })).status).toBe(403);
  });

  it("is stored with a new conversation, and holds for each of its runs", async () => {
    const workspace = world.slugs.ours;
    const member = world.caller("member");
    const first = await member.runs.start({ workspace, text: "Add", budget: "0.50usd,10m" });
    expect(await startedWith(first.traceId)).toEqual({ usd: 0.5, ms: 600_000 });
    const { conversationId } = first;
    expect(await member.conversations.get({ workspace, id: conversationId })).toMatchObject({
      budget: "0.5usd,10m",
    });
    await world.database.pool.query(
      "update trace set status = 'completed', projection = jsonb_set(projection::jsonb, '{status}', '\"completed\"')::text where id = $1",
      [first.traceId],
    );
    const next = await member.runs.start({ workspace, conversationId, text: "Go on" });
    expect(await startedWith(next.traceId)).toEqual({ usd: 0.5, ms: 600_000 });
    await expect(member.runs.start({ workspace, text: "Add", budget: "5eur" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });
});

describe("the budget of an agent", () => {
  const start = async (input: object = {}): Promise<unknown> => {
    const workspace = world.slugs.ours;
    const { traceId } = await world.caller("member").runs.start({ workspace, text: "Add", ...input });
    const scope = { workspaceId: workspace, personId: world.person("member").id };
    return (await world.database.traces.get(scope, traceId))?.budget;
  };

  it("holds for runs without one of their own, until it is removed", async () => {
    const workspace = world.slugs.ours;
    const { budgets, audit } = world.caller("admin");
    await budgets.saveForAgent({ workspace, agent: "general", budget: "$3, 20 m" });
    expect(await world.caller("viewer").budgets.agents({ workspace })).toEqual({
      items: [
        { agent: "analyst", budget: "" },
        { agent: "explore", budget: "" },
        { agent: "general", budget: "3usd,20m" },
      ],
      editable: false,
    });
    expect(await start()).toEqual({ usd: 3, ms: 1_200_000 });
    expect(await start({ budget: "5steps" })).toEqual({ steps: 5 });
    const { items } = await audit.list({ workspace, cursor: null });
    expect(items[0]).toMatchObject({
      action: "budget.changed",
      target: "3usd,20m",
      detail: { agent: "general" },
    });
    // It is not the budget of the workspace.
    expect(await budgets.get({ workspace })).toMatchObject({ budget: "" });
    await budgets.saveForAgent({ workspace, agent: "general", budget: "" });
    expect(await start()).toBeUndefined();
  });

  it("belongs to one workspace, and to an agent that exists", async () => {
    const workspace = world.slugs.ours;
    const { budgets } = world.caller("admin");
    await budgets.saveForAgent({ workspace, agent: "general", budget: "3usd" });
    expect(await world.database.budgets.ofAgent(world.slugs.theirs, "general")).toBeNull();
    await expect(budgets.saveForAgent({ workspace, agent: "nobody", budget: "3usd" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(budgets.saveForAgent({ workspace, agent: "general", budget: "3eur" })).rejects.toMatchObject(
      { code: "BAD_REQUEST" },
    );
    expect(await start()).toEqual({ usd: 3 });
    await budgets.saveForAgent({ workspace, agent: "general", budget: "" });
  });

  it("is read, set and removed over REST, by an admin's key", async () => {
    const key = await world.makeKey("admin", ["read", "admin"]);
    const id = "general";
    const saved = await call(setAgentBudgetByKey, { key, id, body: { budget: "2 usd" } });
    expect(await saved.json()).toEqual({ agent: "general", budget: "2usd" });
    expect(await (await call(getAgentBudget, { key, id })).json()).toEqual({
      ...{ agent: "general", budget: "2usd" },
    });
    const member = await world.makeKey("member", ["read", "run"]);
    expect((await call(removeAgentBudget, { key: member, id })).status).toBe(403);
    expect(await (await call(removeAgentBudget, { key, id })).json()).toEqual({
      ...{ agent: "general", budget: "" },
    });
    expect((await call(getAgentBudget, { key, id: "nobody" })).status).toBe(404);
  });
});
