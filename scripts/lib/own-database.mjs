import { randomBytes } from "node:crypto";

/**
 * The rows that a statement gives. Done with a client of its own; pg is there only once the dependencies are.
 *
 * @returns {Promise<Readonly<Record<string, string>>[]>}
 */
export async function execute(serverUrl, statement, values = []) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { rows } = await client.query(statement, values).finally(() => client.end());
  return rows;
}

/**
 * A fresh, empty database on a server that belongs to someone: `{url, remove}`. No other database of theirs is touched, and tests that
 * run again find an empty one again.
 */
export async function createOwnDatabase(serverUrl) {
  const name = `goaltrace_test_${randomBytes(6).toString("hex")}`;
  await execute(serverUrl, `create database "${name}"`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.toString(),
    async remove() {
      await execute(serverUrl, `drop database if exists "${name}" with (force)`);
    },
  };
}
