import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { createDatabase } from "../database.ts";
import type { McpPin, McpStatus } from "./mcp.ts";

const database = createDatabase(process.env["DATABASE_URL"] ?? "");
const { mcp, pool } = database;
afterAll(async () => await database.close());

const newScope = (personId = "mira") => ({ workspaceId: randomUUID(), personId });
const SETTINGS = '{"command":"node","env":{"API_KEY":""}}';
const SEALED = new Uint8Array([0, 255, 10, 0]);
const EMPTY = { servers: [], pins: [], consents: [] };

function buildPin(tool: string, changes: Partial<McpPin> = {}): Omit<McpPin, "personId" | "approvedAt"> {
  return {
    ...{ source: "workspace", server: "files", tool, settingsDigest: "s1", reportedName: "Files" },
    ...{ digest: `digest of ${tool}`, definition: `{"name":"${tool}","z":1,"a":"读"}`, ...changes },
  };
}

function buildStatus(changes: Partial<McpStatus> = {}): Omit<McpStatus, "updatedAt"> {
  return {
    ...{ source: "workspace", server: "files", settingsDigest: "s1", state: "ready", problem: null },
    ...{ identity: '{"name":"Files"}', tools: "[]", log: "started\n", ...changes },
  };
}

it("returns servers, approvals and consents as they were saved, each list sorted", async () => {
  const scope = newScope();
  await mcp.saveServer(scope, { name: "web", settings: "{}", sealed: null });
  await mcp.saveServer(scope, { name: "files", settings: SETTINGS, sealed: SEALED });
  const pins = [buildPin("write"), buildPin("read"), buildPin("read", { source: "home" })];
  await mcp.approve(scope, pins);
  await mcp.consent(scope, { folder: "/b", server: "x", settingsDigest: "c" });
  await mcp.consent(scope, { folder: "/a", server: "y", settingsDigest: "c" });
  const state = await mcp.state(scope.workspaceId);
  expect(state.servers).toMatchObject([
    { name: "files", settings: SETTINGS, isEnabled: true, personId: "mira" },
    { name: "web", settings: "{}", sealed: null },
  ]);
  expect([...(state.servers[0]?.sealed ?? [])]).toEqual([...SEALED]);
  expect(state.pins).toMatchObject([pins[2], pins[1], pins[0]].map((pin) => ({ ...pin, personId: "mira" })));
  expect(state.consents).toEqual([
    { folder: "/a", server: "y", settingsDigest: "c", personId: "mira" },
    { folder: "/b", server: "x", settingsDigest: "c", personId: "mira" },
  ]);
  const times = [...state.servers.map(({ savedAt }) => savedAt), state.pins[0]?.approvedAt ?? 0];
  for (const time of times) expect(Math.abs(time - Date.now())).toBeLessThan(600_000);
});

it("replaces a server with its sealed values, and enables it", async () => {
  const scope = newScope();
  const { workspaceId } = scope;
  await mcp.saveServer(scope, { name: "files", settings: SETTINGS, sealed: SEALED });
  await mcp.enableServer(workspaceId, "files", false);
  expect((await mcp.state(workspaceId)).servers).toMatchObject([{ isEnabled: false, settings: SETTINGS }]);
  await mcp.saveServer({ workspaceId, personId: "ben" }, { name: "files", settings: "{}", sealed: null });
  expect((await mcp.state(workspaceId)).servers).toMatchObject([
    { name: "files", settings: "{}", sealed: null, isEnabled: true, personId: "ben" },
  ]);
});

it("keeps one approval of a tool, the newest, and withdraws only the named tools of one server", async () => {
  const scope = newScope();
  const { workspaceId } = scope;
  await mcp.approve(scope, [buildPin("read"), buildPin("write"), buildPin("read", { server: "web" })]);
  await pool.query("update mcp_pin set approved_at = '2026-01-01' where workspace_id = $1", [workspaceId]);
  const changed = buildPin("read", {
    ...{ settingsDigest: "s2", reportedName: "Other", digest: "d2", definition: "{}" },
  });
  await mcp.approve({ workspaceId, personId: "ben" }, [changed]);
  const { pins } = await mcp.state(workspaceId);
  expect(pins).toMatchObject([
    { ...changed, personId: "ben" },
    { server: "files", tool: "write", personId: "mira", digest: "digest of write" },
    { server: "web", tool: "read", settingsDigest: "s1" },
  ]);
  expect(pins[0]?.approvedAt).toBeGreaterThan(pins[1]?.approvedAt ?? 0);
  await mcp.withdraw(workspaceId, { source: "workspace", server: "files" }, ["read", "absent"]);
  const left = await mcp.state(workspaceId);
  expect(left.pins.map(({ server, tool }) => `${server} ${tool}`)).toEqual(["files write", "web read"]);
  await mcp.approve(scope, []);
  expect((await mcp.state(workspaceId)).pins).toHaveLength(2);
});

