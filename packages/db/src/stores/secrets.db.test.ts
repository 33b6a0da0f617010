import { randomUUID } from "node:crypto";
import { buildLog, buildTrace } from "@goaltrace/core/testing";
import { afterAll, expect, it } from "vitest";
import { createDatabase } from "../database.ts";

const database = createDatabase(process.env["DATABASE_URL"] ?? "");
const { secrets, traces, pool } = database;
afterAll(async () => await database.close());

const newScope = () => ({ workspaceId: randomUUID(), personId: "mira" });
const change = (name: string) => ({
  ...{ name, description: "", previous: null, tools: ["webfetch"], domains: ["https://api.example.com"] },
  sealed: new Uint8Array([1, 2, 3]),
});

it("saves a version only over the one that it is based on", async () => {
  const scope = newScope();
  expect(await secrets.save(scope, change("b"), 0)).toBe(true);
  expect(await secrets.save(scope, change("b"), 0)).toBe(false);
  expect(await secrets.save(scope, { ...change("b"), previous: new Uint8Array([1]) }, 1)).toBe(true);
  expect(await secrets.save(scope, change("b"), 1)).toBe(false);
  await secrets.save(scope, change("a"), 0);
  expect(await secrets.list(scope)).toMatchObject([
    { name: "a", version: 1, previous: null },
    { name: "b", version: 2, tools: ["webfetch"], domains: ["https://api.example.com"], personId: "mira" },
  ]);
  expect(await secrets.list(newScope())).toEqual([]);
  await secrets.remove(scope, "b");
  await expect(secrets.remove(scope, "b")).rejects.toThrow("b");
});

it("lists uses in pages, newest first, and forgets those of deleted runs", async () => {
  const scope = newScope();
  const traceId = randomUUID();
  const log = buildLog({ traceId });
  log.user("Do it");
  await traces.create(scope, { ...buildTrace({ id: traceId }, log.entries), ...scope }, log.entries, []);
  const use = (toolCallId: string, domain = "api.example.com") => ({
    ...{ traceId, toolCallId, tool: "webfetch", domain, sequence: 2 },
  });
  for (const id of ["c1", "c2", "c3"]) await secrets.noteUse(scope, "a", use(id));
  await secrets.noteUse(scope, "a", use("c3"));
  await secrets.noteUse(scope, "a", { ...use("c4"), traceId: "deleted" });
  await pool.query("update secret_use set at = '2026-01-01' where workspace_id = $1", [scope.workspaceId]);
  await secrets.noteUse(scope, "a", use("c5", ""));
  expect(await secrets.usage(scope)).toMatchObject([{ name: "a", count: 4 }]);
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await secrets.uses(scope, "a", { cursor, limit: 1 });
    found.push(...page.items.map(({ toolCallId }) => toolCallId));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(found).toHaveLength(4);
  expect(found[0]).toBe("c5");
  expect(found.toSorted()).toEqual(["c1", "c2", "c3", "c5"]);
  await traces.delete(scope, traceId);
  expect(await secrets.usage(scope)).toEqual([]);
});
