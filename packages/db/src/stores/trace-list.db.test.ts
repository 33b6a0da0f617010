import { randomUUID } from "node:crypto";
import type { Entry, Trace } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type Database } from "../database.ts";
import { newBatch, newEntry, newScope, newTrace } from "../testing/fixture.ts";
import { createTraceListStore } from "./trace-list.ts";
import type { TraceQuery } from "./trace-query.ts";

const url = process.env["DATABASE_URL"] ?? "";
const PAGE = { cursor: null, limit: 50 };

function toolEntry(traceId: string, sequence: number, output: string): Entry {
  return {
    ...{ id: randomUUID(), traceId, sequence, version: 1, at: 1_700_000_000_000 + sequence, goalId: "root" },
    ...{
      kind: "message",
      role: "tool",
      toolCallId: "c",
      toolName: "read_file",
      outcome: "ok",
      title: "Read",
    },
    ...{ output, durationMs: 1, description: "read", tokens: 1 },
  };
}

function loopEntry(traceId: string, sequence: number): Entry {
  return {
    ...{ id: randomUUID(), traceId, sequence, version: 1, at: 1_700_000_000_000 + sequence, goalId: "root" },
    ...{ kind: "event", type: "loop.detected" },
    data: { detector: "same_call", action: "noted", count: 3, sequences: [1], evidence: "again" },
  };
}

function eventEntry(
  traceId: string,
  sequence: number,
  event: { readonly type: string; readonly data: object },
): Entry {
  return {
    ...{ id: randomUUID(), traceId, sequence, version: 1, at: 1_700_000_000_000 + sequence, goalId: "root" },
    ...{ kind: "event", ...event },
  } as Entry;
}

/** The end of a sub-agent. */
function endEntry(traceId: string, sequence: number, more: object): Entry {
  const figures = { steps: 1, inputTokens: 1, outputTokens: 1, cost: 0, durationMs: 1, toolsUsed: [] };
  return eventEntry(traceId, sequence, {
    type: "child.finished",
    data: {
      ...{ childTraceId: `child${sequence}`, toolCallId: null, status: "failed", lastMessage: "" },
      ...{ summary: null, failure: null, ...figures, ...more },
    },
  });
}

