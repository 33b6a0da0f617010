import { randomUUID } from "node:crypto";
import type { Trace } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
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

  /** Creates a run that ended long ago, so that the next read of usage counts it. */
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
  const countedRuns = async (scope: Scope): Promise<number> => {
    const { rows } = await database.pool.query<{ readonly count: number }>(
      "select count(*)::int as count from trace_facts where workspace_id = $1 and counted",
      [scope.workspaceId],
    );
    return rows[0]?.count ?? 0;
  };

  it("returns the same figures from spans as from the runs themselves", async () => {
    const scope = newScope();
    for (let index = 0; index < 30; index += 1)
      await create(scope, NOON + (index - 15) * 5 * HOUR_MS + index * 60_000);
    const first = await read(scope);
    expect(await countedRuns(scope)).toBe(30);
    await database.pool.query("update trace_facts set counted = false where workspace_id = $1", [
      scope.workspaceId,
    ]);
    await database.pool.query("delete from usage_span where workspace_id = $1", [scope.workspaceId]);
    await database.pool.query("delete from usage_latency where workspace_id = $1", [scope.workspaceId]);
    await database.pool.query("update trace_facts set ended_at = now() where workspace_id = $1", [
      scope.workspaceId,
    ]);
    const fromFacts = await read(scope);
    expect(await countedRuns(scope)).toBe(0);
    expect(fromFacts).toEqual(first);
    expect(first.total).toMatchObject({ runs: 30, completed: 30, cost: 7.5, inputTokens: 3_000 });
    expect(first.total.p50Ms).toBeGreaterThan(3_600);
    expect(first.total.p50Ms).toBeLessThan(4_400);
  });

  it.each(["UTC", "Asia/Kolkata", "Asia/Kathmandu", "America/St_Johns", "Australia/Lord_Howe"])(
    "starts days at midnight in %s and splits spans at the edge of the range",
    async (timeZone) => {
      const scope = newScope();
      const times: number[] = [];
      for (let index = 0; index < 40; index += 1) {
        times.push(NOON + index * 1_300_000 - 7 * HOUR_MS);
        await create(scope, times.at(-1) ?? 0);
      }
      const from = times[3] ?? 0;
      const usage = await read(scope, { from, timeZone });
      expect(await countedRuns(scope)).toBe(40);
      const name = new Intl.DateTimeFormat("en-CA", { timeZone });
      const expected = new Map<string, number>();
      for (const at of times.slice(3))
        expected.set(name.format(at), (expected.get(name.format(at)) ?? 0) + 1);
      expect(new Map(usage.days.map((day) => [day.day, day.runs]))).toEqual(expected);
      expect(usage.total.runs).toBe(37);
      expect(usage.groups).toMatchObject([{ key: "general", runs: 37 }]);
    },
  );

  it("updates the figures when a run resumes, is removed, restored or deleted", async () => {
    const scope = newScope();
    const [removed, other] = [await create(scope, NOON), await create(scope, NOON + 1_000)];
    const paused = await create(scope, NOON + 2_000, { status: "interrupted" });
    expect((await read(scope)).total).toMatchObject({ runs: 3, ended: 3, cost: 0.75 });
    expect(await countedRuns(scope)).toBe(3);
    await database.traceList.remove(scope, [removed.id]);
    expect((await read(scope)).total).toMatchObject({ runs: 2, cost: 0.5 });
    await database.traceList.restore(scope, [removed.id]);
    expect((await read(scope)).total).toMatchObject({ runs: 3, cost: 0.75 });
    await database.traces.delete(scope, removed.id);
    const after = await read(scope);
    expect(after.total).toMatchObject({ runs: 2, cost: 0.5 });
    expect(after.groups).toMatchObject([{ key: "general", runs: 2 }]);
    await database.pool.query(
      "update trace_facts set status = 'running', ended_at = null where trace_id = $1",
      [paused.id],
    );
    expect((await read(scope)).total).toMatchObject({ runs: 2, ended: 1, completed: 1 });
    await database.traces.delete(scope, other.id);
    await database.traces.delete(scope, paused.id);
    expect(await read(scope)).toMatchObject({
      total: { runs: 0, cost: null, p50Ms: null },
      days: [],
      groups: [],
    });
  });

  it("counts a child's usage but not the child as a run, in spans and in facts", async () => {
    const scope = newScope();
    const root = await create(scope, NOON);
    const agent = { ...root.agent, name: "reviewer" };
    await create(scope, NOON + 1_000, { rootId: root.id, parentId: root.id, agent });
    const expected = { runs: 1, completed: 1, ended: 1, unpriced: 0, cost: 0.5, inputTokens: 200 };
    expect((await read(scope)).total).toMatchObject(expected);
    expect(await countedRuns(scope)).toBe(2);
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
    expect(await countedRuns(scope)).toBe(0);
    expect((await read(scope)).total).toMatchObject(expected);
    const page = await database.traceList.list(scope, {}, { cursor: null, limit: 9 });
    expect(page.items.map((item) => item.id)).toEqual([root.id]);
    expect(await database.traceList.summary(scope, {})).toMatchObject({ runs: 1, completed: 1 });
    expect((await database.traceList.facets(scope)).agents).toEqual([root.agent.name]);
  });

  it("counts the whole workspace but shows only tags of runs the person can see", async () => {
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

  it("counts every run once under concurrent reads", async () => {
    const scope = newScope();
    for (let index = 0; index < 12; index += 1) await create(scope, NOON + index);
    const reads = await Promise.all(Array.from({ length: 6 }, async () => read(scope)));
    expect(reads.map(({ total }) => total.runs)).toEqual([12, 12, 12, 12, 12, 12]);
    expect((await read(scope)).total).toMatchObject({ runs: 12, cost: 3 });
  });

  it("removes an appended run from the figures in the same commit", async () => {
    const scope = newScope();
    const trace = await create(scope, NOON, { status: "queued", endedAt: null });
    await read(scope);
    await database.pool.query(
      "update trace_facts set status = 'failed', ended_at = now() - interval '1 hour' where trace_id = $1",
      [trace.id],
    );
    await read(scope);
    expect(await countedRuns(scope)).toBe(1);
    const claimed = await database.traces.claim({ owner: "test", leaseMs: 8_000, only: trace.id });
    if (claimed === undefined) throw new Error("not claimed");
    const batch = newBatch(trace, claimed.lease, [newEntry(trace.id, 2)]);
    await database.traces.append({
      ...batch,
      projection: { ...batch.projection, totals: { ...trace.totals, cost: 2 } },
    });
    expect(await countedRuns(scope)).toBe(0);
    expect((await read(scope)).total).toMatchObject({ runs: 1, ended: 0, cost: 2 });
  });
});
