import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import path from "node:path";

/** The contents of `postmaster.pid`, which outlives a killed server. */
type LockFile = {
  readonly text: string;
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
};

function readLockFile(dataFolder: string): LockFile | undefined {
  const file = path.join(dataFolder, "postmaster.pid");
  try {
    const text = readFileSync(file, "utf8");
    // Lines: pid, data folder, start time, port, socket folder, address, shared memory, status.
    const lines = text.split("\n");
    return { text, pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
  } catch {
    return undefined;
  }
}

/**
 * Returns the port of the running server of this folder, or undefined. The lock file alone proves nothing: the port must accept connections
 * too.
 */
export async function runningPort(dataFolder: string): Promise<number | undefined> {
  const lock = readLockFile(dataFolder);
  if (lock === undefined || !lock.ready || !isPostgres(lock.pid)) return undefined;
  return (await isListening(lock.port)) ? lock.port : undefined;
}

/**
 * Removes the lock file of a killed server when its process id now belongs to another program: PostgreSQL would take that program for its
 * own server and refuse to start.
 */
export function removeStaleLock(dataFolder: string): void {
  const lock = readLockFile(dataFolder);
  if (lock === undefined || isPostgres(lock.pid)) return;
  if (readLockFile(dataFolder)?.text !== lock.text) return;
  rmSync(path.join(dataFolder, "postmaster.pid"), { force: true });
}

function isPostgres(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (existsSync("/proc/self/stat")) {
    try {
      // "pid (name) state …". A zombie, which persists under an init process that never reaps, is not a running server.
      return /\(postgres\) [^ZX]/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
    } catch {
      return false;
    }
  }
  // Without a way to check, assume that a live process is PostgreSQL.
  if (process.platform === "win32") return isAlive(pid);
  return spawnSync("ps", ["-p", String(pid), "-o", "comm="], { encoding: "utf8" }).stdout.includes(
    "postgres",
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether something listens on this loopback port. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

/**
 * Below the ports that systems give to outgoing connections. A server that restarts at such a port may find it taken by one of them, even by a
 * client that was waiting for this server.
 */
const [FIRST_PORT, LAST_PORT] = [15_000, 31_000];
const PORT_ATTEMPTS = 20;

/** Returns a loopback port that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt += 1) {
    const port = await bind(randomInt(FIRST_PORT, LAST_PORT)).catch(() => null);
    if (port !== null) return port;
  }
  return await bind(0);
}

/** Binds a loopback port for a moment and returns its number; 0 means any. Rejects if it is taken. */
function bind(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(wanted, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
