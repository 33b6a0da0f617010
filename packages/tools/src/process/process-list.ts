import { readdir } from "node:fs/promises";
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
/** A line of about fifty numbers. */
const STAT_MAX_BYTES = 1024;

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
  const names = await readdir("/proc").catch(() => []);
  const all = await Promise.all(names.filter((name) => /^\d+$/u.test(name)).map(readOne));
  return all.flatMap((process) => (process === null ? [] : [process]));
}

/** Reads one process; null if it is gone or a zombie. The name in parentheses may contain anything. */
async function readOne(pid: string): Promise<ListedProcess | null> {
  const text = await readProc(`/proc/${pid}/stat`, STAT_MAX_BYTES);
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state = "", parent = "", group = "", session = ""] = fields;
  if (text === "" || state === "Z" || state === "X") return null;
  return {
    pid: Number(pid),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startedAt: fields[19] ?? "",
    memoryBytes: Number(fields[21] ?? 0) * PAGE_BYTES,
  };
}

/** Returns the processes whose environment contains the text, such as a marker that all descendants inherit. */
export async function processesWith(text: string): Promise<readonly number[]> {
  const names = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/u.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      const environment = await readProc(`/proc/${name}/environ`);
      return environment.split("\0").includes(text) ? [Number(name)] : [];
    }),
  );
  return found.flat();
}
