import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import path from "node:path";

/** What `postmaster.pid` says; the file outlives a killed server. */
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

/** The port of the running server of this folder, or undefined. A lock file alone is no proof: the port must answer, too. */
export async function runningPort(dataFolder: string): Promise<number | undefined> {
  const lock = readLockFile(dataFolder);
  if (lock === undefined || !lock.ready || !isPostgres(lock.pid)) return undefined;
  return (await answers(lock.port)) ? lock.port : undefined;
}

/**
 * Removes a lock file that a killed server left behind and whose process number now belongs to another program: PostgreSQL would
 * take that program for itself and refuse to start.
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
      // "pid (name) state …": a zombie, which an init process that never reaps leaves for ever, runs no server.
      return /\(postgres\) [^ZX]/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
    } catch {
      return false;
    }
  }
  // Without a way to ask, a live process is given the benefit of the doubt.
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

/** True when something listens on this loopback port. */
export function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

/** A loopback port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
