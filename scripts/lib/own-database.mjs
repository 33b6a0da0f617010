import { randomBytes } from "node:crypto";

/**
 * Runs a statement on a client of its own and returns its rows. pg is imported lazily, because it exists only after the dependencies are
 * installed.
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
 * Creates an empty database on an existing server: `{url, remove}`. Other databases of the server are not touched, and repeated test runs
 * start with an empty database.
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
