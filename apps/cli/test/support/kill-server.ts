import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_INTERVAL_MS = 5;

/**
 * Kills the PostgreSQL server under `base` and all its children with -9, like a machine failure. Resolves when they have exited; before that
 * the server may still accept connections. Linux only: reads /proc.
 */
export async function killServer(base: string): Promise<void> {
  const server = Number(readFileSync(path.join(base, "data", "postmaster.pid"), "utf8").split("\n")[0]);
  const children = readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && parentPid(pid) === server);
  const pids = [server, ...children];
  pids.forEach(kill);
  while (pids.some(isAlive)) await sleep(POLL_INTERVAL_MS);
}

function isAlive(pid: number): boolean {
  const state = readStat(pid)?.[0];
  return state !== undefined && state !== "Z";
}

function parentPid(pid: number): number | undefined {
  return Number(readStat(pid)?.[1]);
}

/** Returns the state, the parent and the further fields of a process; undefined when it does not exist. */
function readStat(pid: number): readonly string[] | undefined {
  try {
    // "pid (name) state parent …"; the name may contain spaces and parentheses.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ");
  } catch {
    return undefined;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The child ended with its server.
  }
}
