import { randomBytes } from "node:crypto";

/** Done with a client of its own; pg is there only once the dependencies are. */
async function execute(serverUrl, statement) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
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
    remove: () => execute(serverUrl, `drop database if exists "${name}" with (force)`),
  };
}
