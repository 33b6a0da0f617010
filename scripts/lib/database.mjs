import { connect } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inCheckout } from "./checkout.mjs";
import { step } from "./step.mjs";

const CHECK_EVERY_MS = 1_000;

/** The packages are TypeScript: the loader is registered once, after the dependencies are there. */
let loaderReady;
async function importSource(file) {
  loaderReady ??= import("tsx/esm/api").then(({ register }) => register());
  await loaderReady;
  return import(inCheckout(file));
}

/** The folder of the embedded database within the home folder of the server's state. */
export const databaseFolder = (home) => path.join(home, "database");

/** The password stays out of what is printed. */
export const withoutPassword = (url) => {
  const address = new URL(url);
  return `${address.host}${address.pathname}`;
};

/** Loads what `migrate` runs, which takes longer than a migration with nothing to do and can be done before there is a database. */
export const loadMigrations = () => importSource("packages/db/src/migrate.ts");

/** Applies the migrations that the database lacks; throws naming DATABASE_URL when it cannot be reached. */
export async function migrate(url) {
  const { migrateDeploy } = await loadMigrations();
  try {
    return await migrateDeploy(url, inCheckout("prisma/migrations"));
  } catch (error) {
    const reason = error instanceof AggregateError ? error.errors.map(String).join("; ") : error.message;
    throw new Error(
      `The database at ${withoutPassword(url)} could not be migrated (check DATABASE_URL): ${reason}`,
      {
        cause: error,
      },
    );
  }
}

const answers = (url) =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) || 5432, timeout: CHECK_EVERY_MS });
    const settle = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => settle(true));
    socket.once("timeout", () => settle(false));
    socket.once("error", () => settle(false));
  });

/**
 * The embedded database under `folder`, running and watched: when it stops answering it is started again on its old
 * port. `onMoved(url)` is told in the rare case that a stranger took the port meanwhile. `stop` ends it.
 */
export async function superviseDatabase(folder, onMoved) {
  const { ensureEmbedded, stopEmbedded } = await importSource("packages/db/src/embedded.ts");
  let { url } = await ensureEmbedded(folder);
  const stopping = new AbortController();

  const revive = async () => {
    console.error("✗ database does not answer; starting it again");
    const { url: revived } = await step("Restarting the database", () => ensureEmbedded(folder));
    if (stopping.signal.aborted || revived === url) return;
    url = revived;
    onMoved(url);
  };
  const watch = async () => {
    while (!stopping.signal.aborted) {
      await sleep(CHECK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted || (await answers(url)) || stopping.signal.aborted) continue;
      await revive().catch((error) => console.error(`✗ database: ${error.message}`));
    }
  };
  const watching = watch();
  return {
    url: () => url,
    async stop() {
      stopping.abort();
      await watching;
      await stopEmbedded(folder);
    },
  };
}
