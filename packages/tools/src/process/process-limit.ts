import { mkdir, rmdir, writeFile } from "node:fs/promises";
import { readProc } from "./read-proc.ts";
import { PROCESSES_MAX } from "./tunables.ts";

/** A group of processes that the system counts: none of its members can leave it, and no more than allowed are started. */
export type ProcessGroup = {
  /** The file that a process writes its number to, to join with all that it starts. */
  readonly joinFile: string;
  /** The numbers of its members. */
  members(): Promise<readonly number[]>;
  /** Removes the empty group. */
  remove(): Promise<void>;
};

/** Where a cgroup that counts processes can be made: version 1, version 2. */
const ROOTS = ["/sys/fs/cgroup/pids", "/sys/fs/cgroup"];

/** Makes a group for one command. Null where this user may not, which is everywhere but as root outside of most containers. */
export async function createProcessGroup(id: string): Promise<ProcessGroup | null> {
  if (process.getuid?.() !== 0) return null;
  for (const root of ROOTS) {
    const folder = `${root}/goaltrace-${id}`;
    try {
      await mkdir(folder);
    } catch {
      continue;
    }
    try {
      // Some more than the watch allows, so that the watch notices.
      await writeFile(`${folder}/pids.max`, String(PROCESSES_MAX + SPARE));
    } catch {
      await rmdir(folder).catch(() => undefined);
      continue;
    }
    const joinFile = `${folder}/cgroup.procs`;
    return {
      joinFile,
      members: async () => {
        const text = await readProc(joinFile);
        return text
          .split("\n")
          .filter((line) => line !== "")
          .map(Number);
      },
      remove: async () => await rmdir(folder).catch(() => undefined),
    };
  }
  return null;
}

const SPARE = 50;

/** Returns the arguments that make a shell join the group before it becomes the program. Without a group, the program as it is. */
export function joining(group: ProcessGroup | null, argv: readonly string[]): readonly string[] {
  return group === null ? argv : ["bash", "-c", JOIN, "bash", group.joinFile, ...argv];
}

const JOIN = 'echo $$ > "$1" && shift && exec "$@"';
