import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bundlePrograms } from "./bundle-programs.mjs";
import { binary, inCheckout } from "./checkout.mjs";
import { databaseFolder, loadMigrations, migrate, superviseDatabase, withoutPassword } from "./database.mjs";
import { ensureGenerated } from "./generate.mjs";
import { step, runTogether } from "./step.mjs";
import { supervise } from "./supervise.mjs";
import { webParameters } from "./web-parameters.mjs";

const HEALTH_INTERVAL_MS = 50;
const HEALTH_TIMEOUT_MS = 120_000;

/** Returns the web server's address from PORT and HOST. Throws naming the variable when its value is invalid. */
export function readAddress() {
  const port = Number(process.env.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`PORT must be a number from 1 to 65535, not "${process.env.PORT}".`);
  }
  return { port, host: process.env.HOST || "127.0.0.1" };
}

/** Returns the folder of the server's state from GOALTRACE_HOME. Default: `.data` in the checkout. */
const readHome = () => path.resolve(inCheckout(), process.env.GOALTRACE_HOME || ".data");

/** Fails early, naming PORT or HOST, when the web server could not listen on the address. */
export function assertAddressFree({ host, port }) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => {
      const inUse = `Port ${port} on ${host} is already in use. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`;
      reject(
        new Error(
          error.code === "EADDRINUSE"
            ? inUse
            : `Cannot listen on HOST=${host} PORT=${port}: ${error.message}`,
        ),
      );
    });
    probe.listen({ host, port }, () => probe.close(resolve));
  });
}

async function untilHealthy(url, signal) {
  const deadline = performance.now() + HEALTH_TIMEOUT_MS;
  while (performance.now() < deadline && !signal.aborted) {
    const response = await fetch(`${url}/health`, { signal }).catch(() => undefined);
    if (response?.ok) return;
    await sleep(HEALTH_INTERVAL_MS);
  }
  if (!signal.aborted) throw new Error(`${url}/health did not respond within ${HEALTH_TIMEOUT_MS / 1000} s.`);
}

const toUrl = ({ host, port }) => {
  const reachable = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
};

/** Stops in order: first the users of the database, then the database, even while it is still starting. */
function createStopper() {
  const users = [];
  let opening;
  let stopped;
  const stopAll = async () => {
    await Promise.all(users.map((user) => user.stop()));
    const database = await opening?.catch(() => undefined);
    await database?.stop();
  };
  return {
    users,
    own: (database) => (opening = database),
    stop: () => (stopped ??= stopAll()),
    kill: () => users.forEach((user) => user.kill()),
  };
}

function stopOnSignals(stopper, aborted) {
  let signals = 0;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      signals += 1;
      if (signals === 1) console.log(`\n• ${signal} received, shutting down …`);
      else stopper.kill();
      aborted.abort();
      void stopper.stop().then(
        () => process.exit(0),
        (error) => {
          console.error(`✗ ${error.message}`);
          process.exit(1);
        },
      );
    });
  }
}

async function openDatabase(home, stopper) {
  const configuredUrl = process.env.DATABASE_URL;
  if (configuredUrl) return () => configuredUrl;
  const restartUsers = () => stopper.users.forEach((user) => user.restart());
  const opening = superviseDatabase(databaseFolder(home), restartUsers);
  stopper.own(opening);
  const database = await step("Starting the embedded database", () => opening);
  return database.url;
}

async function migrateWithProgress(databaseUrl) {
  const applied = await step(`Migrating the database at ${withoutPassword(databaseUrl)}`, () =>
    migrate(databaseUrl),
  );
  if (applied.length > 0) console.log(`  applied: ${applied.join(", ")}`);
}

/**
 * Starts and migrates the database while generated files and the web application are brought up to date. A failure aborts the others.
 * Resolves to a function that returns the database's URL.
 */
async function prepare({ home, stopper, build, stopped }) {
  const opening = openDatabase(home, stopper);
  const generateThenBuild = async (signal) => {
    await ensureGenerated(signal);
    const migrateOpened = async () => {
      // The migration code imports core, which imports generated files.
      await loadMigrations();
      await migrateWithProgress((await opening)());
    };
    await runTogether([build, migrateOpened], signal);
  };
  const [databaseUrl] = await runTogether([() => opening, generateThenBuild], stopped);
  return databaseUrl;
}

/**
 * Returns the parameters of Node that start the worker: from its sources in development, otherwise from the bundle. Sources that changed since the server
 * started have a bundle of their own, and the one before may be gone.
 */
async function workerCommand(webCommand) {
  if (webCommand === "dev") return ["--import", "tsx", "apps/worker/src/main.ts"];
  return [path.join(await bundlePrograms(), "worker.cjs")];
}

/**
 * Runs database, worker and web server as separate processes, restarting each one that dies, until a signal stops them all. `webCommand` is
 * Next's ("start" or "dev"); `build` prepares the web application and stops early when its signal aborts. Resolves when the pages respond.
 */
export async function serve(webCommand, build = async () => undefined) {
  const address = readAddress();
  const home = readHome();
  const stopper = createStopper();
  const aborted = new AbortController();
  stopOnSignals(stopper, aborted);
  try {
    const databaseUrl = await prepare({ home, stopper, build, stopped: aborted.signal });
    if (aborted.signal.aborted) return;

    const environment = () => ({
      ...process.env,
      NODE_ENV: webCommand === "dev" ? "development" : "production",
      DATABASE_URL: databaseUrl(),
      GOALTRACE_HOME: home,
      HOST: address.host,
      PORT: String(address.port),
    });
    const node = { command: process.execPath, environment };
    const url = toUrl(address);
    const start = (program) => stopper.users.push(supervise({ ...node, ...program }));
    start({
      name: "web",
      parameters: () => [binary("next/dist/bin/next"), ...webParameters(webCommand, address)],
      cwd: inCheckout("apps/web"),
    });
    await step("Starting the web server", () => untilHealthy(url, aborted.signal));
    if (aborted.signal.aborted) return;
    // The worker starts afterwards, so that it does not compete for processors with the first page. Runs wait for it.
    start({ name: "worker", parameters: async () => await workerCommand(webCommand) });
    console.log(`\nGoaltrace is running at ${url}  (press Ctrl+C to stop)\n`);
  } catch (error) {
    if (aborted.signal.aborted) return;
    await stopper.stop();
    throw error;
  }
}
