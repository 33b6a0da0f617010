import { expect, it } from "vitest";
import { createDatabase } from "../database.ts";
import { newEntry, newScope, newTrace } from "../testing/fixture.ts";
import { IMPORT_PIECE_ENTRIES } from "../tunables.ts";

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
