import { closeSync, openSync, readSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { readProc } from "./read-proc.ts";
import { PROCESS_LIST_AGE_MS } from "./tunables.ts";

/** One process of the machine. `startedAt` (clock ticks) distinguishes it from a later process with its number. */
export type ListedProcess = {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly startedAt: string;
  readonly memoryBytes: number;
};

const PAGE_BYTES = 4096;
/** Places of figures behind the name of a process. */
const START_FIELD = 19;
const MEMORY_FIELD = 21;
/** A line of about fifty numbers. */
const STAT_MAX_BYTES = 1024;
const statBuffer = Buffer.allocUnsafe(STAT_MAX_BYTES);
/** Processes that are read before other work gets its turn: about a millisecond. */
const READ_AT_ONCE = 100;

let latest: { readonly at: number; readonly list: Promise<readonly ListedProcess[]> } | null = null;

/** Lists the processes of this machine that are alive; empty on a system without /proc. All callers within a short time share one look. */
export async function listProcesses(): Promise<readonly ListedProcess[]> {
  const at = performance.now();
  if (latest === null || at - latest.at > PROCESS_LIST_AGE_MS) latest = { at, list: readAll() };
  return await latest.list;
}

/** As `listProcesses`, but looks now. */
export async function listProcessesNow(): Promise<readonly ListedProcess[]> {
  latest = { at: performance.now(), list: readAll() };
  return await latest.list;
}

async function readAll(): Promise<readonly ListedProcess[]> {
  const names = await processNames();
  const all: ListedProcess[] = [];
  for (const [index, name] of names.entries()) {
    if (index > 0 && index % READ_AT_ONCE === 0) await nextTurn();
    const process = readOne(name);
    if (process !== null) all.push(process);
  }
  return all;
}

async function processNames(): Promise<readonly string[]> {
  return (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/u.test(name));
}

/** Returns when a process started, in clock ticks, even if it has ended and was not waited for; "0" if it is gone or there is no /proc. */
export function startOf(pid: number): string {
  return readStat(String(pid))[START_FIELD] ?? "0";
}

/** Reads one process; null if it is gone or a zombie. */
function readOne(pid: string): ListedProcess | null {
  const fields = readStat(pid);
  const [state = "", parent = "", group = "", session = ""] = fields;
  if (state === "" || state === "Z" || state === "X") return null;
  return {
    pid: Number(pid),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startedAt: fields[START_FIELD] ?? "",
    memoryBytes: Number(fields[MEMORY_FIELD] ?? 0) * PAGE_BYTES,
  };
}

/**
 * Reads the figures of a process behind its name in parentheses, which may contain anything; empty when it is gone. The system has them at hand:
 * waiting for a thread that reads them would take ten times as long.
 */
function readStat(pid: string): readonly string[] {
  try {
    const file = openSync(`/proc/${pid}/stat`, "r");
    try {
      const text = statBuffer.toString("latin1", 0, readSync(file, statBuffer));
      return text.slice(text.lastIndexOf(")") + 2).split(" ");
    } finally {
      closeSync(file);
    }
  } catch {
    return [];
  }
}

/** Returns the processes whose environment contains the text, such as a marker that all descendants inherit. */
export async function processesWith(text: string): Promise<readonly number[]> {
  return await withMarker(await listProcessesNow(), { marker: text, since: "0" });
}

/** Returns those of the processes that started at `since` or later and whose environment contains the marker. */
export async function withMarker(
  processes: readonly ListedProcess[],
  { marker, since }: { readonly marker: string; readonly since: string },
): Promise<readonly number[]> {
  const young = processes.filter(({ startedAt }) => Number(startedAt) >= Number(since));
  const found = await Promise.all(
    young.map(async ({ pid }) => {
      const environment = await readProc(`/proc/${String(pid)}/environ`);
      return environment.split("\0").includes(marker) ? [pid] : [];
    }),
  );
  return found.flat();
}
