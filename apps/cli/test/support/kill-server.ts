import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Kills the PostgreSQL server under `base` and all its children with -9, like a machine failure. Linux only: reads /proc. */
export function killServer(base: string): void {
  const server = Number(readFileSync(path.join(base, "data", "postmaster.pid"), "utf8").split("\n")[0]);
  const children = readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && parentPid(pid) === server);
  for (const pid of [server, ...children]) kill(pid);
}

function parentPid(pid: number): number | undefined {
  try {
    // "pid (name) state parent …"; the name may contain spaces and parentheses.
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]);
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
