import { readdirSync, readFileSync } from "node:fs";

/** Linux counts CPU time in ticks of ten milliseconds. */
const TICK_MS = 10;

/**
 * Returns the CPU time of a process, of its living descendants and of the children that it has waited for, in milliseconds; null where the
 * system does not tell.
 */
export function processCpuMs(root: number): number | null {
  const processes = new Map<number, ProcessTimes>();
  for (const pid of processIds()) {
    const times = readTimes(pid);
    if (times !== null) processes.set(pid, times);
  }
  const isBelow = (pid: number): boolean => {
    const parent = processes.get(pid)?.parent;
    return pid === root || (parent !== undefined && parent > 1 && isBelow(parent));
  };
  if (!processes.has(root)) return null;
  const ticks = [...processes].filter(([pid]) => isBelow(pid)).map(([, times]) => times.ticks);
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS;
}

/** Returns the process that started this one; null where the system does not tell. */
export function parentOf(pid: number): number | null {
  return readTimes(pid)?.parent ?? null;
}

type ProcessTimes = { readonly parent: number; readonly ticks: number };

function processIds(): readonly number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function readTimes(pid: number): ProcessTimes | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain spaces. Then: state, parent, and from the twelfth on the times, those of ended children last.
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent: fields[1] ?? 0, ticks: user + system + endedUser + endedSystem };
  } catch {
    return null;
  }
}
