import { readdir } from "node:fs/promises";
import { PROCESS_MARKER } from "./command-environment.ts";
import { readProc } from "./read-proc.ts";

/** The process number and start of this server process, which together are never used twice. */
const OWNER = `${String(process.pid)}.${String(Math.round(performance.timeOrigin))}`;

/** Returns the marker of a command of this server process. */
export function markerOf(processId: string): string {
  return `${OWNER}.${processId}`;
}

/**
 * Kills what commands of server processes that died have left running, and returns how many processes that were. A sandboxed command dies with its
 * server; others are found by their marker. Only finds processes of this user on a system with /proc.
 */
export async function killLeftovers(): Promise<number> {
  const names = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/u.test(name));
  const killed = await Promise.all(names.map(killIfLeft));
  return killed.filter(Boolean).length;
}

async function killIfLeft(pid: string): Promise<boolean> {
  const environment = await readProc(`/proc/${pid}/environ`);
  const marker = environment.split("\0").find((text) => text.startsWith(`${PROCESS_MARKER}=`));
  const owner = /^[A-Z_]+=(?<owner>\d+)\./u.exec(marker ?? "")?.groups?.["owner"];
  if (owner === undefined || owner === String(process.pid) || (await isAlive(owner))) return false;
  try {
    process.kill(Number(pid), "SIGKILL");
    return true;
  } catch {
    return false;
  }
}

async function isAlive(pid: string): Promise<boolean> {
  return (await readProc(`/proc/${pid}/stat`, 100)) !== "";
}
