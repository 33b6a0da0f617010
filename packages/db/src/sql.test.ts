import { expect, it } from "vitest";
import type pg from "pg";
import { query, transaction } from "./sql.ts";

const duplicate = Object.assign(new Error("duplicate key"), { code: "23505" });
const aborted = Object.assign(new Error("transaction is aborted"), { code: "25P02" });

/** A pool with one connection whose responses arrive in one packet: all pipelined statements settle together, in order. */
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

it("rejects pipelined statements behind a failed one with its error, in any order of observation", async () => {
  const pool = poolOfOnePacket({ first: duplicate, second: aborted });
  const deep = async (client: pg.PoolClient): Promise<void> => {
    await query(client, "first");
  };
  const together = transaction(pool, async (client) => {
    await Promise.all([deep(client), query(client, "second")]);
  });
  await expect(together).rejects.toBe(duplicate);
});

it("does not carry an error into the next transaction on the connection", async () => {
  const pool = poolOfOnePacket({ first: duplicate, second: aborted });
  await expect(transaction(pool, (client) => query(client, "first"))).rejects.toBe(duplicate);
  await expect(transaction(pool, (client) => query(client, "second"))).rejects.toBe(aborted);
});