it("keeps one consent for a server of a folder until it is withdrawn", async () => {
  const scope = newScope();
  const { workspaceId } = scope;
  await mcp.consent(scope, { folder: "/a", server: "x", settingsDigest: "c1" });
  await mcp.consent({ workspaceId, personId: "ben" }, { folder: "/a", server: "x", settingsDigest: "c2" });
  await mcp.consent(scope, { folder: "/b", server: "x", settingsDigest: "c1" });
  expect((await mcp.state(workspaceId)).consents).toEqual([
    { folder: "/a", server: "x", settingsDigest: "c2", personId: "ben" },
    { folder: "/b", server: "x", settingsDigest: "c1", personId: "mira" },
  ]);
  await mcp.withdrawConsent(workspaceId, "/a", "x");
  await mcp.withdrawConsent(workspaceId, "/a", "x");
  expect((await mcp.state(workspaceId)).consents).toMatchObject([{ folder: "/b" }]);
});

it("replaces the last seen state of a server, and sorts by place", async () => {
  const { workspaceId } = newScope();
  await mcp.keepStatus(workspaceId, buildStatus());
  await mcp.keepStatus(workspaceId, buildStatus({ source: "home" }));
  const failed = { state: "failed", problem: "exit code 3", identity: null, tools: "[1]", log: "" };
  await mcp.keepStatus(workspaceId, buildStatus({ ...failed, settingsDigest: "s2" }));
  expect(await mcp.statuses(workspaceId)).toMatchObject([
    { source: "home", state: "ready", identity: '{"name":"Files"}', log: "started\n" },
    { source: "workspace", ...failed, settingsDigest: "s2" },
  ]);
});

it("removes a server with its approvals and its status, and nothing from another source", async () => {
  const scope = newScope();
  const { workspaceId } = scope;
  for (const name of ["files", "web"]) await mcp.saveServer(scope, { name, settings: "{}", sealed: null });
  const home = { source: "home" };
  await mcp.approve(scope, [buildPin("a"), buildPin("a", home), buildPin("a", { server: "web" })]);
  for (const changes of [{}, home, { server: "web" }])
    await mcp.keepStatus(workspaceId, buildStatus(changes));
  await mcp.removeServer(workspaceId, "files");
  const { servers, pins } = await mcp.state(workspaceId);
  expect(servers.map(({ name }) => name)).toEqual(["web"]);
  const places = ["home files", "workspace web"];
  expect(pins.map(({ source, server }) => `${source} ${server}`)).toEqual(places);
  const statuses = await mcp.statuses(workspaceId);
  expect(statuses.map(({ source, server }) => `${source} ${server}`)).toEqual(places);
  for (const change of [
    async () => await mcp.removeServer(workspaceId, "files"),
    async () => await mcp.enableServer(workspaceId, "files", false),
  ])
    await expect(change()).rejects.toMatchObject({ code: "NOT_FOUND" });
});

