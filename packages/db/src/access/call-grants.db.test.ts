import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPool } from "../sql.ts";
import { type CallGrants, createCallGrants } from "./call-grants.ts";
import type { CallRequest } from "./grant-calls.ts";

const WINDOW_MS = 60_000;

describe("createCallGrants", () => {
  const pools: pg.Pool[] = [];
  const processes: CallGrants[] = [];
  beforeAll(() => {
    for (let index = 0; index < 3; index += 1) {
      const pool = createPool(process.env["DATABASE_URL"] ?? "");
      pools.push(pool);
      processes.push(createCallGrants(pool, WINDOW_MS));
    }
  });
  afterAll(async () => {
    await Promise.all(pools.map(async (pool) => await pool.end()));
  });
  const processOf = (index: number): CallGrants => {
    const grants = processes[index % processes.length];
    if (grants === undefined) throw new Error("no process");
    return grants;
  };
  const request = (id: string, limit: number, ahead = 0): CallRequest => ({
    ...{ counters: [{ id, limit }], ahead },
  });
  /** Lets the windows of all counters end. */
  const endWindows = async (): Promise<void> => {
    await pools[0]?.query("update call_count set window_start = window_start - interval '1 minute'");
  };

  it("grants exactly the limit to processes that ask at the same time", async () => {
    const asked = fc.array(
      fc.record({ at: fc.nat(2), person: fc.constantFrom("a", "b"), ahead: fc.nat(3) }),
      { minLength: 1, maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(
        asked,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        async (callers, ofAll, ofPerson) => {
          const run = randomUUID();
          const answers = await Promise.all(
            callers.map(async ({ at, person, ahead }) => {
              const counters = [
                { id: `${person} ${run}`, limit: ofPerson },
                { id: `all ${run}`, limit: ofAll },
              ];
              return { person, ...(await processOf(at).take({ counters, ahead })) };
            }),
          );
          const sum = (of: typeof answers): number => of.reduce((total, { calls }) => total + calls, 0);
          const ids = ["all", "a", "b"].map((name) => `${name} ${run}`);
          const used = await processOf(0).used(ids);
          expect(sum(answers)).toBeLessThanOrEqual(ofAll);
          expect(used.get(`all ${run}`)).toBe(sum(answers));
          for (const person of ["a", "b"]) {
            const own = answers.filter((answer) => answer.person === person);
            expect(sum(own)).toBeLessThanOrEqual(ofPerson);
            expect(used.get(`${person} ${run}`) ?? 0).toBe(sum(own));
            for (const { calls, full } of own)
              if (calls === 0)
                expect(full === `all ${run}` ? sum(answers) : sum(own)).toBe(
                  full === `all ${run}` ? ofAll : ofPerson,
                );
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it("refuses until the window ends, says when, and then grants again from zero", async () => {
    const id = randomUUID();
    const first = await processOf(0).take(request(id, 3, 5));
    expect(first).toMatchObject({ calls: 3, full: null });
    expect(first.validMs).toBeGreaterThan(WINDOW_MS - 10_000);
    expect(first.validMs).toBeLessThan(WINDOW_MS);
    const refused = await processOf(1).take(request(id, 3));
    expect(refused).toMatchObject({ calls: 0, full: id });
    expect(refused.validMs).toBeGreaterThan(WINDOW_MS - 10_000);
    await endWindows();
    expect(await processOf(2).used([id])).toEqual(new Map());
    expect(await processOf(1).take(request(id, 3))).toMatchObject({ calls: 1, full: null });
    expect(await processOf(2).used([id])).toEqual(new Map([[id, 1]]));
  });

  it("grants what a raised limit leaves and nothing below what was counted after it was lowered", async () => {
    const id = randomUUID();
    await processOf(0).take(request(id, 2, 1));
    expect(await processOf(1).take(request(id, 4, 9))).toMatchObject({ calls: 2 });
    expect(await processOf(2).take(request(id, 1))).toMatchObject({ calls: 0, full: id });
  });
});
