import { connect } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inCheckout } from "./checkout.mjs";
import { step } from "./step.mjs";

const CHECK_INTERVAL_MS = 1_000;

/** The packages are TypeScript. The loader is registered once, when dependencies are installed. */
let loaderReady;
async function importSource(file) {
  loaderReady ??= import("tsx/esm/api").then(({ register }) => register());
  await loaderReady;
  return import(inCheckout(file));
}

/** The folder of the embedded database in the home folder of the server's state. */
export const databaseFolder = (home) => path.join(home, "database");

/** Returns the URL without credentials, for display. */
export const withoutPassword = (url) => {
  const address = new URL(url);
  return `${address.host}${address.pathname}`;
};

/** Loads the code that `migrate` runs. Loading takes longer than a migration with nothing to do, and needs no database. */
export const loadMigrations = () => importSource("packages/db/src/migrate.ts");

/** Applies pending migrations. Throws naming DATABASE_URL when the database cannot be reached. */
export async function migrate(url) {
  const { migrateDeploy } = await loadMigrations();
  try {
    return await migrateDeploy(url, inCheckout("prisma/migrations"));
  } catch (error) {
    const reason = error instanceof AggregateError ? error.errors.map(String).join("; ") : error.message;
    throw new Error(
      `Could not migrate the database at ${withoutPassword(url)} (check DATABASE_URL): ${reason}`,
      {
        cause: error,
      },
    );
  }
}

const isListening = (url) =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) || 5432, timeout: CHECK_INTERVAL_MS });
    const settle = (result) => {
      socket.destroy();
      resolve(result);
    };
    socket.once("connect", () => settle(true));
    socket.once("timeout", () => settle(false));
    socket.once("error", () => settle(false));
  });

/**
 * Starts and monitors the embedded database under `folder`: when it stops responding, it is restarted on its previous port. `onMoved(url)`
 * is called in the rare case that another program took the port. `stop` ends it.
 */
export async function superviseDatabase(folder, onMoved) {
  const { ensureEmbedded, stopEmbedded } = await importSource("packages/db/src/embedded.ts");
  let { url } = await ensureEmbedded(folder);
  const stopping = new AbortController();

  const restart = async () => {
    console.error("✗ database does not respond; restarting it");
    const { url: newUrl } = await step("Restarting the database", () => ensureEmbedded(folder));
    if (stopping.signal.aborted || newUrl === url) return;
    url = newUrl;
    onMoved(url);
  };
  const watch = async () => {
    while (!stopping.signal.aborted) {
      await sleep(CHECK_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted || (await isListening(url)) || stopping.signal.aborted) continue;
      await restart().catch((error) => console.error(`✗ database: ${error.message}`));
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
