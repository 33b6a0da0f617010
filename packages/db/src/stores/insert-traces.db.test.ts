import pg from "pg";
import { expect, it, vi } from "vitest";
import { createDatabase } from "../database.ts";
import { newBatch, newBlob, newEntry, newReference, newScope, newTrace } from "../testing/fixture.ts";
import { IMPORT_PIECE_ENTRIES } from "../tunables.ts";
import { insertLongTrace } from "./insert-traces.ts";

const { pool, traces } = createDatabase(process.env["DATABASE_URL"] ?? "");
const COUNT = 2 * IMPORT_PIECE_ENTRIES + 1;

const counts = async (traceId: string): Promise<unknown> => {
  const { rows } = await pool.query(
    `select (select count(*)::int from entry where trace_id = $1) as entries,
       (select count(*)::int from message_search where trace_id = $1) as searchable,
       (select count(*)::int from trace_facts where trace_id = $1) as facts`,
    [traceId],
  );
  return rows[0];
};

it("stores a long log in pieces, whole and in order, and all of it searchable", async () => {
  const scope = newScope();
  const trace = newTrace(scope, { lastSequence: COUNT });
  const entries = Array.from({ length: COUNT }, (_, index) => newEntry(trace.id, index + 1, `word${index}`));
  await traces.create(scope, trace, entries, []);
  expect(await traces.entries(scope, trace.id, { after: 0 })).toEqual(entries);
  expect(await counts(trace.id)).toEqual({ entries: COUNT, searchable: COUNT, facts: 1 });
});

it("leaves nothing of a long log whose id is in use, or of which a later entry cannot be stored", async () => {
  const scope = newScope();
  const first = newTrace(scope);
  await traces.create(scope, first, [newEntry(first.id, 1)], []);
  const again = { ...newTrace(newScope(), { lastSequence: COUNT }), id: first.id, rootId: first.id };
  const entries = Array.from({ length: COUNT }, (_, index) => newEntry(first.id, index + 1));
  await expect(traces.create(again, again, entries, [])).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await counts(first.id)).toEqual({ entries: 1, searchable: 1, facts: 1 });
  const broken = newTrace(scope, { lastSequence: COUNT });
  const bad = Array.from({ length: COUNT }, (_, index) => {
    const entry = newEntry(broken.id, index + 1);
    return index === COUNT - 1 ? { ...entry, goalId: "\0" } : entry;
  });
  await expect(traces.create(scope, broken, bad, [])).rejects.toThrow();
  expect(await counts(broken.id)).toEqual({ entries: 0, searchable: 0, facts: 0 });
});

it("lets runs store the contents of a long log while its entries are being stored", async () => {
  const scope = newScope();
  const blob = newBlob();
  await traces.create(scope, newTrace(scope, { lastSequence: 0 }), [], [blob]);
  const run = newTrace(scope);
  await traces.create(scope, run, [newEntry(run.id, 1)], []);
  const claimed = await traces.claim({ owner: "worker", leaseMs: 60_000, only: run.id });
  if (claimed === undefined) throw new Error("nothing to claim");
  const trace = newTrace(scope, { lastSequence: COUNT });
  const entries = Array.from({ length: COUNT }, (_, index) =>
    index === 0 ? newReference(trace.id, 1, blob) : newEntry(trace.id, index + 1),
  );
  const client = await pool.connect();
  await client.query("begin");
  let pieces = 0;
  let goOn = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const query = async (text: string, values: unknown[]): Promise<unknown> => {
    if (text.startsWith("insert into entry")) pieces += 1;
    if (pieces === 2) await gate;
    return await client.query(text, values);
  };
  const gated = new Proxy(client, {
    get: (target, name): unknown => (name === "query" ? query : Reflect.get(target, name)),
  });
  const imported = insertLongTrace(gated, { trace, entries, blobs: [blob] });
  await vi.waitFor(() => expect(pieces).toBe(2));
  await traces.append({ ...newBatch(run, claimed.lease, [newReference(run.id, 2, blob)]), blobs: [blob] });
  goOn();
  await imported;
  await client.query("commit");
  client.release();
  expect(await counts(trace.id)).toMatchObject({ entries: COUNT });
});

it("sends all statements of a turn of a conversation, or of a fork, together", async () => {
  const scope = newScope();
  const before = newTrace(scope);
  await traces.create(scope, before, [newEntry(before.id, 1)], []);
  const other = await pool.connect();
  await other.query("begin");
  await other.query("select from trace where id = $1 for update", [before.id]);
  const sent = vi.spyOn(pg.Client.prototype, "query");
  const origin = { kind: "continues", traceId: before.id, sequence: 1 } as const;
  const next = newTrace(scope, { origin, lastSequence: 2 });
  const created = traces.create(scope, next, [newEntry(next.id, 2)], []);
  // The first of them waits for the lock of the origin.
  await vi.waitFor(() =>
    expect(sent.mock.calls.some(([text]) => String(text).includes("pg_notify"))).toBe(true),
  );
  sent.mockRestore();
  await other.query("commit");
  other.release();
  await created;
  expect(await counts(next.id)).toMatchObject({ entries: 1, facts: 1 });
});
