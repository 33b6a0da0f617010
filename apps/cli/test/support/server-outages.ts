import { readFileSync } from "node:fs";
import path from "node:path";
import { ensureEmbedded } from "@goaltrace/db/embedded";
import pg from "pg";
import { killServer } from "./kill-server.ts";

/** A way in which a server under `base` stops serving workers. Resolves once it does; the returned function ends it. */
type BeginOutage = (server: { readonly base: string; readonly url: string }) => Promise<() => Promise<void>>;

/** More clients than the embedded server admits. */
const MANY_CLIENTS = 200;

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
const fillDisk: BeginOutage = async ({ url }) => {
  await execute(
    url,
    `create function refuse_entry() returns trigger language plpgsql as $$
     begin raise exception 'could not extend file "base/5/1": No space left on device' using errcode = '53100'; end $$`,
    "create trigger refuse_entry before insert on entry execute function refuse_entry()",
  );
  return async () => await execute(url, "drop trigger refuse_entry on entry", "drop function refuse_entry()");
};

/** Terminations of the workers' connections, which they open again at once: some try wins against them. */
const TAKE_ATTEMPTS = 10;

/** Other clients take every connection, as soon as those of the workers are terminated. */
const takeConnections: BeginOutage = async ({ url }) => {
  const clients: pg.Client[] = [];
  const takeAll = async (): Promise<void> => {
    for (let count = 0; count < MANY_CLIENTS; count += 1) {
      const client = await connect(url).catch(() => undefined);
      if (client === undefined) return;
      clients.push(client);
    }
  };
  await takeAll();
  for (let attempt = 0; attempt < TAKE_ATTEMPTS; attempt += 1) {
    await clients[0]?.query(`${TERMINATE_OTHERS} and application_name <> '${TAKER}'`);
    await takeAll();
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

/** Every outage by the name under which workers log it. */
export const SERVER_OUTAGES: readonly { readonly logged: RegExp; readonly begin: BeginOutage }[] = [
  { logged: /"outage":"disk"/, begin: fillDisk },
  { logged: /"outage":"connections"/, begin: takeConnections },
  { logged: /"outage":"read_only"/, begin: makeReadOnly },
  { logged: /"outage":"(?:restarting|unreachable)"/, begin: restart },
  { logged: /"outage":"(?:restarting|unreachable)"/, begin: kill },
];
