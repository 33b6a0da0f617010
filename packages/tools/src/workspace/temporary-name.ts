import { PROCESS_PLACE, PROCESS_START } from "../process/process-start.ts";

const PREFIX = ".goaltrace-";
const SUFFIX = ".tmp";
const OWNER = /^(?<pid>\d+)\.(?<place>[\da-f]+)\.(?<start>[\da-f]+)-/u;

/** The process that writes a file; `place` and `start` are those of `process-start.ts`. */
export type TemporaryOwner = { readonly pid: number; readonly place: string; readonly start: string };

/** Returns the name under which a file is written before it gets its own. It says which process writes it. */
export function temporaryName(uniqueName: string): string {
  return `${PREFIX}${String(process.pid)}.${PROCESS_PLACE}.${PROCESS_START}-${uniqueName}${SUFFIX}`;
}

/** True for a name of `temporaryName`, of any version. */
export function isTemporaryName(name: string): boolean {
  return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
}

/** Returns the process that writes a file of this name; undefined if the name does not say enough, as those of earlier versions. */
export function temporaryOwner(name: string): TemporaryOwner | undefined {
  const groups = OWNER.exec(name.slice(PREFIX.length))?.groups;
  const [pid, place, start] = [groups?.["pid"], groups?.["place"], groups?.["start"]];
  return pid === undefined || place === undefined || start === undefined
    ? undefined
    : { pid: Number(pid), place, start };
}
