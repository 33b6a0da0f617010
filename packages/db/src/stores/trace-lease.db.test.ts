import type { Lease } from "@goaltrace/core/ports";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase, type Database } from "../database.ts";
import { newEntry, newScope, newTrace } from "../testing/fixture.ts";

const url = process.env.DATABASE_URL ?? "";
const LEASE_MS = 60_000;

let database: Database;
beforeAll(() => {
  database = createDatabase(url);
});
afterAll(() => database.close());

async function startRun(): Promise<Lease> {
  const scope = newScope();
  const trace = newTrace(scope);
  await database.traces.create(scope, trace, [newEntry(trace.id, 1)], []);
  const claimed = await database.traces.claim({ owner: "worker", leaseMs: LEASE_MS, only: trace.id });
  if (claimed === undefined) throw new Error("nothing to claim");
  return claimed.lease;
}

it("renews the leases beside one whose row is locked, as by a removal, and that one afterwards", async () => {
  const [locked, ...others] = await Promise.all([1, 2, 3].map(startRun));
  if (locked === undefined) throw new Error("no lease");
  const remover = new pg.Client({ connectionString: url });
  await remover.connect();
  try {
    await remover.query("begin");
    await remover.query("select id from trace where id = $1 for update", [locked.rootId]);
    const late = database.traces.heartbeat(locked, LEASE_MS);
    const renewed = others.map(async (lease) => await database.traces.heartbeat(lease, LEASE_MS));
    expect(await Promise.all(renewed)).toEqual([true, true]);
    await remover.query("rollback");
    expect(await late).toBe(true);
  } finally {
    await remover.end();
  }
});

it("loses the lease of a run that was given back while its renewal waited", async () => {
  const [removed, other] = await Promise.all([startRun(), startRun()]);
  const remover = new pg.Client({ connectionString: url });
  await remover.connect();
  try {
    await remover.query("begin");
    await remover.query("update trace set lease_owner = null, lease_until = null where id = $1", [
      removed.rootId,
    ]);
    const late = database.traces.heartbeat(removed, LEASE_MS);
    expect(await database.traces.heartbeat(other, LEASE_MS)).toBe(true);
    await remover.query("commit");
    expect(await late).toBe(false);
  } finally {
    await remover.end();
  }
});
