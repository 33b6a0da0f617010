import { buildLog } from "@goaltrace/core/testing";
import type { Scope } from "@goaltrace/core/ports";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase, type Database } from "../database.ts";
import { newScope, newTrace } from "../testing/fixture.ts";

const NOW = 1_800_000_000_000;
const DAY_MS = 24 * 3_600_000;

let database: Database;
beforeAll(() => {
  database = createDatabase(process.env["DATABASE_URL"] ?? "");
});
afterAll(async () => {
  await database.close();
});

type Result = readonly [
  toolName: string,
  outcome: "ok" | "error" | "denied" | "interrupted",
  durationMs: number,
];

/** Stores a run with results of tools; returns its id. */
async function create(
  scope: Scope,
  results: readonly Result[],
  { createdAt = NOW - DAY_MS, hasEnded = true }: { createdAt?: number; hasEnded?: boolean } = {},
): Promise<string> {
  const totals = { ...newTrace(scope).totals, toolCalls: results.length };
  const trace = newTrace(scope, {
    ...{ createdAt, lastSequence: 1 + 2 * results.length, totals },
    ...(hasEnded ? { status: "completed", endedAt: createdAt + 1 } : { status: "running" }),
  });
  const log = buildLog({ traceId: trace.id });
  log.user("Look");
  for (const [index, [toolName, outcome]] of results.entries()) {
    const id = `call${index}`;
    log.assistant({ calls: [{ id, name: toolName }] });
    log.tool(id, { toolName, outcome });
  }
  const durations = results.map(([, , durationMs]) => durationMs);
  const entries = log.entries.map((entry) => ({
    ...{ ...entry, id: `${trace.id} ${entry.sequence}` },
    ...(entry.kind === "message" && entry.role === "tool" ? { durationMs: durations.shift() ?? 0 } : {}),
  }));
  await database.traces.create(scope, trace, entries, []);
  return trace.id;
}

it("sums the calls of ended runs by tool, with the same result each time", async () => {
  const scope = newScope();
  await create(scope, [
    ["read_file", "ok", 100],
    ["read_file", "error", 300],
    ["bash_command", "denied", 0],
  ]);
  await create(scope, [
    ["read_file", "ok", 200],
    ["bash_command", "interrupted", 50],
  ]);
  await create(scope, [["read_file", "ok", 1]], { hasEnded: false });
  await create(scope, [["read_file", "ok", 1]], { createdAt: NOW - 40 * DAY_MS });
  await create(newScope(), [["read_file", "ok", 1]]);
  const expected = [
    { name: "bash_command", calls: 2, failed: 1, denied: 1, runs: 2, meanMs: 50 },
    { name: "read_file", calls: 3, failed: 1, denied: 0, runs: 2, meanMs: 200 },
  ];
  expect(await database.toolUses.uses(scope, NOW - 30 * DAY_MS)).toEqual(expected);
  expect(await database.toolUses.uses(scope, NOW - 30 * DAY_MS)).toEqual(expected);
});

it("counts calls of names that only a model can write, and forgets a deleted run", async () => {
  const scope = newScope();
  const odd = `odd \0 \uD800 ${"x".repeat(200)}`;
  const id = await create(scope, [[odd, "error", 1]]);
  const [use] = await database.toolUses.uses(scope, 0);
  expect(use).toMatchObject({ calls: 1, failed: 1 });
  expect(use?.name).toMatch(/^odd {2,3}x+$/u);
  await database.traces.delete(scope, id);
  expect(await database.toolUses.uses(scope, 0)).toEqual([]);
});
