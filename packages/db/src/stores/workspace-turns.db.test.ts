import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type Database } from "../database.ts";
import { newEntry, newScope, newTrace } from "../testing/fixture.ts";

const LEASE_MS = 600_000;

/** A workspace in line for the next claim. */
type Turn = { readonly id: string; readonly weight: number; left: number; used: number; turn: number };

/** Weighted round robin, one claim at a time: the workspace with the lowest turn goes to the end after as many claims as its weight. */
function serveNext(line: Turn[]): string | null {
  const [next] = line.filter(({ left }) => left > 0).toSorted((one, other) => one.turn - other.turn);
  if (next === undefined) return null;
  next.left -= 1;
  next.used += 1;
  if (next.used < next.weight) return next.id;
  next.used = 0;
  next.turn = Math.max(...line.map(({ turn }) => turn)) + 1;
  return next.id;
}

describe("turns of workspaces", () => {
  let database: Database;
  beforeAll(() => {
    database = createDatabase(process.env["DATABASE_URL"] ?? "");
  });
  afterAll(async () => database.close());

  const queue = async (scope: ReturnType<typeof newScope>, runs: number): Promise<void> => {
    for (let run = 0; run < runs; run += 1) {
      const trace = newTrace(scope);
      await database.traces.create(scope, trace, [newEntry(trace.id, 1)], []);
    }
  };
  const claimAll = async (): Promise<readonly string[]> => {
    const served: string[] = [];
    for (;;) {
      const claimed = await database.traces.claim({ owner: "worker", leaseMs: LEASE_MS });
      if (claimed === undefined) return served;
      served.push(claimed.trace.workspaceId);
    }
  };

  it("gives a workspace as many claims per turn as its weight", async () => {
    const [heavy, light] = [newScope(), newScope()];
    await database.workspaces.setWeight(heavy.workspaceId, 3);
    await queue(heavy, 7);
    await queue(light, 4);
    const names = (await claimAll()).map((id) => (id === heavy.workspaceId ? "h" : "l")).join("");
    expect(names).toMatch(/^l?hhhlhhhlhl+$/u);
  });

  it("gives claims made together to the same workspaces as claims made one after another", async () => {
    const team = fc.record({ runs: fc.nat(6), weight: fc.integer({ min: 1, max: 3 }) });
    const property = fc.asyncProperty(
      fc.array(team, { minLength: 1, maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
      async (teams, bursts) => {
        const line: Turn[] = [];
        for (const { runs, weight } of teams) {
          const scope = newScope();
          await database.workspaces.setWeight(scope.workspaceId, weight);
          await queue(scope, runs);
          line.push({ id: scope.workspaceId, left: runs, weight, used: 0, turn: 0 });
        }
        line.sort((one, other) => (one.id < other.id ? -1 : 1));
        for (const burst of bursts) {
          const request = { owner: "worker", leaseMs: LEASE_MS };
          const claimed = await Promise.all(
            Array.from({ length: burst }, async () => await database.traces.claim(request)),
          );
          const served = claimed.flatMap((run) => (run === undefined ? [] : [run.trace.workspaceId]));
          const expected = Array.from({ length: burst }, () => serveNext(line)).flatMap((id) => id ?? []);
          expect(served.toSorted()).toEqual(expected.toSorted());
          const { rows } = await database.pool.query("select distinct xmin from trace where id = any($1)", [
            claimed.map((run) => run?.trace.id),
          ]);
          expect(rows.length, "transactions of a burst").toBeLessThanOrEqual(1);
        }
        await claimAll();
      },
    );
    await fc.assert(property, { numRuns: 15 });
  });

  it("claims only the oldest run of a conversation among claims made together", async () => {
    const scope = newScope();
    const ids: string[] = [];
    for (let run = 0; run < 3; run += 1) {
      const trace = newTrace(scope, { createdAt: 1_700_000_000_000 + run });
      await database.traces.create(scope, trace, [newEntry(trace.id, 1)], []);
      ids.push(trace.id);
    }
    // Two starts at the same moment on different servers can leave this.
    await database.pool.query("update trace set conversation_id = $1 where id = any($2)", [
      randomUUID(),
      ids,
    ]);
    const request = { owner: "worker", leaseMs: LEASE_MS };
    const claimed = await Promise.all([1, 2, 3].map(async () => await database.traces.claim(request)));
    expect(claimed.map((run) => run?.trace.id)).toEqual([ids[0], undefined, undefined]);
    await database.pool.query("update trace set status = 'cancelled' where id = any($1)", [ids]);
  });

  it("does not use up a turn for a claim of one run", async () => {
    const [own, other] = [newScope(), newScope()];
    await queue(own, 2);
    await queue(other, 1);
    const { items } = await database.traces.list(own, {}, { cursor: null, limit: 1 });
    const only = items[0]?.id ?? "";
    expect((await database.traces.claim({ owner: "cli", leaseMs: LEASE_MS, only }))?.trace.id).toBe(only);
    const { rows } = await database.pool.query("select from workspace_turn where workspace_id = $1", [
      own.workspaceId,
    ]);
    expect(rows).toEqual([]);
    expect((await claimAll()).toSorted()).toEqual([own.workspaceId, other.workspaceId].toSorted());
  });
});
