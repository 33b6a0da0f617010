import { lstat, readdir, realpath } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { isAlive } from "../process/is-alive.ts";
import { PROCESS_START } from "../process/process-start.ts";
import { openLocalVersions } from "../undo/local-versions.ts";
import type { VersionSeal } from "../undo/sealed-bytes.ts";
import { isWorktree, removedId, worktreePlace } from "../workspace/fence.ts";
import { readOrigin, readRecord, type WorktreeOrigin, type WorktreeRecord } from "./worktree-record.ts";

/** The files that a command in a worktree sees besides it, read-only: folders where they are, and folders in places of the worktree. */
export type WorktreeView = {
  readonly readable: readonly string[];
  readonly mounts: readonly { readonly from: string; readonly to: string }[];
};

/** One worktree; `openedAt` in milliseconds since the epoch. `isRemoved` for one whose removal was interrupted. */
export type WorktreeEntry = {
  readonly childTraceId: string;
  readonly owner: string | null;
  readonly openedAt: number;
  readonly isRemoved: boolean;
  /** True if the process that made it has died: only a run that has stored the agent continues it. */
  readonly isAbandoned: boolean;
};

/** Finds what is known of the worktrees below a server's state folder. */
export interface WorktreeIndex {
  /** Returns the project folder behind the folder of an agent in a worktree; null for any other folder. */
  sourceOf(folder: string): Promise<string | null>;
  /** Returns what commands in a folder may read besides it; nothing outside of worktrees. */
  viewOf(folder: string): Promise<WorktreeView>;
  /** Returns all worktrees: whose they are, and since when. `owner` is null for one that is not complete. */
  list(): Promise<readonly WorktreeEntry[]>;
}

/** Folders with installed packages, which git ignores: without them neither tests nor linters run. */
const PACKAGES = ["node_modules", ".venv"];

/** Creates the index. */
export function createWorktreeIndex(home: string, seal: VersionSeal): WorktreeIndex {
  const find = async (folder: string): Promise<WorktreeRecord | undefined> => {
    const [realHome, real] = await Promise.all(
      [home, folder].map(async (path) => await realpath(path).catch(() => null)),
    );
    if (realHome == null || real == null || !isWorktree(realHome, real)) return undefined;
    const [, id = ""] = relative(realHome, real).split(sep);
    const record = await readRecord(
      openLocalVersions(join(worktreePlace(realHome, id).place, "versions"), seal),
    );
    return record !== undefined && record.folder === real ? record : undefined;
  };
  return {
    list: async () => {
      const folder = dirname(worktreePlace(home, "any").place);
      const names = await readdir(folder).catch(() => []);
      return await Promise.all(
        names.map(async (name) => {
          const removed = removedId(name);
          if (removed !== null)
            return {
              childTraceId: removed,
              owner: null,
              openedAt: Date.now(),
              isRemoved: true,
              isAbandoned: false,
            };
          const { place } = worktreePlace(home, name);
          const origin = await readOrigin(openLocalVersions(join(place, "versions"), seal));
          const isAbandoned = origin?.maker != null && hasDied(origin.maker);
          const openedAt = origin?.openedAt ?? (await lstat(place).catch(() => null))?.mtimeMs ?? Date.now();
          return {
            ...{ childTraceId: name, owner: origin?.owner ?? null, openedAt },
            ...{ isRemoved: false, isAbandoned },
          };
        }),
      );
    },
    sourceOf: async (folder) => (await find(folder))?.source ?? null,
    viewOf: async (folder) => {
      const record = await find(folder);
      if (record === undefined) return { readable: [], mounts: [] };
      const { source, top } = record;
      const packages = await Promise.all(
        PACKAGES.map(async (name) => ({
          ...{ from: join(source, name), to: join(folder, name) },
          isThere: (await lstat(join(source, name)).catch(() => null))?.isDirectory() === true,
        })),
      );
      return {
        // Commands in the project folder see the same data of git, and may even change it.
        readable: source === top ? [join(top, ".git")] : [],
        mounts: packages.flatMap(({ isThere, from, to }) => (isThere ? [{ from, to }] : [])),
      };
    },
  };
}

/** True if the maker was a process of this machine that has ended; its number may belong to this process now, as after a restart of a container. */
function hasDied({ host, pid, start }: NonNullable<WorktreeOrigin["maker"]>): boolean {
  if (host !== hostname()) return false;
  return pid === process.pid ? start !== undefined && start !== PROCESS_START : !isAlive(pid);
}
