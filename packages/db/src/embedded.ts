import { randomBytes } from "node:crypto";
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findLauncher, type Launcher, runProgram } from "./embedded/launcher.ts";
import { isListening, freePort, removeStaleLock, runningPort } from "./embedded/server-state.ts";
import { EMBEDDED_MAX_CONNECTIONS, EMBEDDED_START_ATTEMPTS, EMBEDDED_START_RETRY_MS } from "./tunables.ts";

/** `port` is the preferred port. Default: the port of the last start, otherwise a free one. */
export type EmbeddedOptions = { readonly port?: number };

/** With LC_CTYPE=C trigram search finds no Chinese text, and initdb makes the locale permanent. Any available UTF-8 locale works. */
const LOCALES = ["C.UTF-8", "en_US.UTF-8"] as const;
const PASSWORD_FILE = ".superpw";

/**
 * Returns the connection URL of the PostgreSQL server under `baseDirectory`, which is created and started if needed. Any number of
 * processes may call it; later callers attach to the running server. The server outlives its starter (see `stopEmbedded`), keeps its port
 * across restarts and recovers automatically after a kill. Throws with the end of the server's log when it does not start.
 */
export async function ensureEmbedded(
  baseDirectory: string,
  options: EmbeddedOptions = {},
): Promise<{ readonly url: string }> {
  const base = path.resolve(baseDirectory);
  mkdirSync(base, { recursive: true });
  const dataFolder = path.join(base, "data");
  const launcher = findLauncher(dataFolder);
  chownToLauncher(launcher, base);
  if (!existsSync(path.join(dataFolder, "PG_VERSION"))) await initialize(launcher, base);
  const password = readFileSync(path.join(dataFolder, PASSWORD_FILE), "utf8");
  const port = (await runningPort(dataFolder)) ?? (await start(launcher, base, options));
  return { url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres` };
}

/** Stops the server under `baseDirectory` and waits for its exit. Does nothing when no server is running. */
export async function stopEmbedded(baseDirectory: string): Promise<void> {
  const dataFolder = path.join(path.resolve(baseDirectory), "data");
  if (!existsSync(path.join(dataFolder, "postmaster.pid"))) return;
  await runProgram(findLauncher(dataFolder), ["pg_ctl", "-D", dataFolder, "-m", "fast", "-w", "stop"]);
}

/** Initializes a temporary folder and renames it, so that concurrent starters never leave a partial data folder. */
async function initialize(launcher: Launcher, base: string): Promise<void> {
  const aside = path.join(base, `init-${process.pid}-${randomBytes(4).toString("hex")}`);
  const passwordFile = `${aside}.password`;
  writeFileSync(passwordFile, randomBytes(18).toString("base64url"), { mode: 0o600 });
  chownToLauncher(launcher, passwordFile);
  try {
    await runInitdb(launcher, aside, passwordFile);
    const storedPassword = path.join(aside, PASSWORD_FILE);
    copyFileSync(passwordFile, storedPassword);
    chownToLauncher(launcher, storedPassword);
    renameSync(aside, path.join(base, "data"));
  } catch (error) {
    // A faster process may have created the same folder.
    if (!existsSync(path.join(base, "data", "PG_VERSION"))) throw error;
  } finally {
    rmSync(aside, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  }
}

async function runInitdb(launcher: Launcher, folder: string, passwordFile: string): Promise<void> {
  let output = "";
  for (const locale of LOCALES) {
    const result = await runProgram(launcher, [
      "initdb",
      ...["-D", folder, "-U", "postgres", "-A", "scram-sha-256", `--pwfile=${passwordFile}`, "-E", "UTF8"],
      ...["--locale-provider=builtin", "--builtin-locale=C.UTF-8", `--locale=${locale}`, "--no-instructions"],
    ]);
    if (result.status === 0) return;
    output = result.output;
    rmSync(folder, { recursive: true, force: true });
  }
  throw new Error(`The embedded database could not be created: ${output.slice(-1000)}`);
}

async function start(launcher: Launcher, base: string, options: EmbeddedOptions): Promise<number> {
  const dataFolder = path.join(base, "data");
  const log = path.join(base, "postgres.log");
  let port = options.port ?? rememberedPort(base) ?? (await freePort());
  for (let attempt = 1; attempt <= EMBEDDED_START_ATTEMPTS; attempt++) {
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=${EMBEDDED_MAX_CONNECTIONS}`;
    await runProgram(
      launcher,
      ["pg_ctl", "-D", dataFolder, "-w", "-t", "60", "-l", log, "-o", settings, "start"],
      true,
    );
    const running = await runningPort(dataFolder);
    if (running !== undefined) {
      rememberPort(base, running);
      return running;
    }
    removeStaleLock(dataFolder);
    await sleep(EMBEDDED_START_RETRY_MS);
    // Waiting does not free a port that another program holds. A configured port is never replaced.
    const isTaken = (await isListening(port)) && (await runningPort(dataFolder)) === undefined;
    if (isTaken && options.port === undefined) port = await freePort();
  }
  throw new Error(
    `The embedded database did not start: ${existsSync(log) ? readFileSync(log, "utf8").slice(-1000) : "no log was written"}`,
  );
}

function rememberedPort(base: string): number | undefined {
  try {
    const port = Number(readFileSync(path.join(base, "port"), "utf8"));
    return Number.isInteger(port) && port > 0 && port < 65536 ? port : undefined;
  } catch {
    return undefined;
  }
}

function rememberPort(base: string, port: number): void {
  if (rememberedPort(base) !== port) writeFileSync(path.join(base, "port"), String(port));
}

function chownToLauncher(launcher: Launcher, file: string): void {
  if (launcher.user !== null) chownSync(file, launcher.user.uid, launcher.user.gid);
}
