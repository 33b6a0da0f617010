import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { binary, inCheckout } from "./checkout.mjs";
import { databaseFolder, loadMigrations, migrate, superviseDatabase, withoutPassword } from "./database.mjs";
import { ensureGenerated } from "./generate.mjs";
import { step, together } from "./step.mjs";
import { supervise } from "./supervise.mjs";

const HEALTH_EVERY_MS = 50;
const HEALTH_PATIENCE_MS = 120_000;

/** Where the web listens, from PORT and HOST; throws naming the variable when a value cannot be used. */
export function readAddress() {
  const port = Number(process.env.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`PORT must be a number from 1 to 65535, not "${process.env.PORT}".`);
  }
  return { port, host: process.env.HOST || "127.0.0.1" };
}

/** The folder of the server's state, from GOALTRACE_HOME (default `.data` in the checkout). */
const readHome = () => path.resolve(inCheckout(), process.env.GOALTRACE_HOME || ".data");

/** Throws naming PORT or HOST when the address cannot be listened on, before anything slow has begun. */
export function assertAddressFree({ host, port }) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => {
      const taken = `Port ${port} on ${host} is taken: stop what listens there, or choose another one, e.g. PORT=${port + 1} npm start`;
      reject(
        new Error(
          error.code === "EADDRINUSE"
            ? taken
            : `HOST=${host} PORT=${port} cannot be listened on: ${error.message}`,
        ),
      );
    });
    probe.listen({ host, port }, () => probe.close(resolve));
  });
}

async function untilHealthy(url, signal) {
  const deadline = performance.now() + HEALTH_PATIENCE_MS;
  while (performance.now() < deadline && !signal.aborted) {
    const answer = await fetch(`${url}/health`, { signal }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(HEALTH_EVERY_MS);
  }
  if (!signal.aborted) throw new Error(`${url}/health did not answer within ${HEALTH_PATIENCE_MS / 1000} s.`);
}

const urlOf = ({ host, port }) => {
  const reachable = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
};

/** Stops in order: first those who use the database, then the database, even one that is still starting. */
function makeStopper() {
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
      if (signals === 1) console.log(`\n• ${signal}: stopping …`);
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
  const given = process.env.DATABASE_URL;
  if (given) return () => given;
  const restartUsers = () => stopper.users.forEach((user) => user.restart());
  const opening = superviseDatabase(databaseFolder(home), restartUsers);
  stopper.own(opening);
  const database = await step("Starting the embedded database", () => opening);
  return database.url;
}

async function migrateShown(databaseUrl) {
  const applied = await step(`Migrating ${withoutPassword(databaseUrl)}`, () => migrate(databaseUrl));
  if (applied.length > 0) console.log(`  applied: ${applied.join(", ")}`);
}

/**
 * The database, started and migrated, while the generated files and the web application are brought up to date. A failure ends the others.
 * Resolves to a function that returns the database's address.
 */
async function prepare({ home, stopper, build, stopped }) {
  const opening = openDatabase(home, stopper);
  const generateAndUse = async (signal) => {
    await ensureGenerated(signal);
    const migrateOpened = async () => {
      // Imports core, which imports generated files.
      await loadMigrations();
      await migrateShown((await opening)());
    };
    await together([build, migrateOpened], signal);
  };
  const [databaseUrl] = await together([() => opening, generateAndUse], stopped);
  return databaseUrl;
}

/**
 * Database, worker and web as processes of their own, each started again when it dies, until a signal stops them
 * all. `webCommand` is Next's ("start" or "dev"); `build` makes what it needs, and ends early when the signal it is handed
 * aborts. Resolves when the pages answer.
 */
export async function serve(webCommand, build = async () => undefined) {
  const address = readAddress();
  const home = readHome();
  const stopper = makeStopper();
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
    stopper.users.push(
      supervise({
        ...node,
        name: "worker",
        parameters: ["--import", "tsx", "apps/worker/src/main.ts"],
      }),
      supervise({
        ...node,
        name: "web",
        parameters: [
          binary("next/dist/bin/next"),
          webCommand,
          "-p",
          String(address.port),
          "-H",
          address.host,
        ],
        cwd: inCheckout("apps/web"),
      }),
    );
    await step("Starting worker and web", () => untilHealthy(urlOf(address), aborted.signal));
    if (!aborted.signal.aborted) console.log(`\nGoaltrace is at ${urlOf(address)}  (Ctrl+C stops it)\n`);
  } catch (error) {
    if (aborted.signal.aborted) return;
    await stopper.stop();
    throw error;
  }
}
