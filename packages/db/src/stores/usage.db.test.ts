import { randomUUID } from "node:crypto";
import type { Scope, Trace } from "@goaltrace/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type Database } from "../database.ts";
import { newBatch, newEntry, newScope, newTrace } from "../testing/fixture.ts";
import type { Usage, UsageGrouping } from "./usage.ts";

const url = process.env["DATABASE_URL"] ?? "";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOON = Date.UTC(2026, 2, 10, 12);

describe("usage", () => {
  let database: Database;
  beforeAll(() => {
    database = createDatabase(url);
  });
  afterAll(async () => {
    await database.close();
  });

  /** A run that ended long ago, so that the next look at usage counts it. */
  const create = async (scope: Scope, createdAt: number, changes: Partial<Trace> = {}): Promise<Trace> => {
    const plain = newTrace(scope, { createdAt, status: "completed", startedAt: createdAt });
    const totals = { ...plain.totals, cost: 0.25, inputTokens: 100, outputTokens: 20, durationMs: 4_000 };
    const trace = { ...plain, totals, endedAt: createdAt + 4_000, ...changes };
    await database.traces.create(scope, trace, [newEntry(trace.id, 1)], []);
    return trace;
  };
  const read = async (
    scope: Scope,
    options: { readonly from?: number; readonly timeZone?: string; readonly by?: UsageGrouping } = {},
  ): Promise<Usage> =>
    database.usage.usage(scope, {
      ...{ from: NOON - 20 * DAY_MS, to: NOON + 20 * DAY_MS, timeZone: "UTC", by: "agent" },
      ...options,
    });
  const countedOf = async (scope: Scope): Promise<number> => {
    const { rows } = await database.pool.query<{ readonly count: number }>(
      "select count(*)::int as count from trace_facts where workspace_id = $1 and counted",
      [scope.workspaceId],
    );
    return rows[0]?.count ?? 0;
  };

  it("answers the same from spans as from the runs themselves", async () => {
    const scope = newScope();
    for (let index = 0; index < 30; index += 1)
      await create(scope, NOON + (index - 15) * 5 * HOUR_MS + index * 60_000);
    const first = await read(scope);
    expect(await countedOf(scope)).toBe(30);
    await database.pool.query("update trace_facts set counted = false where workspace_id = $1", [
      scope.workspaceId,
    ]);
    await database.pool.query("delete from usage_span where workspace_id = $1", [scope.workspaceId]);
    await database.pool.query("delete from usage_latency where workspace_id = $1", [scope.workspaceId]);
    await database.pool.query("update trace_facts set ended_at = now() where workspace_id = $1", [
      scope.workspaceId,
    ]);
    const fromFacts = await read(scope);
    expect(await countedOf(scope)).toBe(0);
    expect(fromFacts).toEqual(first);
    expect(first.total).toMatchObject({ runs: 30, completed: 30, cost: 7.5, inputTokens: 3_000 });
    expect(first.total.p50Ms).toBeGreaterThan(3_600);
    expect(first.total.p50Ms).toBeLessThan(4_400);
  });

  it.each(["UTC", "Asia/Kolkata", "Asia/Kathmandu", "America/St_Johns", "Australia/Lord_Howe"])(
    "days begin at midnight in %s, and a time cuts spans in two",
    async (timeZone) => {
      const scope = newScope();
      const made: number[] = [];
      for (let index = 0; index < 40; index += 1) {
        made.push(NOON + index * 1_300_000 - 7 * HOUR_MS);
        await create(scope, made.at(-1) ?? 0);
      }
      const from = made[3] ?? 0;
      const usage = await read(scope, { from, timeZone });
      expect(await countedOf(scope)).toBe(40);
      const name = new Intl.DateTimeFormat("en-CA", { timeZone });
      const expected = new Map<string, number>();
      for (const at of made.slice(3)) expected.set(name.format(at), (expected.get(name.format(at)) ?? 0) + 1);
      expect(new Map(usage.days.map((day) => [day.day, day.runs]))).toEqual(expected);
      expect(usage.total.runs).toBe(37);
      expect(usage.groups).toMatchObject([{ key: "general", runs: 37 }]);
    },
  );

  it("a run that goes on, is removed or deleted leaves the figures and comes back as it is", async () => {
    const scope = newScope();
    const [gone, kept] = [await create(scope, NOON), await create(scope, NOON + 1_000)];
    const paused = await create(scope, NOON + 2_000, { status: "interrupted" });
    expect((await read(scope)).total).toMatchObject({ runs: 3, ended: 3, cost: 0.75 });
    expect(await countedOf(scope)).toBe(3);
    await database.traceList.remove(scope, [gone.id]);
    expect((await read(scope)).total).toMatchObject({ runs: 2, cost: 0.5 });
    await database.traceList.restore(scope, [gone.id]);
    expect((await read(scope)).total).toMatchObject({ runs: 3, cost: 0.75 });
    await database.traces.delete(scope, gone.id);
    const after = await read(scope);
    expect(after.total).toMatchObject({ runs: 2, cost: 0.5 });
    expect(after.groups).toMatchObject([{ key: "general", runs: 2 }]);
    await database.pool.query(
      "update trace_facts set status = 'running', ended_at = null where trace_id = $1",
      [paused.id],
    );
    expect((await read(scope)).total).toMatchObject({ runs: 2, ended: 1, completed: 1 });
    await database.traces.delete(scope, kept.id);
    await database.traces.delete(scope, paused.id);
    expect(await read(scope)).toMatchObject({
      total: { runs: 0, cost: null, p50Ms: null },
      days: [],
      groups: [],
    });
  });

  it("a child's usage counts but the child is not a run, in spans as in facts", async () => {
    const scope = newScope();
    const root = await create(scope, NOON);
    const agent = { ...root.agent, name: "reviewer" };
    await create(scope, NOON + 1_000, { rootId: root.id, parentId: root.id, agent });
    const expected = { runs: 1, completed: 1, ended: 1, unpriced: 0, cost: 0.5, inputTokens: 200 };
    expect((await read(scope)).total).toMatchObject(expected);
    expect(await countedOf(scope)).toBe(2);
    const counted = await read(scope);
    expect(counted.total).toMatchObject(expected);
    expect(counted.groups.find((group) => group.key === "reviewer")).toMatchObject({ runs: 0, cost: 0.25 });
    const { rows } = await database.pool.query(
      "select sum(runs)::int as runs from usage_latency where workspace_id = $1 and kind = 'all'",
      [scope.workspaceId],
    );
    expect(rows).toEqual([{ runs: 1 }]);
    await database.pool.query("update trace_facts set ended_at = now() where workspace_id = $1", [
      scope.workspaceId,
    ]);
    expect(await countedOf(scope)).toBe(0);
    expect((await read(scope)).total).toMatchObject(expected);
    const page = await database.traceList.list(scope, {}, { cursor: null, limit: 9 });
    expect(page.items.map((item) => item.id)).toEqual([root.id]);
    expect(await database.traceList.summary(scope, {})).toMatchObject({ runs: 1, completed: 1 });
    expect((await database.traceList.facets(scope)).agents).toEqual([root.agent.name]);
  });

  it("numbers are the workspace's, tags only of runs the person sees", async () => {
    const scope = newScope();
    const other = { ...scope, personId: "other" };
    const conversationId = randomUUID();
    await database.conversations.create(scope, {
      ...{ id: conversationId, personId: scope.personId, title: "t", pinned: false, shared: false },
      ...{ folderId: null, model: null, createdAt: NOON, updatedAt: NOON },
    });
    await create(scope, NOON, { conversationId, tags: ["layoffs"] });
    expect((await read(other)).total.runs).toBe(1);
    expect((await read(scope, { by: "tag" })).groups).toMatchObject([{ key: "layoffs", runs: 1 }]);
    expect((await read(other, { by: "tag" })).groups).toEqual([]);
    expect(
      (
        await database.usage.usage(
          { ...scope, workspaceId: "another" },
          { from: 0, to: NOON * 2, timeZone: "UTC", by: "person" },
        )
      ).total.runs,
    ).toBe(0);
  });

  it("many looks at once count every run once", async () => {
    const scope = newScope();
    for (let index = 0; index < 12; index += 1) await create(scope, NOON + index);
    const looks = await Promise.all(Array.from({ length: 6 }, async () => read(scope)));
    expect(looks.map(({ total }) => total.runs)).toEqual([12, 12, 12, 12, 12, 12]);
    expect((await read(scope)).total).toMatchObject({ runs: 12, cost: 3 });
  });

  it("an append to a counted run takes it out of the figures in the same commit", async () => {
    const scope = newScope();
    const trace = await create(scope, NOON, { status: "queued", endedAt: null });
    await read(scope);
    await database.pool.query(
      "update trace_facts set status = 'failed', ended_at = now() - interval '1 hour' where trace_id = $1",
      [trace.id],
    );
    await read(scope);
    expect(await countedOf(scope)).toBe(1);
    const claimed = await database.traces.claim({ owner: "test", leaseMs: 8_000, only: trace.id });
    if (claimed === undefined) throw new Error("not claimed");
    const batch = newBatch(trace, claimed.lease, [newEntry(trace.id, 2)]);
    await database.traces.append({
      ...batch,
      projection: { ...batch.projection, totals: { ...trace.totals, cost: 2 } },
    });
    expect(await countedOf(scope)).toBe(0);
    expect((await read(scope)).total).toMatchObject({ runs: 1, ended: 0, cost: 2 });
  });
});
