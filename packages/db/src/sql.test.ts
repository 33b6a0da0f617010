import { expect, it } from "vitest";
import type pg from "pg";
import { query, transaction } from "./sql.ts";

const taken = Object.assign(new Error("duplicate key"), { code: "23505" });
const aborted = Object.assign(new Error("transaction is aborted"), { code: "25P02" });

/** A pool of one connection whose answers come in one packet: all statements that were sent are settled at once, in their order. */
function poolOfOnePacket(errors: Readonly<Record<string, Error>>): pg.Pool {
  const client = {
    on: () => undefined,
    off: () => undefined,
    release: () => undefined,
    query: async (text: string) => {
      await Promise.resolve();
      const error = errors[text];
      if (error !== undefined) throw error;
      return { rows: [] };
    },
  };
  const pool: unknown = { connect: async () => client };
  return pool as pg.Pool;
}

it("statements that travelled behind a failed one tell its error, whichever is looked at first", async () => {
  const pool = poolOfOnePacket({ first: taken, second: aborted });
  const deep = async (client: pg.PoolClient): Promise<void> => {
    await query(client, "first");
  };
  const together = transaction(pool, async (client) => {
    await Promise.all([deep(client), query(client, "second")]);
  });
  await expect(together).rejects.toBe(taken);
});

it("an error of one transaction is not told to the next of its connection", async () => {
  const pool = poolOfOnePacket({ first: taken, second: aborted });
  await expect(transaction(pool, (client) => query(client, "first"))).rejects.toBe(taken);
  await expect(transaction(pool, (client) => query(client, "second"))).rejects.toBe(aborted);
});