it("neither shows nor changes data of another workspace, even when both are read at once", async () => {
  const [ours, theirs] = [newScope(), newScope("ben")];
  for (const [scope, text] of [
    [ours, "ours"],
    [theirs, "theirs"],
  ] as const) {
    await mcp.saveServer(scope, { name: "files", settings: text, sealed: SEALED });
    await mcp.approve(scope, [buildPin("read", { definition: text })]);
    await mcp.consent(scope, { folder: "/a", server: "x", settingsDigest: text });
    await mcp.keepStatus(scope.workspaceId, buildStatus({ log: text }));
  }
  const ids = [ours.workspaceId, newScope().workspaceId, theirs.workspaceId, ours.workspaceId];
  const states = await Promise.all(ids.map(async (id) => await mcp.state(id)));
  for (const [index, text] of [
    [0, "ours"],
    [2, "theirs"],
    [3, "ours"],
  ] as const) {
    const state = states[index];
    expect(state?.servers.map(({ settings }) => settings)).toEqual([text]);
    expect(state?.pins.map(({ definition }) => definition)).toEqual([text]);
    expect(state?.consents.map(({ settingsDigest }) => settingsDigest)).toEqual([text]);
  }
  expect(states[1]).toEqual(EMPTY);

  const before = states[2];
  await mcp.enableServer(ours.workspaceId, "files", false);
  await mcp.withdraw(ours.workspaceId, { source: "workspace", server: "files" }, ["read"]);
  await mcp.withdrawConsent(ours.workspaceId, "/a", "x");
  await mcp.approve(ours, [buildPin("read")]);
  await mcp.removeServer(ours.workspaceId, "files");
  expect(await mcp.state(ours.workspaceId)).toEqual(EMPTY);
  expect(await mcp.statuses(ours.workspaceId)).toEqual([]);
  expect(await mcp.state(theirs.workspaceId)).toEqual(before);
  expect(await mcp.statuses(theirs.workspaceId)).toMatchObject([{ log: "theirs" }]);
});

it("returns the same state until it changes, even by writes that bypass the store", async () => {
  const scope = newScope();
  const { workspaceId } = scope;
  const other = newScope();
  await mcp.saveServer(scope, { name: "files", settings: SETTINGS, sealed: SEALED });
  await mcp.approve(scope, [buildPin("read"), buildPin("write")]);
  await mcp.consent(scope, { folder: "/a", server: "y", settingsDigest: "c" });
  let before = await mcp.state(workspaceId);
  const expectChange = async (change: () => Promise<unknown>, isExpected = true): Promise<void> => {
    await change();
    const after = await mcp.state(workspaceId);
    expect(after === before, change.toString()).toBe(!isExpected);
    before = after;
  };
  await expectChange(
    async () => await mcp.saveServer(other, { name: "x", settings: "{}", sealed: null }),
    false,
  );
  await expectChange(async () => await mcp.keepStatus(workspaceId, buildStatus()), false);
  await expectChange(async () => await mcp.enableServer(workspaceId, "files", false));
  await expectChange(async () => await mcp.approve(scope, [buildPin("read", { digest: "other" })]));
  await expectChange(
    async () => await mcp.withdraw(workspaceId, { source: "workspace", server: "files" }, ["read"]),
  );
  await expectChange(
    async () =>
      await pool.query("update mcp_pin set definition = $2 where workspace_id = $1", [workspaceId, "{}"]),
  );
  expect(before.pins).toMatchObject([{ tool: "write", definition: "{}" }]);
  await expectChange(async () => await mcp.withdrawConsent(workspaceId, "/a", "y"));
  await expectChange(async () => await mcp.removeServer(workspaceId, "files"));
  expect(before).toEqual(EMPTY);
});

it("sees a change of another process at once", async () => {
  const scope = newScope();
  const elsewhere = createDatabase(process.env["DATABASE_URL"] ?? "");
  try {
    await mcp.saveServer(scope, { name: "files", settings: SETTINGS, sealed: SEALED });
    await mcp.state(scope.workspaceId);
    await elsewhere.mcp.enableServer(scope.workspaceId, "files", false);
    expect((await mcp.state(scope.workspaceId)).servers).toMatchObject([{ isEnabled: false }]);
  } finally {
    await elsewhere.close();
  }
});

it("serves more workspaces than it caches", async () => {
  const scopes = Array.from({ length: 55 }, () => newScope());
  for (const scope of scopes)
    await mcp.saveServer(scope, { name: scope.workspaceId, settings: "{}", sealed: null });
  for (let round = 0; round < 2; round += 1) {
    const states = await Promise.all(scopes.map(async ({ workspaceId }) => await mcp.state(workspaceId)));
    expect(states.map(({ servers }) => servers[0]?.name)).toEqual(
      scopes.map(({ workspaceId }) => workspaceId),
    );
  }
});
