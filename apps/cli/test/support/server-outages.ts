import { readFileSync } from "node:fs";
import path from "node:path";
import { ensureEmbedded } from "@goaltrace/db/embedded";
import pg from "pg";
import { killServer } from "./kill-server.ts";
import type { SmallDisk } from "./small-disk.ts";

/** A server under `base`, which has a disk of its own unless this process may not mount one. */
type Server = { readonly base: string; readonly url: string; readonly disk: SmallDisk | null };

/** A way in which a server stops serving workers. Resolves once it does; the returned function ends it. */
type BeginOutage = (server: Server) => Promise<() => Promise<void>>;

const TAKER = "test-taker";

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: TAKER });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function execute(url: string, ...statements: readonly string[]): Promise<void> {
  const client = await connect(url);
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const TERMINATE_OTHERS =
  "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";

/** Each insert of an entry fails as on a full disk; what needs no space still works. */
export const refuseEntries = async ({ url }: Pick<Server, "url">): Promise<() => Promise<void>> => {
  await execute(
    url,
    `create function refuse_entry() returns trigger language plpgsql as $$
     begin raise exception 'could not extend file "base/5/1": No space left on device' using errcode = '53100'; end $$`,
    "create trigger refuse_entry before insert on entry execute function refuse_entry()",
  );
  return async () => await execute(url, "drop trigger refuse_entry on entry", "drop function refuse_entry()");
};

/** The disk is really full; without one of its own, the server reports that it is. The server may stop over it and starts again. */
const fillDisk: BeginOutage = async ({ base, url, disk }) => {
  if (disk === null) return await refuseEntries({ url });
  disk.fill();
  return async () => {
    disk.empty();
    await ensureEmbedded(base);
  };
};

/** More than PostgreSQL keeps in reserve. */
const LOG_FILES = 20;

/** No file can be created, so that the server stops when it begins the next file of its write-ahead log. */
const takeInodes: BeginOutage = async ({ base, url, disk }) => {
  if (disk === null) return await refuseEntries({ url });
  const client = await connect(url);
  await client.query("create table filler (n int)");
  disk.takeInodes();
  try {
    for (let files = 0; files < LOG_FILES; files += 1) {
      await client.query("insert into filler values (1)");
      await client.query("select pg_switch_wal()");
    }
  } catch {
    // The server has stopped.
  }
  await client.end().catch(() => undefined);
  return async () => {
    disk.empty();
    await ensureEmbedded(base);
    await execute(url, "drop table filler");
  };
};

/** Each write waits for the disk for a second. */
const slowDown: BeginOutage = async ({ url }) => {
  await execute(
    url,
    `create function wait_for_disk() returns trigger language plpgsql as $$
     begin perform pg_sleep(1); return null; end $$`,
    "create trigger wait_for_disk before insert on entry for each statement execute function wait_for_disk()",
  );
  return async () =>
    await execute(url, "drop trigger wait_for_disk on entry", "drop function wait_for_disk()");
};

/** Clients that connect at a time, to win against the workers, which open terminated connections again at once. */
const CLIENTS_AT_ONCE = 30;

/** Other clients take every connection that the server has, as those of the workers are terminated. */
const takeConnections: BeginOutage = async ({ url }) => {
  const first = await connect(url);
  const clients = [first];
  const { rows } = await first.query<{ readonly limit: string }>(
    "select current_setting('max_connections') as limit",
  );
  // Counting the connections of others would not do: one that is just being opened is not listed yet.
  while (clients.length < Number(rows[0]?.limit)) {
    await first.query(`${TERMINATE_OTHERS} and application_name <> '${TAKER}'`);
    const attempts = Array.from({ length: CLIENTS_AT_ONCE }, async () => await connect(url));
    for (const attempt of await Promise.allSettled(attempts))
      if (attempt.status === "fulfilled") clients.push(attempt.value);
  }
  return async () => {
    await Promise.all(clients.map(async (client) => await client.end()));
  };
};

/** The server becomes read-only and drops its clients, as when DATABASE_URL leads to a standby after a failover. */
const makeReadOnly: BeginOutage = async ({ url }) => {
  await execute(
    url,
    "alter system set default_transaction_read_only = on",
    "select pg_reload_conf()",
    TERMINATE_OTHERS,
  );
  return async () =>
    await execute(url, "alter system reset default_transaction_read_only", "select pg_reload_conf()");
};

/** A smart shutdown first rejects new clients and then, made a fast one, drops the others; then the server starts again. */
const restart: BeginOutage = async ({ base }) => {
  const server = Number(readFileSync(path.join(base, "data", "postmaster.pid"), "utf8").split("\n")[0]);
  process.kill(server, "SIGTERM");
  process.kill(server, "SIGINT");
  return async () => void (await ensureEmbedded(base));
};

/** The server is killed with -9 and stays away. */
const kill: BeginOutage = async ({ base }) => {
  await killServer(base);
  return async () => void (await ensureEmbedded(base));
};

/** The server is killed with -9 and starts again at once. */
export async function crashServer(base: string): Promise<void> {
  await killServer(base);
  await ensureEmbedded(base);
}

const FULL = /"outage":"(?:disk|restarting|unreachable)"/;
const GONE = /"outage":"(?:restarting|unreachable)"/;

/** Every outage with what workers log about it; null where they need not notice. */
export const SERVER_OUTAGES: Readonly<
  Record<string, { readonly logged: RegExp | null; readonly begin: BeginOutage }>
> = {
  "full disk": { logged: FULL, begin: fillDisk },
  "no inodes": { logged: FULL, begin: takeInodes },
  "slow disk": { logged: null, begin: slowDown },
  "connection limit": { logged: /"outage":"connections"/, begin: takeConnections },
  "read-only": { logged: /"outage":"read_only"/, begin: makeReadOnly },
  "smart shutdown": { logged: GONE, begin: restart },
  absence: { logged: GONE, begin: kill },
};
