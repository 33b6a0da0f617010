import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** kill -9 of the PostgreSQL server under `base` with all its children, as a machine would end them. Linux only: it reads /proc. */
export function killServer(base: string): void {
  const server = Number(readFileSync(path.join(base, "data", "postmaster.pid"), "utf8").split("\n")[0]);
  const children = readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && parentOf(pid) === server);
  for (const pid of [server, ...children]) kill(pid);
}

function parentOf(pid: number): number | undefined {
  try {
    // "pid (name) state parent …"; the name may hold spaces and brackets.
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]);
  } catch {
    return undefined;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended with its server.
  }
}