describe("trace list", () => {
  let database: Database;
  beforeAll(() => {
    database = createDatabase(url);
  });
  afterAll(async () => {
    await database.close();
  });

  const create = async (scope: Scope, changes: Partial<Trace> = {}, text = "Hello"): Promise<Trace> => {
    const trace = newTrace(scope, changes);
    await database.traces.create(scope, trace, [newEntry(trace.id, 1, text)], []);
    return trace;
  };
  const findIds = async (scope: Scope, filter: TraceQuery): Promise<string[]> =>
    (await database.traceList.list(scope, filter, PAGE)).items.map((item) => item.id);

  it("writes facts and search text in the commit of the append", async () => {
    const scope = newScope();
    const trace = await create(scope);
    const claimed = await database.traces.claim({ owner: "test", leaseMs: 8_000, only: trace.id });
    if (claimed === undefined) throw new Error("not claimed");
    const entries = [toolEntry(trace.id, 2, "quarterly figures"), loopEntry(trace.id, 3)];
    const totals = { ...trace.totals, errors: 2, cost: 0.4, toolCalls: 1, durationMs: 5_000 };
    const batch = newBatch(trace, claimed.lease, entries);
    await database.traces.append({ ...batch, projection: { ...batch.projection, totals } });
    for (const filter of [
      ...[
        { tools: ["read_file"] },
        { errors: true },
        { loops: true },
        { text: "quarterly fig" },
        { text: "read_file" },
      ],
      ...[
        { cost: { from: 0.3, to: 0.5 } },
        { durationMs: { from: 4_000, to: null } },
        { statuses: ["running"] as const },
      ],
      { text: trace.id },
    ])
      expect(await findIds(scope, filter), JSON.stringify(filter)).toEqual([trace.id]);
    for (const filter of [
      { tools: ["edit"] },
      { text: "figures quarterly notFound" },
      { cost: { from: 0.5, to: null } },
    ])
      expect(await findIds(scope, filter), JSON.stringify(filter)).toEqual([]);
    await database.traces.append({ ...newBatch(trace, claimed.lease, [toolEntry(trace.id, 4, "more")]) });
    const [item] = (await database.traceList.list(scope, {}, PAGE)).items;
    expect(item).toMatchObject({ loops: 1, lastSequence: 4 });
  });

  it("counts the goals and branches of sub-agents that a run gave up, over all its appends", async () => {
    const scope = newScope();
    const trace = await create(scope);
    const claimed = await database.traces.claim({ owner: "test", leaseMs: 8_000, only: trace.id });
    if (claimed === undefined) throw new Error("not claimed");
    const status = (goalId: string, to: "abandoned" | "completed") =>
      ({
        op: "status",
        goalId,
        status: to,
        summary: null,
        reason: "x",
        evidence: [],
        verified: null,
      }) as const;
    const operations = [status("a", "abandoned"), status("b", "completed"), status("c", "abandoned")];
    const plan = eventEntry(trace.id, 2, {
      type: "goals.changed",
      data: { operations, toolCallId: null },
    });
    await database.traces.append(newBatch(trace, claimed.lease, [plan, endEntry(trace.id, 3, {})]));
    await database.traces.append(newBatch(trace, claimed.lease, [endEntry(trace.id, 4, { givenUp: true })]));
    const [item] = (await database.traceList.list(scope, {}, PAGE)).items;
    expect(item).toMatchObject({ givenUp: 3, loops: 0 });
  });

  it("does not load what traces store beside their title", async () => {
    const scope = newScope();
    const context = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`key${index}`, index]));
    await create(scope, { task: "Bake\na cake", context });
    let loaded = 0;
    const pool = Object.create(database.pool) as typeof database.pool;
    Object.assign(pool, {
      query: async (text: string, values: unknown[]) => {
        const result = await database.pool.query(text, values);
        loaded += JSON.stringify(result.rows).length;
        return result;
      },
    });
    const { items } = await createTraceListStore(pool).list(scope, {}, PAGE);
    expect(items.map(({ title }) => title)).toEqual(["Bake"]);
    expect(loaded).toBeGreaterThan(0);
    expect(loaded).toBeLessThan(100_000);
  });

  it("accepts durations with fractions of a millisecond", async () => {
    const scope = newScope();
    const { id, totals } = await create(scope);
    const limit = totals.durationMs + 0.5;
    expect(await findIds(scope, { durationMs: { from: null, to: limit } })).toEqual([id]);
    expect(await findIds(scope, { durationMs: { from: limit, to: null } })).toEqual([]);
  });

  it("no longer finds erased content or a deleted trace", async () => {
    const scope = newScope();
    const trace = await create(scope, {}, "the secret word is xylophone");
    expect(await findIds(scope, { text: "xylophone" })).toEqual([trace.id]);
    await database.traces.erase(scope, trace.id, 1);
    expect(await findIds(scope, { text: "xylophone" })).toEqual([]);
    await database.traces.delete(scope, trace.id);
    expect(await findIds(scope, {})).toEqual([]);
  });

  it("finds Chinese text by any sequence of characters, and words by prefix while typing", async () => {
    const scope = newScope();
    const trace = await create(scope, {}, "请修复结账页面的延迟问题 in checkout-service/app.ts");
    for (const text of ["结账页面", "延迟", "check", "checkout-service", "app.ts", '"service app"'])
      expect(await findIds(scope, { text }), text).toEqual([trace.id]);
    for (const text of ["账结", '"app service"', "'; drop table trace; --"])
      expect(await findIds(scope, { text }), text).toEqual([]);
  });

  it("hides private conversations of others from lists, totals and search", async () => {
    const owner = newScope();
    const other = { ...owner, personId: "other" };
    const conversationId = randomUUID();
    const now = Date.now();
    await database.conversations.create(owner, {
      ...{ id: conversationId, personId: owner.personId, title: "t", pinned: false, shared: false },
      ...{ folderId: null, model: null, createdAt: now, updatedAt: now },
    });
    const trace = await create(owner, { conversationId }, "confidential plan");
    expect(await findIds(owner, { text: "confidential" })).toEqual([trace.id]);
    expect(await findIds(other, { text: "confidential" })).toEqual([]);
    expect(await database.traceList.summary(other, {})).toMatchObject({ runs: 0 });
    expect((await database.conversations.list(owner, { ...PAGE, text: "confidential" })).items).toMatchObject(
      [{ id: conversationId, lastTraceId: trace.id, status: "queued" }],
    );
    expect((await database.conversations.list(other, { ...PAGE, text: "confidential" })).items).toEqual([]);
    await expect(database.annotations.of(other, trace.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("pages by key and counts what is newer than a row", async () => {
    const scope = newScope();
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1)
      ids.unshift((await create(scope, { createdAt: 1_700_000_000_000 + index })).id);
    const first = await database.traceList.list(scope, {}, { cursor: null, limit: 2 });
    const second = await database.traceList.list(scope, {}, { cursor: first.nextCursor, limit: 3 });
    expect([...first.items, ...second.items].map((item) => item.id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    const [, row] = first.items;
    if (row === undefined) throw new Error("no row");
    expect(await database.traceList.countNewer(scope, {}, row)).toBe(1);
    const bars = await database.traceList.histogram(scope, {}, 4);
    expect(bars.reduce((sum, bar) => sum + bar.runs, 0)).toBe(5);
  });

  it("limits totals under a common text to the newest runs, and reports since when", async () => {
    const scope = newScope();
    const count = 10_500;
    await database.pool.query(
      `insert into trace_facts (trace_id, workspace_id, created_at, person_id, status, agent, model, cost)
       select $1 || '-' || n, $1, to_timestamp(1700000000 + n), 'person', case when n % 2 = 0 then 'completed' else 'failed' end, 'general', '', 1
       from generate_series(1, $2) n`,
      [scope.workspaceId, count],
    );
    await database.pool.query(
      `insert into message_search (trace_id, sequence, workspace_id, words)
       select $1 || '-' || n, 1, $1, to_tsvector('simple', 'everywhere') from generate_series(1, $2) n where n % 3 > 0`,
      [scope.workspaceId, count],
    );
    const text = "everywhere";
    const all = await database.traceList.summary(scope, {});
    expect(all).toMatchObject({ runs: count, since: null });
    const since = (1_700_000_000 + count - 10_000 + 1) * 1_000;
    expect(await database.traceList.summary(scope, { text })).toMatchObject({ runs: 6_666, since });
    const bars = await database.traceList.histogram(scope, { text }, 4);
    expect(bars.reduce((sum, bar) => sum + bar.runs, 0)).toBe(6_666);
    // The first of them does not contain the text.
    expect(bars[0]?.from).toBe(since + 1_000);
    // Half of the runs stay below the search limit, so all matches are counted.
    expect(await database.traceList.summary(scope, { text, statuses: ["failed"] })).toMatchObject({
      ...{ runs: 3_500, completed: 0, cost: 3_500, since: null },
    });
  });

  it("restores a deleted run until it is purged, and does not delete a running one", async () => {
    const scope = newScope();
    const done = await create(scope, { status: "completed" });
    const running = await create(scope);
    expect(await database.traceList.remove(scope, [done.id, running.id])).toEqual([done.id]);
    expect(await findIds(scope, {})).toEqual([running.id]);
    expect(await database.traceList.removed(scope, [done.id, running.id])).toEqual([done.id]);
    expect(await database.traceList.restore(scope, [done.id])).toEqual([done.id]);
    expect((await findIds(scope, {})).length).toBe(2);
  });

  it("finds only a person's own ratings in a conversation", async () => {
    const scope = newScope();
    const turn = await create(scope, { conversationId: "talk" });
    const elsewhere = await create(scope, { conversationId: "other talk" });
    for (const { id } of [turn, elsewhere])
      await database.annotations.rate(scope, id, { score: -1, reason: "wrong file" });
    const rating = { traceId: turn.id, score: -1, reason: "wrong file" };
    expect(await database.annotations.mine(scope, "talk")).toEqual([rating]);
    expect(await database.annotations.mine({ ...scope, personId: "other" }, "talk")).toEqual([]);
    expect(await database.annotations.mine({ ...scope, workspaceId: "other" }, "talk")).toEqual([]);
  });

  it("stores tags, ratings and comments, and lets only the author change a comment", async () => {
    const scope = newScope();
    const other = { ...scope, personId: "other" };
    const trace = await create(scope, { tags: ["nightly"] });
    expect(
      await database.annotations.tag(scope, [trace.id, "nowhere"], { add: ["ops"], remove: ["nightly"] }),
    ).toBe(1);
    await database.annotations.rate(scope, trace.id, { score: -1, reason: "wrong file" });
    const comment = {
      id: randomUUID(),
      traceId: trace.id,
      sequence: 1,
      goalId: null,
      body: "Look @Mira",
      mentions: ["mira"],
    };
    await database.annotations.comment(other, comment);
    await expect(
      database.annotations.edit(scope, comment.id, { body: "no", mentions: [] }),
    ).rejects.toMatchObject({
      code: "NOT_ALLOWED",
    });
    await database.annotations.edit(other, comment.id, { body: "Look again", mentions: [] });
    const annotations = await database.annotations.of(scope, trace.id);
    expect(annotations).toMatchObject({
      tags: ["ops"],
      ratings: [{ score: -1 }],
      comments: [{ body: "Look again", entry: { sequence: 1 } }],
    });
    expect(await findIds(scope, { tags: ["ops"] })).toEqual([trace.id]);
    await database.annotations.setRemoved(other, comment.id, true);
    expect((await database.annotations.of(scope, trace.id)).comments).toEqual([]);
  });

  it("links a comment on a shared entry to the trace that owns it, even after that trace is deleted", async () => {
    const scope = newScope();
    const first = newTrace(scope, { lastSequence: 1 });
    await database.traces.create(scope, first, [newEntry(first.id, 1)], []);
    const origin = { kind: "continues", traceId: first.id, sequence: 1 } as const;
    const second = newTrace(scope, { origin, lastSequence: 2 });
    await database.traces.create(scope, second, [newEntry(second.id, 2)], []);
    const comment = async (sequence: number | null): Promise<void> =>
      database.annotations.comment(scope, {
        ...{ id: randomUUID(), traceId: second.id, sequence, goalId: null, body: "Look", mentions: [] },
      });
    for (const sequence of [1, 2, null]) await comment(sequence);
    const owners = async (): Promise<unknown[]> =>
      (await database.annotations.of(scope, second.id)).comments.map((item) => item.entry?.traceId ?? null);
    expect((await owners()).toSorted()).toEqual([first.id, second.id, null].toSorted());
    await database.traces.delete(scope, first.id);
    expect((await owners()).toSorted()).toEqual([second.id, second.id, null].toSorted());
  });

  it("opens a public link until it expires or is revoked", async () => {
    const scope = newScope();
    const trace = await create(scope);
    const link = (tokenHash: string, expiresAt: number) => ({
      ...{ id: randomUUID(), traceId: trace.id, includeContent: false, tokenHash, expiresAt },
    });
    const [good, old] = [link(randomUUID(), Date.now() + 3_600_000), link(randomUUID(), Date.now() - 1)];
    await database.shares.create(scope, good);
    await database.shares.create(scope, old);
    expect(await database.shares.open(good.tokenHash)).toMatchObject({ traceId: trace.id, scope });
    expect(await database.shares.open(old.tokenHash)).toBeUndefined();
    await database.shares.revoke(scope, good.id, { onlyOwn: false });
    expect(await database.shares.open(good.tokenHash)).toBeUndefined();
  });

  it("reports an unknown cost as unknown, never as 0", async () => {
    const scope = newScope();
    const totals = { ...newTrace(scope).totals, cost: null };
    await create(scope, { totals, models: ["local/free"] });
    const usage = await database.usage.usage(scope, {
      from: 0,
      to: Date.now(),
      timeZone: "Asia/Shanghai",
      by: "model",
    });
    expect(usage.total).toMatchObject({ runs: 1, cost: null, unpriced: 1, p50Ms: null });
    expect(usage.groups).toMatchObject([{ key: "local/free", cost: null }]);
    expect(await database.traceList.summary(scope, {})).toMatchObject({ cost: null, unpriced: 1 });
  });

  it("shows a saved view to its owner, and to all members when shared", async () => {
    const scope = newScope();
    const other = { ...scope, personId: "other" };
    const view = { id: randomUUID(), name: "Failed", query: "status=failed", shared: false };
    await database.views.save(scope, view);
    expect(await database.views.list(other)).toEqual([]);
    await database.views.save(scope, { ...view, shared: true });
    expect(await database.views.list(other)).toMatchObject([{ name: "Failed" }]);
    await expect(database.views.remove(other, view.id)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  });
});
