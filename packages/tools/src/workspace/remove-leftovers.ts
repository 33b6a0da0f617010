import { lstat, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "../process/is-alive.ts";
import { PROCESS_PLACE, PROCESS_START } from "../process/process-start.ts";
import { isTemporaryName, type TemporaryOwner, temporaryOwner } from "./temporary-name.ts";

/** The process is gone. */
const GONE_MS = 1_000;
/** The process is unknown, lives, or belongs to another machine or container that shares the folder. */
const UNKNOWN_MS = 60_000;
/** More than crashes leave; it bounds the work in a folder that is full of them. */
const MAX_LEFTOVERS = 100;

/**
 * Removes the temporary files that processes left in a folder when they died while they wrote. Never fails: what cannot be removed stays.
 * @param now the time to which the ages of the files are compared, in ms. @default the clock of the system
 */
export async function removeLeftovers(folder: string, now: number = Date.now()): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(isTemporaryName).slice(0, MAX_LEFTOVERS)) {
    const path = join(folder, name);
    const owner = temporaryOwner(name);
    if (owner?.start === PROCESS_START) continue;
    const stat = await lstat(path).catch(() => null);
    if (stat === null) continue;
    const ageMs = isGone(owner) ? GONE_MS : UNKNOWN_MS;
    if (now - stat.mtimeMs > ageMs) await unlink(path).catch(() => undefined);
  }
}

/** True if the process has certainly ended: nothing is known of processes elsewhere, and this process has its own number alone. */
function isGone(owner: TemporaryOwner | undefined): boolean {
  if (owner?.place !== PROCESS_PLACE) return false;
  return owner.pid === process.pid ? owner.start !== PROCESS_START : !isAlive(owner.pid);
}
